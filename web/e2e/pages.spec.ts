import { expect, test } from '@playwright/test';
import { serverOfFile } from './support/server';
import { signIn } from './support/sign-in';

const PUBLIC_PAGES = [
  '/',
  '/about',
  '/contact',
  '/how-it-works',
  '/faq',
  '/privacy-policy',
  '/terms-of-service',
  '/refund-policy',
  '/shipping-policy',
  '/payment-confirmation',
  '/api/login',
];

const server = serverOfFile();

for (const address of PUBLIC_PAGES) {
  test(`${address} stands with its heading and breaks no content policy`, async ({ page }) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      // The quiet question "who is signed in" answers 401 to a visitor; Chromium prints it as an error.
      if (message.type() === 'error' && !message.text().includes('401')) errors.push(message.text());
    });
    const response = await page.goto(server.url + address);
    expect(response?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.content()).not.toContain('%READOUT_');
    await expect(page.locator('html')).toHaveAttribute('data-auth', 'out');
    expect(errors).toEqual([]);
  });
}

test('an unknown address answers 404 with its page', async ({ page }) => {
  const response = await page.goto(`${server.url}/no-such-page`);
  expect(response?.status()).toBe(404);
  await expect(page.getByText('Page Not Found')).toBeVisible();
});

test('the theme is dark until another was chosen, and the choice lasts', async ({ page }) => {
  await page.goto(server.url);
  await expect(page.locator('html')).toHaveClass(/dark/);
  await page.locator('[data-theme-toggle]').first().click();
  await expect(page.locator('html')).not.toHaveClass(/dark/);
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
  await page.reload();
  await expect(page.locator('html')).not.toHaveClass(/dark/);
});

test('the pages of the account open for a signed-in user', async ({ page }) => {
  await signIn(page, server.url, 'pages@example.org');
  await page.goto(`${server.url}/account`);
  await expect(page.getByText('pages@example.org').first()).toBeVisible();
  await page.goto(`${server.url}/subscribe`);
  await expect(page.getByText('Trial Active')).toBeVisible();
  await page.goto(`${server.url}/admin`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Admin Panel');
});
