import { expect, type Page } from '@playwright/test';

/** Records for this long; the recording is still running then. */
export async function recordFor(page: Page, milliseconds: number): Promise<void> {
  await page.getByRole('button', { name: 'Click to Start Recording' }).click();
  await expect(page.getByText('Recording in progress...')).toBeVisible();
  await page.waitForTimeout(milliseconds);
}

export async function stopRecording(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Click to Stop Recording' }).click();
  await expect(page.getByText('Recording complete - Ready to transcribe')).toBeVisible();
}

/** Takes up what was left behind, and reads what was said in it. */
export async function recoverAndTranscribe(page: Page): Promise<void> {
  await expect(page.getByText(/unsaved recording of 00:0\d from \d/i)).toBeVisible();
  await page.getByRole('button', { name: 'Recover' }).click();
  await transcribe(page);
}

export async function transcribe(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Transcription Preview' })).toHaveValue(/right upper lobe/i, {
    timeout: 30_000,
  });
}

/** For a test about transcribing a whole recording: the words do not come while it runs. */
export async function withoutLiveWords(page: Page): Promise<void> {
  await page.routeWebSocket('**/api/transcribe/live', (socket) => socket.close());
}
