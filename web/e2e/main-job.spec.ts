import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { signInByForm } from './support/browser.mjs';
import { engineOfFile } from './support/engine';
import { plugInMicrophone, say } from './support/microphone';
import { choose } from './support/select';
import { serverOfFile } from './support/server';
import { openXmlErrors, readWithLibreOffice, readWithPythonDocx } from './support/word-file';

/** The statements of a report's text, without headings and marks. */
const statements = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/^(?:- |\d+\. )/, '').trim())
    .filter((line) => line !== '' && !/^[A-Z ]+:?$/.test(line));

const engine = engineOfFile();
const server = serverOfFile(() => engine.settings);

test('a newcomer signs in, dictates, structures, edits and downloads a Word file that says what was spoken', async ({
  page,
  context,
}) => {
  await plugInMicrophone(context);
  await signInByForm(page, server.url, 'newcomer@example.org');
  // From here on the page may not complain about anything: no script error, no breach of the content policy.
  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') violations.push(message.text());
  });
  page.on('pageerror', (error) => violations.push(String(error)));

  await expect(page.getByText(/Free trial: 2 days 23 hours|Free trial: 3 days/)).toBeVisible();

  await page.getByLabel('Patient ID').fill('CT-20418');
  await page.getByLabel('Patient Name').fill('M. Iyer');

  // Record the first sentence, pause behind it, resume for the rest.
  const record = page.getByRole('button', { name: 'Click to Start Recording' });
  await record.click();
  await expect(page.getByText('Recording in progress...')).toBeVisible();
  await expect(page.getByTestId('level-bars').locator('> *')).toHaveCount(30);
  // The words come while they are spoken.
  const preview = page.getByRole('textbox', { name: 'Transcription Preview' });
  await say(page, 'There is a four millimeter nodule in the right upper lobe.');
  await expect(preview).toHaveValue(/4 mm nodule in the right upper lobe/i);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Recording paused - Click Resume to continue or Transcribe to process')).toBeVisible();
  const paused = await page.getByRole('timer').textContent();
  // Longer than the clock shows a second.
  await page.waitForTimeout(1_500);
  await expect(page.getByRole('timer')).toHaveText(paused ?? '');
  await page.getByRole('button', { name: 'Resume' }).click();
  await say(page, 'No pleural effusion.');
  await expect(preview).toHaveValue(/no pleural effusion/i);
  await page.getByRole('button', { name: 'Click to Stop Recording' }).click();
  await expect(page.getByText('Recording complete - Ready to transcribe')).toBeVisible();

  // At the end they are there, without another click.
  await expect(page.getByText('Audio has been successfully transcribed')).toBeVisible();
  await expect(preview).toHaveValue(/4 mm nodule in the right upper lobe/i);
  await expect(preview).toHaveValue(/no pleural effusion/i);

  await choose(page, 'Modality', 'CT Scan');
  await choose(page, 'Report Template', 'CT Chest');
  await expect(page.getByText('CT Chest template has been loaded.')).toBeVisible();
  const report = page.getByRole('textbox', { name: 'Structured Report' });
  await expect(report).toHaveValue(/FINDINGS:/);

  await page.getByRole('button', { name: 'Structure Report with AI' }).click();
  await expect(page.getByText('Findings have been organized into report sections')).toBeVisible();
  await expect(report).toHaveValue(/- .*4 mm nodule.*right upper lobe/i);
  // The template's own normal that the nodule contradicts is gone, its siblings stay.
  await expect(report).not.toHaveValue(/no (?:pulmonary |lung )?nodule/i);
  await expect(report).toHaveValue(/mediastin/i);

  await page.getByRole('button', { name: 'Generate Impression' }).click();
  await expect(page.getByText('AI has generated the clinical impression.')).toBeVisible();
  await expect(report).toHaveValue(/IMPRESSION:\n1\. .*4 mm nodule.*right upper lobe/i);

  const before = await report.inputValue();
  await report.focus();
  await report.evaluate((element: HTMLTextAreaElement) =>
    element.setSelectionRange(element.value.length, element.value.length),
  );
  await page.keyboard.type('\n2. Follow-up CT in 12 months is suggested.');
  await expect(report).toHaveValue(`${before.trimEnd()}\n2. Follow-up CT in 12 months is suggested.`);
  const shown = statements(await report.inputValue());
  expect(shown.length).toBeGreaterThan(10);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Report' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('radiology_report_CT-20418.docx');
  await expect(page.getByText('Report has been downloaded as a Word document.')).toBeVisible();
  const saved = path.join(server.data, file.suggestedFilename());
  await file.saveAs(saved);

  expect(openXmlErrors(saved)).toEqual([]);
  for (const text of [readWithPythonDocx(saved), readWithLibreOffice(saved)]) {
    expect(text).toMatch(/4 mm nodule[^\n]*right upper lobe/i);
    expect(text).toMatch(/no pleural effusion/i);
    expect(text).toContain('Follow-up CT in 12 months is suggested.');
    expect(text).toContain('CT-20418');
    expect(text).toContain('M. Iyer');
  }
  // Every statement of the editor stands in the file, in its order.
  const printed = statements(readWithPythonDocx(saved));
  expect(printed.filter((line) => shown.includes(line))).toEqual(shown);

  expect(violations).toEqual([]);
  // Nothing that belongs to the patient reached the log or the database.
  for (const fragment of ['Iyer', 'CT-20418', 'nodule', 'newcomer@example.org']) {
    expect(server.log()).not.toContain(fragment);
  }
  for (const name of fs.readdirSync(server.data).filter((entry) => entry.includes('sqlite') || entry.includes('.db'))) {
    const bytes = fs.readFileSync(path.join(server.data, name)).toString('latin1');
    for (const fragment of ['Iyer', 'CT-20418', 'nodule in the right upper lobe'])
      expect(bytes).not.toContain(fragment);
  }
});
