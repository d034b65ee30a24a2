/** What the workspace tells a radiologist before signing, and how a template is found: against the real server. */
import { expect, test } from '@playwright/test';
import { signIn } from './support/browser.mjs';
import { NOBODY_DICTATES, serverOfFile } from './support/server';

const server = serverOfFile(() => NOBODY_DICTATES);

test('a wrong side is told while the report is written, and put right by key', async ({ page }) => {
  await signIn(page, server.url, 'sides@example.org');
  const report = page.getByRole('textbox', { name: 'Structured Report' });
  await report.fill(
    'FINDINGS:\n- A 12 mm calculus is seen in the right ureter with hydronephrosis.\n\nIMPRESSION:\n1. 12 mm calculus in the left ureter with hydronephrosis.',
  );
  const toVerify = page.getByRole('region', { name: 'To verify' });
  await expect(toVerify.getByText('Side', { exact: true })).toBeVisible();
  await page.keyboard.press('Alt+F');
  const selected = () =>
    report.evaluate((element: HTMLTextAreaElement) =>
      element.value.slice(element.selectionStart, element.selectionEnd),
    );
  await expect.poll(selected).toContain('left');
  await page.keyboard.press('Alt+A');
  await expect(report).toHaveValue(/IMPRESSION:\n1\. 12 mm calculus in the right ureter/);
  await expect(toVerify.getByText('Side', { exact: true })).toBeHidden();
  // The fix was typed, so the browser's own undo takes it back.
  await report.press('ControlOrMeta+Z');
  await expect(report).toHaveValue(/in the left ureter/);
  await expect(toVerify.getByText('Side', { exact: true })).toBeVisible();
});

test('an urgent finding is told with whom to call, and anatomy of the other sex', async ({ page }) => {
  await signIn(page, server.url, 'urgent@example.org');
  await page.getByLabel('Sex', { exact: true }).click();
  await page.getByRole('option', { name: 'Female', exact: true }).click();
  await page
    .getByRole('textbox', { name: 'Structured Report' })
    .fill(
      'FINDINGS:\n- Large right tension pneumothorax.\n- The prostate is enlarged.\n\nIMPRESSION:\n1. Right tension pneumothorax.',
    );
  const toVerify = page.getByRole('region', { name: 'To verify' });
  await expect(toVerify.getByText('Critical finding')).toBeVisible();
  await expect(toVerify.getByText('Sex', { exact: true })).toBeVisible();
  await toVerify.getByRole('button', { name: /^Put aside: .*prostate/ }).click();
  await expect(toVerify.getByText('Sex', { exact: true })).toBeHidden();
});

test('a template is found by typing, whatever the spelling, with the keyboard alone', async ({ page }) => {
  await signIn(page, server.url, 'typist@example.org');
  const select = page.getByRole('combobox', { name: 'Report Template' });
  await select.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('cect abdomn pelvis femle');
  const first = page.getByRole('listbox').getByRole('option').first();
  await expect(first).toHaveAccessibleName(/CT Abdomen Pelvis Female Contrast/);
  // The answer of the server's search may still replace the list: Enter takes what is highlighted.
  await expect(first).toHaveAttribute('data-highlighted');
  await page.keyboard.press('Enter');
  await expect(select).toContainText('CT Abdomen Pelvis Female Contrast');
  await expect(page.getByRole('textbox', { name: 'Structured Report' })).toHaveValue(/Uter/);
});

test('a study that the dictation names chooses its template, which can be changed', async ({ page }) => {
  await signIn(page, server.url, 'title@example.org');
  await page
    .getByRole('textbox', { name: 'Transcription Preview' })
    .fill('MRI of the left knee. Complete tear of the ACL. Rest normal.');
  await page.getByRole('button', { name: 'Structure Report with AI' }).click();
  const report = page.getByRole('textbox', { name: 'Structured Report' });
  await expect(report).toHaveValue(/Complete tear of the ACL/);
  await expect(page.getByRole('combobox', { name: 'Report Template' })).toContainText('MR Knee');
  await expect(page.getByText(/which the dictation names/)).toBeVisible();
});

test('words of one’s own are kept with the account', async ({ page }) => {
  await signIn(page, server.url, 'words@example.org');
  await page.goto(`${server.url}/account`);
  await page.getByRole('textbox', { name: 'New word' }).fill('Gadovist');
  await page.getByRole('button', { name: 'Add word' }).click();
  await page.getByRole('textbox', { name: 'When this is heard' }).fill('normal chest');
  await page.getByRole('textbox', { name: 'Write this' }).fill('The lungs are clear.');
  await page.getByRole('button', { name: 'Add replacement' }).click();
  await expect(page.getByText('1 word, 1 replacement')).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 word, 1 replacement')).toBeVisible();
});
