/** The same rules for the pages of signing in, for menus, for what asks a second time, and for what is said when something fails. */
import { expect, type Page, test } from '@playwright/test';
import { expectNoneBroken, look, overflow, SIZES, windowsOfTests } from './support/accessibility';
import { signIn } from './support/browser.mjs';
import { type RunningServer, startServer } from './support/server';
import { typeIntoDraft } from './support/stored';
import { endAt, subscribe } from './support/subscription';

const ADMIN = 'chief@example.org';
const PAYMENT = { provider: 'razorpay', paymentId: 'pay_29QQoUBi66xm2f', amount: 39900, currency: 'INR' };

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({
    READOUT_ADMIN_EMAILS: ADMIN,
    READOUT_GOOGLE_CLIENT_ID: 'x',
    READOUT_GOOGLE_CLIENT_SECRET: 'y',
  });
});
test.afterAll(() => server.stop());

const open = windowsOfTests();

async function isSound(page: Page): Promise<void> {
  await expectNoneBroken(page);
  expect(await overflow(page)).toBe(0);
}

for (const { name, viewport } of SIZES) {
  const phone = viewport.width < 640;
  const person = (who: string) => `${who}-${viewport.width}@example.org`;

  test(`the pages of signing in on ${name}`, async ({ browser }) => {
    const page = await open(browser, viewport);
    await page.goto(`${server.url}/api/login/email?token=of-yesterday`);
    await expect(page.getByRole('alert')).toBeVisible();
    await isSound(page);
    await page.goto(`${server.url}/api/login`);
    await page
      .getByLabel('E-mail')
      .fill(`subramaniam.venkataraghavan-${viewport.width}@${'radiology.'.repeat(5)}hospital.example.org`);
    await page.getByRole('button', { name: 'link' }).click();
    await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
    await isSound(page);
    await page.locator('a[data-outbox-link]').click();
    await expect(page.getByRole('heading', { name: 'Confirm sign-in' })).toBeVisible();
    await isSound(page);
  });

  test(`the menus of a page of text on ${name}`, async ({ browser }) => {
    const page = await open(browser, viewport);
    await signIn(page, server.url, person('reads'));
    // The app has told the pages of text that somebody is signed in.
    await expect(page.locator('html')).toHaveAttribute('data-auth', 'in');
    await page.goto(`${server.url}/faq`);
    await look(
      page,
      () => page.getByRole('button', { name: 'Account menu' }).click(),
      () => page.getByRole('link', { name: 'Logout' }),
    );
    await page.goto(`${server.url}/account`);
    await look(
      page,
      () => page.getByRole('button', { name: /^Account menu for/ }).click(),
      () => page.getByRole('link', { name: 'Logout' }),
    );
    await page.getByRole('button', { name: 'Add your name' }).click();
    await expect(page.getByLabel('First name')).toBeVisible();
    await isSound(page);
    if (!phone) return;
    for (const path of ['/app', '/subscribe']) {
      await page.goto(server.url + path);
      await look(
        page,
        () => page.getByRole('button', { name: 'Menu', exact: true }).click(),
        () =>
          page
            .getByRole('link', { name: /^Contact/ })
            .filter({ visible: true })
            .first(),
      );
    }
  });

  test(`what an administrator is asked on ${name}`, async ({ browser }) => {
    const page = await open(browser, viewport);
    await signIn(page, server.url, person('cancelled'));
    subscribe(server.data, person('cancelled'), 20);
    await page.request.post(`${server.url}/api/subscription/cancel`, { headers: { origin: server.url } });
    await page.context().clearCookies();
    await signIn(page, server.url, person('active'));
    subscribe(server.data, person('active'), 20);
    await page.context().clearCookies();
    await signIn(page, server.url, ADMIN);
    const payments = [
      { ...PAYMENT, email: 'payer@example.org', at: new Date().toISOString(), reason: 'unclaimed' },
      { ...PAYMENT, paymentId: 'pay_2', email: null, at: new Date().toISOString(), reason: 'no-address' },
    ];
    await page.route('**/api/admin/payments', (route) => route.fulfill({ json: { payments } }));
    await page.goto(`${server.url}/admin`);
    await expect(page.getByText('Payments to look at')).toBeVisible();
    await expect(page.locator('bdi').filter({ hasText: 'payer@example.org' })).toBeVisible();
    await isSound(page);
    await look(
      page,
      () => page.getByRole('button', { name: `Settle payment ${PAYMENT.paymentId}` }).click(),
      () => page.getByRole('alertdialog', { name: 'Settle this payment?' }),
    );
    const row = (email: string) => page.getByRole('row').filter({ hasText: email });
    await row(person('active')).getByRole('button', { name: 'Deactivate' }).click();
    await row(person('cancelled')).getByRole('button', { name: 'Trial' }).click();
    await expect(page.getByText('End the paid period?')).toBeVisible();
    await isSound(page);
    await page.route('**/api/admin/activate-user', (route) =>
      route.fulfill({ status: 404, json: { message: 'Nobody has signed in with it.', code: 'not_found' } }),
    );
    await page.getByRole('textbox', { name: /mail/i }).first().fill('nobody@example.org');
    await page.getByRole('button', { name: 'Activate', exact: true }).first().click();
    await expect(page.getByText('Activation Failed')).toBeVisible();
    await isSound(page);
  });

  test(`what cannot be undone, and what is offered back, on ${name}`, async ({ browser }) => {
    const page = await open(browser, viewport);
    await signIn(page, server.url, person('drafts'));
    const report = page.getByRole('textbox', { name: 'Structured Report' });
    await report.fill('FINDINGS:\n- Lungs are clear.\n\nIMPRESSION:\n1. Normal study.');
    await page.getByRole('button', { name: 'Copy report' }).click();
    await page.getByText('Recent Reports', { exact: true }).click();
    await page.getByRole('button', { name: 'Remove all' }).click();
    await isSound(page);
    await page.getByRole('button', { name: 'New Report' }).click();
    await expect(page.getByRole('button', { name: 'Undo' }).first()).toBeVisible();
    await isSound(page);
    // A page that died leaves a draft behind.
    const transcription = page.getByRole('textbox', { name: 'Transcription Preview' });
    await typeIntoDraft(page, () => transcription.fill('Small left pleural effusion.'));
    const crashed = new Promise((resolve) => page.once('crash', resolve));
    const session = await page.context().newCDPSession(page);
    session.send('Page.crash').catch(() => undefined);
    await crashed;
    const next = await page.context().newPage();
    await next.goto(`${server.url}/app`);
    await expect(next.getByText(/^An unsaved report from/)).toBeVisible();
    await next.getByRole('button', { name: 'Discard' }).click();
    await isSound(next);
  });

  test(`the workspace without server, subscription or network on ${name}`, async ({ browser }) => {
    const page = await open(browser, viewport);
    await signIn(page, server.url, person('down'));
    const unavailable = { status: 503, json: { message: 'Not now.', code: 'unavailable' } };
    await page.route(/\/api\/(subscription|engines|templates|user\/)/, (route) => route.fulfill(unavailable));
    await page.goto(`${server.url}/app`);
    await expect(page.getByText('Your subscription could not be read.').first()).toBeVisible();
    await expect(page.getByText('Which speech engine listens here could not be read.')).toBeVisible();
    await isSound(page);
    await page.route('**/api/structure-report', (route) => route.fulfill(unavailable));
    await page.getByRole('textbox', { name: 'Transcription Preview' }).fill('Liver is normal.');
    await page.getByRole('button', { name: 'Structure Report with AI' }).click();
    await expect(page.getByText('Structuring Failed')).toBeVisible();
    await page.context().setOffline(true);
    await expect(page.getByText(/^You are offline/)).toBeVisible();
    await isSound(page);
    await page.context().setOffline(false);
    await page.route('**/api/auth/user', (route) => route.fulfill(unavailable));
    await page.goto(`${server.url}/app`);
    await expect(page.getByText('Readout cannot be reached')).toBeVisible();
    await isSound(page);
  });
}

test('the subscription page when the trial is over and nothing is set up to pay with', async ({ browser }) => {
  const email = 'late@example.org';
  const page = await open(browser, SIZES[1].viewport);
  await signIn(page, server.url, email);
  endAt(server.data, email, Date.now() - 60_000);
  await page.goto(`${server.url}/app`);
  await expect(page).toHaveURL(`${server.url}/subscribe`);
  await expect(page.getByText('Trial Expired')).toBeVisible();
  await expect(page.getByText('Payment is not set up on this installation.', { exact: true })).toBeVisible();
  await isSound(page);
});
