import type { Page } from '@playwright/test';

/** Opens the select with this label and takes the option with exactly this name. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
