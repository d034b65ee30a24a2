import { expect, type Page, test } from '@playwright/test';
import { signIn, signInByForm } from './support/browser.mjs';
import { dictated } from './support/dictation';
import { engineOfFile } from './support/engine';
import { plugInMicrophone, say } from './support/microphone';
import {
  expectOffered,
  finished,
  preview,
  readoutAway,
  record,
  recordedSeconds,
  recordFor,
  recording,
  recordUntil,
  recoverAndTranscribe,
  stopRecording,
  transcribe,
  withoutLiveWords,
} from './support/recording';
import { serverOfFile } from './support/server';
import { everythingStored } from './support/stored';

const engine = engineOfFile();
const server = serverOfFile(() => engine.settings);

test.beforeEach(({ context }) => plugInMicrophone(context));

const NODULE = 'There is a four millimeter nodule in the right upper lobe.';

/** What the browser asks the person; nothing may stand between them and what they chose. */
function questionsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  return asked;
}

/**
 * Dictates with live words until the first sentence stands in the preview, and the second one is said but not answered:
 * what goes away now takes words with it.
 */
async function dictateIntoSecondSentence(page: Page): Promise<void> {
  await record(page);
  await say(page, NODULE);
  await expect(preview(page)).toHaveValue(dictated(1));
  await engine.hold();
  await say(page, 'No pleural effusion.');
  await expect(preview(page)).toHaveValue(dictated(1));
}

/** The dictation goes on with the third sentence, and is stopped. The engine works all the while. */
async function dictateToTheEnd(page: Page): Promise<void> {
  await engine.answer();
  await say(page, 'Heart size is normal.');
  await expect(recording(page)).toBeVisible();
  await stopRecording(page);
}

test('a server that dies while its words are live', async ({ page }) => {
  await signIn(page, server.url, 'live-restart@example.org');
  await dictateIntoSecondSentence(page);
  await server.kill();
  await expect(page.getByText('The recording goes on; its text comes when you stop it.')).toBeVisible();
  await dictateToTheEnd(page);
  await expect(readoutAway(page)).toBeVisible();
  await expect(preview(page)).not.toHaveValue(/heart/i);

  await server.again();
  await expect(preview(page)).toHaveValue(dictated(3), { timeout: 30_000 });
});

/** Dictates on without a network, and asks for the text, which comes as soon as the network is back. */
async function dictateOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await dictateToTheEnd(page);
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await expect(readoutAway(page)).toBeVisible();
  await expect(preview(page)).not.toHaveValue(/heart/i);
  await page.context().setOffline(false);
}

test('a network that goes away while words are live, and then delivers what it held up', async ({ page }) => {
  // A browser that is taken offline holds the frames of its line: the live words come late, beside the transcription.
  const liveWords = new Promise<void>((resolve) => {
    page.once('websocket', (line) =>
      line.on('framereceived', ({ payload }) => {
        if (String(payload).startsWith('{"type":"final"')) resolve();
      }),
    );
  });
  await signIn(page, server.url, 'live-late@example.org');
  await dictateIntoSecondSentence(page);
  const transcription = page.waitForResponse('**/api/transcribe');
  await dictateOffline(page);
  await Promise.all([liveWords, transcription]);
  await expect(page.getByText('Processing...')).toHaveCount(0);
  await expect(page.getByText('Recording complete - Ready to transcribe again')).toBeVisible();
  await expect(preview(page)).toHaveValue(dictated(3));
});

test('a network that goes away while words are live, and takes their line with it for good', async ({ page }) => {
  // Frames must be lost, not held: they pass through here as long as the line is alive.
  let isAlive = true;
  await page.routeWebSocket('**/api/transcribe/live', (line) => {
    const far = line.connectToServer();
    line.onMessage((frame) => {
      if (isAlive) far.send(frame);
    });
    far.onMessage((frame) => {
      if (isAlive) line.send(frame);
    });
  });
  await signIn(page, server.url, 'live-dead@example.org');
  await dictateIntoSecondSentence(page);
  isAlive = false;
  await dictateOffline(page);
  await finished(page);
  await expect(page.getByText('Recording complete - Ready to transcribe again')).toBeVisible();
  await expect(preview(page)).toHaveValue(dictated(3));
});

test('a server that dies between recording and transcribing', async ({ page }) => {
  await withoutLiveWords(page);
  await signIn(page, server.url, 'restart@example.org');
  await record(page);
  await say(page, NODULE);
  await server.kill();
  await stopRecording(page);
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await expect(readoutAway(page)).toBeVisible();

  await server.again();
  await expect(preview(page)).toHaveValue(/right upper lobe/i, { timeout: 30_000 });
  await page.getByRole('textbox', { name: 'Structured Report' }).fill('FINDINGS:\n- A nodule.');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Report' }).click();
  await download;
  // Exported: nothing of the dictation stays in the browser but the report that is kept for a day.
  await expect
    .poll(async () => (await everythingStored(page)).filter((row) => row.includes('recordingId')))
    .toEqual([]);
});

test('a server that dies while it transcribes', async ({ page }) => {
  await withoutLiveWords(page);
  await signIn(page, server.url, 'heard@example.org');
  await record(page);
  await say(page, NODULE);
  await stopRecording(page);
  await preview(page).fill('Typed before.');
  const asked = page.waitForRequest('**/api/transcribe');
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await asked;
  await server.kill();
  await expect(readoutAway(page)).toBeVisible();
  await expect(page.getByText('Failed to transcribe audio. Please try again.')).toHaveCount(0);
  await preview(page).fill('Typed meanwhile.');

  await server.again();
  await expect(preview(page)).toHaveValue(/^Typed meanwhile\.\s[\s\S]*right upper lobe/i, { timeout: 30_000 });
  await expect(page.getByText('Recording complete - Ready to transcribe again')).toBeVisible();
});

test('a network that goes away while a dictation runs', async ({ page, context }) => {
  await withoutLiveWords(page);
  await signIn(page, server.url, 'offline@example.org');
  await record(page);
  // It goes in the midst of the first sentence, whose last words are "right upper lobe".
  const sentence = say(page, NODULE);
  await recordUntil(page, 1);
  await context.setOffline(true);
  await sentence;
  await say(page, 'No pleural effusion.');
  await say(page, 'Heart size is normal.');
  await stopRecording(page);
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await expect(readoutAway(page)).toBeVisible();
  await context.setOffline(false);
  await expect(preview(page)).toHaveValue(dictated(3), { timeout: 30_000 });
});

test('a session that ends while a dictation runs', async ({ page, context }) => {
  await withoutLiveWords(page);
  await signIn(page, server.url, 'expired@example.org');
  await record(page);
  await say(page, NODULE);
  await context.clearCookies();
  await say(page, 'No pleural effusion.');
  await stopRecording(page);
  const recorded = await recordedSeconds(page);
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await expect(page.getByText('You are signed out. Sign in again in another tab, then try again.')).toBeVisible();

  // Another person signs in there: this page shows its patient no longer, and they are offered nothing.
  const other = await context.newPage();
  await signInByForm(other, server.url, 'somebody-else@example.org');
  await expect(page.getByRole('timer')).toHaveText('00:00');
  await expect(page.getByText(/unsaved/i)).toHaveCount(0);
  await context.clearCookies();
  await signIn(page, server.url, 'expired@example.org');
  await recoverAndTranscribe(page, recorded);
});

test('a session that ended before the dictation: live words are refused, the page says why, and nothing is lost', async ({
  page,
  context,
}) => {
  const email = 'ended@example.org';
  await signIn(page, server.url, email);
  await expect(page.getByText('Audio stays on this server')).toBeVisible();
  await page.getByLabel('Patient Name').fill('Still Here');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Click to Start Recording' }).click();
  await expect(page.getByText('You are signed out. What is on this page stays')).toBeVisible();
  await expect(page.getByText('The recording goes on; its text comes when you transcribe it.')).toBeVisible();
  await say(page, NODULE);
  await say(page, 'No pleural effusion.');
  await say(page, 'Heart size is normal.');
  await stopRecording(page);

  const signInAgain = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Sign in again in another tab' }).click();
  const other = await signInAgain;
  await signInByForm(other, server.url, email);
  await transcribe(page, dictated(3));
  await expect(page.getByLabel('Patient Name')).toHaveValue('Still Here');
  await expect(page.getByText('You are signed out. What is on this page stays')).toBeHidden();
});

test('a sign-out, here or in another tab, while a dictation runs', async ({ page, context }) => {
  const asked = questionsOf(page);
  await signIn(page, server.url, 'leaving@example.org');
  await recordFor(page, 3);
  await page.getByRole('button', { name: /Account menu/ }).click();
  await page.getByRole('link', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${server.url}/`);

  await signIn(page, server.url, 'leaving@example.org');
  await expectOffered(page, 3);
  await page.getByRole('button', { name: 'Recover' }).click();
  await expect(page.getByText('Recording complete - Ready to transcribe')).toBeVisible();
  await recordFor(page, 2);
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
  await expectOffered(page, 2);

  await page.getByRole('button', { name: 'New Report' }).click();
  await page.getByLabel('Patient Name').fill('Next');
  await expect
    .poll(async () => (await everythingStored(page)).filter((row) => row.includes('recordingId')))
    .toEqual([]);
});
