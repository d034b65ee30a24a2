/** An administrator's work: who paid is activated, is seen in the list and the trail, and has what was paid for. */
import { expect, type Page, test } from '@playwright/test';
import { expectNoneBrokenInEitherTheme, overflow } from './support/accessibility';
import { signIn } from './support/browser.mjs';
import { NOBODY_DICTATES, type RunningServer, startServer } from './support/server';

const ADMIN = 'chief@example.org';
const PAYER = 'payer@example.org';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({
    ...NOBODY_DICTATES,
    READOUT_ADMIN_EMAILS: `office@example.org, ${ADMIN}`,
    READOUT_PAYMENT_DASHBOARD_URL: 'https://pay.example/all',
  });
});
test.afterAll(() => server.stop());

const row = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email });
const stat = (page: Page, label: string) => page.locator('dl > div').filter({ hasText: label }).locator('dd');

/** Nothing is wider than the page, and no rule of accessibility is broken. */
async function looksRight(page: Page): Promise<void> {
  expect(await overflow(page)).toBe(0);
  await expectNoneBrokenInEitherTheme(page);
}

test('an administrator activates who paid, sees it in the list and the trail, and takes it back', async ({
  browser,
}) => {
  const payer = await browser.newPage();
  await signIn(payer, server.url, PAYER);
  await expect(payer.getByRole('checkbox', { name: 'Compare with Previous Report' })).toBeDisabled();

  const admin = await browser.newPage();
  await signIn(admin, server.url, ADMIN);
  await admin.goto(`${server.url}/admin`);
  await expect(admin.getByRole('heading', { name: 'Admin Panel' })).toBeVisible();
  await expect(admin.getByRole('link', { name: 'Payment dashboard' })).toHaveAttribute(
    'href',
    'https://pay.example/all',
  );
  await expect(row(admin, PAYER)).toContainText('Trial');
  await expect(row(admin, PAYER)).toContainText(/2 days 23 hours \d+ minutes/);
  await expect(stat(admin, 'Total Users')).toHaveText('2');
  await expect(stat(admin, 'Active Subscriptions')).toHaveText('0');
  await expect(stat(admin, 'Trial Users')).toHaveText('2');
  await expect(admin.getByText('No subscription has been changed yet')).toBeVisible();

  const email = admin.getByLabel("User's e-mail");
  const activate = admin.locator('form').getByRole('button', { name: 'Activate' });
  await expect(activate).toBeDisabled();
  await email.fill('nobody@example.org');
  await activate.click();
  await expect(admin.getByRole('alert').filter({ hasText: 'Activation Failed' })).toContainText('Nobody has signed in');
  await expect(email).toHaveValue('nobody@example.org');
  await email.fill(`  ${PAYER} `);
  await activate.click();
  await expect(admin.getByText('User Activated!')).toBeVisible();
  await expect(admin.getByText(`${PAYER} has an active subscription for 30 days.`)).toBeVisible();
  await expect(email).toHaveValue('');
  await expect(row(admin, PAYER)).toContainText('Active');
  await expect(stat(admin, 'Active Subscriptions')).toHaveText('1');
  const trail = admin.getByRole('region', { name: 'Subscription Changes' }).getByRole('listitem');
  await expect(trail).toHaveCount(1);
  await expect(trail.first()).toContainText(`Activated${PAYER}by ${ADMIN}`);
  // Names and addresses that others chose turn no text around them.
  await expect(trail.first().locator('bdi')).toHaveText([PAYER, ADMIN]);
  await expect(row(admin, PAYER).locator('bdi')).toHaveText(['payer', PAYER]);

  // What was paid for is there.
  await payer.reload();
  const compare = payer.getByRole('checkbox', { name: 'Compare with Previous Report' });
  await expect(compare).toBeEnabled();

  await row(admin, PAYER).getByRole('button', { name: 'Deactivate' }).click();
  await row(admin, PAYER).getByRole('button', { name: 'Deactivate now?' }).click();
  await expect(admin.getByText('User Deactivated')).toBeVisible();
  await expect(row(admin, PAYER)).toContainText('Expired');
  await row(admin, PAYER).getByRole('button', { name: 'Trial' }).click();
  await expect(admin.getByText('Trial Activated')).toBeVisible();
  await expect(trail).toHaveCount(3);
  await payer.reload();
  await expect(compare).toBeDisabled();
  await payer.close();
  await admin.close();
});

test('users are searched and sorted, on a desktop and on a phone', async ({ browser }) => {
  for (const name of ['asha', 'binh', 'chandra']) {
    const context = await browser.newContext();
    await signIn(await context.newPage(), server.url, `${name}@example.org`);
    await context.close();
  }
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  await signIn(page, server.url, ADMIN);
  await page.goto(`${server.url}/admin`);
  const emails = () => page.locator('tbody td:nth-child(2)').allTextContents();
  await page.getByRole('button', { name: 'Email' }).click();
  await expect.poll(async () => (await emails()).slice(0, 2)).toEqual(['asha@example.org', 'binh@example.org']);
  await page.getByRole('button', { name: 'Email' }).click();
  await expect.poll(async () => (await emails()).at(-1)).toBe('asha@example.org');
  const search = page.getByRole('searchbox', { name: 'Search users' });
  await search.fill('CH exam');
  await expect.poll(emails).toEqual([ADMIN, 'chandra@example.org'].sort().reverse());
  await search.fill('who is that');
  await expect(page.getByText('No users found')).toBeVisible();
  await search.fill('');
  await expect(row(page, 'binh@example.org')).toBeVisible();
  await looksRight(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await looksRight(page);
  const activate = row(page, 'binh@example.org').getByRole('button', { name: 'Activate' });
  await activate.scrollIntoViewIfNeeded();
  // All of it is seen without scrolling sideways.
  await expect(activate).toBeInViewport({ ratio: 1 });
  await activate.click();
  await expect(page.getByText('User Activated!')).toBeVisible();
  await expect(row(page, 'binh@example.org')).toContainText('Active');
  await page.close();
});

test('who is no administrator is told so, and who is signed out signs in first', async ({ page }) => {
  await page.goto(`${server.url}/admin`);
  await expect(page).toHaveURL(/\/api\/login\?next=%2Fadmin/);
  await signIn(page, server.url, 'asha@example.org');
  await page.goto(`${server.url}/admin`);
  await expect(page.getByText('You are no administrator here')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});
