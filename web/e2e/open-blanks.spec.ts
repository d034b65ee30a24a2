/** Blanks that nobody filled: one question by key before the report leaves the page, and one text in all places. */
import { expect, type Page, test } from '@playwright/test';
import { signIn } from './support/browser.mjs';
import { engineOfFile } from './support/engine';
import { serverOfFile } from './support/server';
import { readWithPythonDocx } from './support/word-file';

const engine = engineOfFile();
const server = serverOfFile(() => engine.settings);

const REPORT = [
  'FINDINGS:',
  '- Liver is normal.',
  '- Spleen measures ___ cm.',
  '- Calculus in the [right/left] ureter.',
  '',
  'IMPRESSION:',
  '1. Ureteric calculus.',
].join('\n');
const LEFT = REPORT.replace('- Spleen measures ___ cm.\n', '');

const report = (page: Page) => page.getByRole('textbox', { name: 'Structured Report' });
const question = (page: Page) => page.getByRole('dialog', { name: 'Unfilled Blanks' });
const selected = (page: Page) =>
  report(page).evaluate((field: HTMLTextAreaElement) => field.value.slice(field.selectionStart, field.selectionEnd));

test('the question about unfilled blanks is answered by key, and editor, Word file and copied text agree', async ({
  page,
}, info) => {
  await signIn(page, server.url, 'blanks@example.org');
  await report(page).fill(REPORT);

  await page.keyboard.press('Alt+e');
  await expect(question(page)).toContainText('The report has 2 blanks to fill.');
  await expect(question(page).getByRole('region', { name: 'Left out' })).toContainText('Spleen measures ___ cm.');
  await expect(question(page).getByRole('region', { name: /^Stay/ })).toContainText('Calculus in the [right/left]');
  await expect(question(page).getByRole('button', { name: 'Leave Them Out' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(report(page)).toBeFocused();
  await expect(report(page)).toHaveValue(REPORT);

  // Shift+Tab from the default goes to the one before it.
  await page.keyboard.press('Alt+e');
  await expect(question(page).getByRole('button', { name: 'Leave Them Out' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(question(page)).toBeHidden();
  await expect(report(page)).toBeFocused();
  await expect.poll(() => selected(page)).toBe('___');

  const download = page.waitForEvent('download');
  await page.keyboard.press('Alt+e');
  await expect(question(page).getByRole('button', { name: 'Leave Them Out' })).toBeFocused();
  await page.keyboard.press('Enter');
  const saved = info.outputPath('blanks.docx');
  await (await download).saveAs(saved);
  const written = readWithPythonDocx(saved);
  expect(written).toContain('Liver is normal.');
  expect(written).toContain('Calculus in the [right/left] ureter.');
  expect(written).not.toContain('Spleen');
  await expect(report(page)).toHaveValue(LEFT);

  // One step, which is undone and done again with the copied text.
  await page.keyboard.press('Alt+z');
  await expect(report(page)).toHaveValue(REPORT);
  await page.keyboard.press('Alt+c');
  await expect(question(page).getByRole('button', { name: 'Copy as It Is' })).toBeVisible();
  await expect(question(page).getByRole('button', { name: 'Leave Them Out' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  await expect(report(page)).toHaveValue(LEFT);
  const copied = () => page.evaluate(() => navigator.clipboard.readText().catch(() => ''));
  await expect.poll(copied).toContain('Calculus in the [right/left] ureter.');
  expect(await copied()).not.toContain('Spleen');

  // What is answered is asked about no more.
  await report(page).fill(LEFT.replace('[right/left]', 'left'));
  const again = page.waitForEvent('download');
  await page.keyboard.press('Alt+e');
  await again;
  await expect(question(page)).toBeHidden();
});
