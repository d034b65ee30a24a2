import { expect, type Page } from '@playwright/test';

export const preview = (page: Page) => page.getByRole('textbox', { name: 'Transcription Preview' });
export const recording = (page: Page) => page.getByText('Recording in progress...');
export const finished = (page: Page, patience?: { timeout: number }) =>
  expect(page.getByText('Audio has been successfully transcribed')).toBeVisible(patience);

/** The line that says that the page waits for a server, and goes on by itself. */
export const readoutAway = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Readout could not be reached. This goes on by itself' });

export async function record(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Click to Start Recording' }).click();
  await expect(recording(page)).toBeVisible();
}

/** Records for so many seconds; the recording is still running then. */
export async function recordFor(page: Page, seconds: number): Promise<void> {
  await record(page);
  await recordUntil(page, seconds);
}

/** Lets the recording run until its clock shows so many seconds. */
export async function recordUntil(page: Page, seconds: number): Promise<void> {
  await expect
    .poll(() => recordedSeconds(page), { intervals: [100], timeout: (seconds + 15) * 1000 })
    .toBeGreaterThanOrEqual(seconds);
}

/** What the clock of the recorder shows. */
export async function recordedSeconds(page: Page): Promise<number> {
  return secondsIn(await page.getByRole('timer').textContent());
}

function secondsIn(text: string | null): number {
  const [, minutes, seconds] = text?.match(/(\d\d):(\d\d)/) ?? [];
  return Number(minutes) * 60 + Number(seconds);
}

export async function stopRecording(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Click to Stop Recording' }).click();
  await expect(page.getByText('Recording complete - Ready to transcribe')).toBeVisible();
}

/** What was left behind is offered, with no more than the last second of what was recorded missing. */
export async function expectOffered(page: Page, recorded: number): Promise<void> {
  const offer = page.getByText(/unsaved recording of \d\d:\d\d from \d/i);
  await expect(offer).toBeVisible();
  expect(secondsIn(await offer.textContent())).toBeGreaterThanOrEqual(recorded - 1);
}

/** Takes up what was left behind of a recording of so many seconds, and reads what was said in it. */
export async function recoverAndTranscribe(page: Page, recorded: number, words?: RegExp): Promise<void> {
  await expectOffered(page, recorded);
  await page.getByRole('button', { name: 'Recover' }).click();
  await transcribe(page, words);
}

export async function transcribe(page: Page, words = /right upper lobe/i): Promise<void> {
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await expect(preview(page)).toHaveValue(words, { timeout: 30_000 });
}

/** For a test about transcribing a whole recording: the words do not come while it runs. */
export async function withoutLiveWords(page: Page): Promise<void> {
  await page.routeWebSocket('**/api/transcribe/live', (socket) => socket.close());
}
