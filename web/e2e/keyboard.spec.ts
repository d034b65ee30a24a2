/** A whole report without a mouse: every step is a key, and the focus stays in the text that is worked on. */
import { expect, type Page, test } from '@playwright/test';
import { COMMANDS } from '../src/app/workspace/commands';
import { signIn } from './support/browser.mjs';
import { engineOfFile } from './support/engine';
import { plugInMicrophone, say } from './support/microphone';
import { finished, preview, recording } from './support/recording';
import { serverOfFile } from './support/server';

const engine = engineOfFile();
const server = serverOfFile(() => engine.settings);
const report = (page: Page) => page.getByRole('textbox', { name: 'Structured Report' });
const keys = (page: Page) => page.getByRole('dialog', { name: 'Keyboard Shortcuts' });

test('a report is dictated, structured, corrected and exported by keys alone', async ({ page, context }) => {
  await plugInMicrophone(context);
  await signIn(page, server.url, 'keyboard@example.org');
  await expect(page.getByText('Audio stays on this server')).toBeVisible();
  const press = (key: string) => page.keyboard.press(key);

  await press('Alt+Shift+P');
  await expect(page.getByLabel('Patient ID')).toBeFocused();
  await page.keyboard.type('K-1');
  await press('Tab');
  await page.keyboard.type('Asha Rao');
  await expect(page.getByLabel('Patient Name')).toHaveValue('Asha Rao');

  await press('Alt+Shift+T');
  await page.keyboard.type('ct chest');
  await expect(page.getByRole('listbox').getByRole('option').first()).toHaveText(/^CT Chest/);
  await press('Enter');
  await expect(page.getByText('CT Chest template has been loaded.')).toBeVisible();

  await press('Alt+Shift+D');
  await expect(preview(page)).toBeFocused();
  await press('Alt+r');
  await expect(recording(page)).toBeVisible();
  await say(page, 'There is a four millimeter nodule in the right upper lobe.');
  await press('Alt+p');
  await expect(page.getByText(/^Recording paused/)).toBeVisible();
  await press('Alt+p');
  await expect(recording(page)).toBeVisible();
  await press('Alt+r');
  await finished(page);
  await expect(preview(page)).toHaveValue(/4 mm nodule/i);
  await expect(preview(page)).toBeFocused();

  await preview(page).fill('Large right pneumothorax with mediastinal shift.');
  await press('Alt+s');
  await expect(page.getByText('Findings have been organized into report sections')).toBeVisible();
  await expect(preview(page)).toBeFocused();
  await press('Alt+i');
  await expect(report(page)).toHaveValue(/IMPRESSION:\n1\./);
  await press('Alt+Shift+R');
  await expect(report(page)).toBeFocused();
  await press('Alt+g');
  await press('Enter');
  await page.keyboard.type('Nodule of ___ mm.');
  await press('Alt+n');
  const selected = () =>
    report(page).evaluate((field: HTMLTextAreaElement) => field.value.slice(field.selectionStart, field.selectionEnd));
  expect(await selected()).toBe('___');
  await page.keyboard.type('4');
  await expect(report(page)).toHaveValue(/Nodule of 4 mm\./);
  await expect(page.getByRole('region', { name: 'To verify' })).toContainText('Critical finding');
  await press('Alt+f');
  await expect(page.getByRole('region', { name: 'To verify' }).locator('[aria-current]')).toContainText('Critical');
  await press('Alt+Shift+A');
  await expect(page.getByRole('region', { name: 'To verify' })).not.toContainText('Critical');

  const download = page.waitForEvent('download');
  await press('Alt+e');
  expect((await download).suggestedFilename()).toBe('radiology_report_K-1.docx');
  await expect(report(page)).toBeFocused();
  await press('Alt+Shift+W');
  await expect(report(page)).toHaveValue('');
  await expect(page.getByLabel('Patient Name')).toHaveValue('');
});

test('the list of keys opens on ? and from its button, names each command, and does not stop a recording', async ({
  page,
}) => {
  await signIn(page, server.url, 'keys@example.org');
  await page.getByRole('heading', { name: 'Voice Recording' }).waitFor();
  await page.keyboard.press('?');
  for (const { does } of Object.values(COMMANDS)) {
    await expect(keys(page).getByText(does, { exact: true }).first()).toBeAttached();
  }
  await page.keyboard.press('Alt+r');
  await expect(recording(page)).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(keys(page)).toHaveCount(0);
  await expect(recording(page)).toBeVisible();
  await page.keyboard.press('Alt+r');

  // Where it is typed it is a character.
  await preview(page).fill('Really');
  await preview(page).press('?');
  await expect(preview(page)).toHaveValue('Really?');
  await expect(keys(page)).toHaveCount(0);

  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await keys(page).getByRole('switch', { name: '? alone opens this list' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).toBeFocused();
  await page.keyboard.press('?');
  await expect(keys(page)).toHaveCount(0);
});

test('every control can be walked to, and the report lets the focus go after its last blank', async ({ page }) => {
  await signIn(page, server.url, 'walk@example.org');
  await expect(page.getByText('Audio stays on this server')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Report Template' })).toBeVisible();
  await report(page).fill('FINDINGS:\n- Nodule of ___ mm.');
  await page.evaluate(() => document.querySelector<HTMLElement>('header a')?.focus());
  const reached = new Set<string>();
  for (let step = 0; step < 60; step++) {
    reached.add(await page.evaluate(nameOfFocused));
    await page.keyboard.press('Tab');
  }
  for (const name of [
    'Text size',
    'Keyboard shortcuts',
    'Switch between light and dark',
    'Patient ID',
    'Sex',
    'Modality',
    'Report Template',
    'Click to Start Recording',
    'Transcription Preview',
    'Structured Report',
    'Export Report',
    'New Report',
  ]) {
    expect([...reached], name).toContain(name);
  }
});

/** What assistive technology would call the control, roughly: its label, or its words. */
function nameOfFocused(): string {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement)) return '';
  const labelledBy = element.getAttribute('aria-labelledby')?.split(' ')[0];
  const label =
    element.getAttribute('aria-label') ??
    (labelledBy ? document.getElementById(labelledBy)?.textContent : null) ??
    (element as HTMLInputElement).labels?.[0]?.textContent;
  return (label ?? element.textContent ?? '').trim();
}

test('the text size is kept on the device and changes dictation and report alike', async ({ page }) => {
  await signIn(page, server.url, 'large@example.org');
  const size = (name: string) =>
    page.getByRole('textbox', { name }).evaluate((field) => Number.parseFloat(getComputedStyle(field).fontSize));
  await report(page).waitFor();
  const before = await size('Structured Report');
  await page.getByRole('button', { name: 'Text size' }).click();
  await page.getByRole('radio', { name: 'Largest' }).check();
  expect(await size('Structured Report')).toBeGreaterThan(before * 1.4);
  await page.reload();
  await report(page).waitFor();
  expect(await size('Structured Report')).toBeGreaterThan(before * 1.4);
  expect(await size('Transcription Preview')).toBeGreaterThan(before * 1.4);
});
