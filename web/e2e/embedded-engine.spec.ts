/**
 * A dictation with the engine that is in the program, from the browser's microphone to the report. What it understands is
 * measured elsewhere (`make eval-speech`): what is asked here holds whatever it hears.
 */
import { expect, test } from '@playwright/test';
import { signIn } from './support/browser.mjs';
import { saidAfter } from './support/dictation';
import { finished, preview, record, recording, recordUntil, stopRecording } from './support/recording';
import { serverOfFile } from './support/server';

const server = serverOfFile();

/** The engine shares the machine with the browser, and on a busy one it is behind whoever speaks. */
const patience = { timeout: 120_000 };

test('words appear while they are spoken, and at stop the text is there and makes a report', async ({ page }) => {
  test.setTimeout(5 * patience.timeout);
  await signIn(page, server.url, 'embedded@example.org');
  await expect(page.getByText('Audio stays on this server')).toBeVisible();
  await record(page);
  await expect(preview(page)).toHaveValue(/\w/, patience);
  await expect(recording(page)).toBeVisible();
  await recordUntil(page, saidAfter('dictation', 'Heart size is normal.'));
  await stopRecording(page);
  await finished(page, patience);
  await expect(preview(page)).toHaveValue(/\w+\s+\w+/);

  // The recording is heard once more, as a whole.
  const again = page.waitForResponse('**/api/transcribe');
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
  expect((await again).status()).toBe(200);
  await expect(page.getByText('Processing...')).toHaveCount(0, patience);
  await expect(preview(page)).toHaveValue(/\w+\s+\w+/);
  await page.getByRole('button', { name: 'Structure Report with AI' }).click();
  await expect(page.getByText('Findings have been organized into report sections')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Structured Report' })).toHaveValue(/\w+/);
});
