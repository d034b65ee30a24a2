import { expect, type Page } from '@playwright/test';

/** Signs in as a newcomer would: the e-mail form, the link that the outbox page shows, the button behind it. */
export async function signIn(page: Page, base: string, email: string): Promise<void> {
  await page.goto(`${base}/api/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'link' }).click();
  await page.locator('a[data-outbox-link]').click();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`${base}/app`);
}
