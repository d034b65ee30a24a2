import { expect, type Page, test } from '@playwright/test';
import { recordFor, recoverAndTranscribe, stopRecording, transcribe, withoutLiveWords } from './support/recording';
import { serverOfFile } from './support/server';
import { signIn } from './support/sign-in';
import { everythingStored } from './support/stored';

const server = serverOfFile();

/** What the browser asks the person; nothing may stand between them and what they chose. */
function questionsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  return asked;
}

test('a server that dies between recording and transcribing, and while it transcribes', async ({ page }) => {
  await withoutLiveWords(page);
  await signIn(page, server.url, 'restart@example.org');
  await recordFor(page, 6_500);
  await server.kill();
  await stopRecording(page);
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await expect(page.getByText('Readout could not be reached.')).toBeVisible();
  await expect(page.getByText('Your recording is still here.')).toBeVisible();

  await server.again();
  const asked = page.waitForRequest('**/api/transcribe');
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await asked;
  await server.kill();
  await expect(page.getByText('Failed to transcribe audio. Please try again.')).toBeVisible();
  await expect(page.getByText('Your recording is still here.')).toBeVisible();

  await server.again();
  await transcribe(page);
  await page.getByRole('textbox', { name: 'Structured Report' }).fill('FINDINGS:\n- A nodule.');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Report' }).click();
  await download;
  // Exported: nothing of the dictation stays in the browser but the report that is kept for a day.
  await expect
    .poll(async () => (await everythingStored(page)).filter((row) => row.includes('recordingId')))
    .toEqual([]);
});

test('a network that goes away while a dictation runs', async ({ page, context }) => {
  await withoutLiveWords(page);
  await signIn(page, server.url, 'offline@example.org');
  await expect(page.getByRole('button', { name: 'Click to Start Recording' })).toBeVisible();
  await context.setOffline(true);
  await recordFor(page, 6_500);
  await stopRecording(page);
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await expect(page.getByText('Readout could not be reached.')).toBeVisible();
  await context.setOffline(false);
  await transcribe(page);
});

test('a session that ends while a dictation runs', async ({ page, context }) => {
  await withoutLiveWords(page);
  await signIn(page, server.url, 'expired@example.org');
  await recordFor(page, 3_500);
  await context.clearCookies();
  await page.waitForTimeout(3_000);
  await stopRecording(page);
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await expect(page.getByText('You are signed out. Sign in again in another tab, then try again.')).toBeVisible();

  // Another person signs in there: this page shows its patient no longer, and they are offered nothing.
  const other = await context.newPage();
  await signIn(other, server.url, 'somebody-else@example.org');
  await expect(page.getByRole('timer')).toHaveText('00:00');
  await expect(page.getByText(/unsaved/i)).toHaveCount(0);
  await context.clearCookies();
  await signIn(page, server.url, 'expired@example.org');
  await recoverAndTranscribe(page);
});

test('a sign-out, here or in another tab, while a dictation runs', async ({ page, context }) => {
  const asked = questionsOf(page);
  await signIn(page, server.url, 'leaving@example.org');
  await recordFor(page, 2_500);
  await page.getByRole('button', { name: /Account menu/ }).click();
  await page.getByRole('link', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${server.url}/`);

  await signIn(page, server.url, 'leaving@example.org');
  await expect(page.getByText(/unsaved recording of 00:0\d from \d/i)).toBeVisible();
  await page.getByRole('button', { name: 'Recover' }).click();
  await expect(page.getByText('Recording complete - Ready to transcribe')).toBeVisible();
  await recordFor(page, 1_500);
  await page.getByLabel('Patient Name').fill('Left In A Hurry');

  const other = await context.newPage();
  await other.goto(`${server.url}/account`);
  await other.getByRole('button', { name: /Account menu/ }).click();
  await other.getByRole('link', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${server.url}/`);
  expect(asked).toEqual([]);

  await signIn(page, server.url, 'leaving@example.org');
  await page.getByRole('button', { name: 'Recover' }).click();
  await expect(page.getByLabel('Patient Name')).toHaveValue('Left In A Hurry');
  // Both takes are there: one in the panel, the other one offered above it.
  await expect(page.getByText('Recording complete - Ready to transcribe')).toBeVisible();
  await expect(page.getByText(/unsaved recording of 00:0\d from \d/i)).toBeVisible();

  await page.getByRole('button', { name: 'New Report' }).click();
  await page.getByLabel('Patient Name').fill('Next');
  await expect
    .poll(async () => (await everythingStored(page)).filter((row) => row.includes('recordingId')))
    .toEqual([]);
});
