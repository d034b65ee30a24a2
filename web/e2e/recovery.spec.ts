import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, expect, type Page, test } from '@playwright/test';
import { signIn } from './support/browser.mjs';
import { launchOptions } from './support/chromium';
import { dictated } from './support/dictation';
import { engineOfFile } from './support/engine';
import { plugInMicrophone, say } from './support/microphone';
import {
  preview,
  record,
  recordedSeconds,
  recordUntil,
  recoverAndTranscribe,
  withoutLiveWords,
} from './support/recording';
import { type RunningServer, startServer } from './support/server';
import { everythingStored, typeIntoDraft } from './support/stored';

const NODULE = 'There is a four millimeter nodule in the right upper lobe.';

const engine = engineOfFile();
let server: RunningServer;
let profile: string;
test.beforeEach(async () => {
  server = await startServer(engine.settings);
  profile = fs.mkdtempSync(path.join(os.tmpdir(), 'readout-profile-'));
});
test.afterEach(async () => {
  await server.stop();
  fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

async function openBrowser(): Promise<BrowserContext> {
  const browser = await chromium.launchPersistentContext(profile, {
    ...launchOptions('dictation'),
    viewport: { width: 1440, height: 900 },
  });
  await plugInMicrophone(browser);
  return browser;
}

/** What is said more than a second before a browser dies is kept. */
async function letASecondPass(page: Page): Promise<void> {
  await recordUntil(page, (await recordedSeconds(page)) + 2);
}

test('a dictation survives the crash of its tab', async () => {
  const browser = await openBrowser();
  const page = await browser.newPage();
  await signIn(page, server.url, 'crash@example.org');
  await record(page);
  await say(page, NODULE);
  await expect(preview(page)).toHaveValue(dictated(1));
  // The tab dies before the second sentence is answered.
  await engine.hold();
  await say(page, 'No pleural effusion.');
  await letASecondPass(page);
  await expect(preview(page)).toHaveValue(dictated(1));
  const recorded = await recordedSeconds(page);
  const session = await browser.newCDPSession(page);
  const crashed = new Promise((resolve) => page.once('crash', resolve));
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  await engine.answer();

  const again = await browser.newPage();
  await again.goto(`${server.url}/app`);
  await recoverAndTranscribe(again, recorded, dictated(2));
  await browser.close();
});

test('a dictation survives the death of the browser, and is encrypted on disk', async () => {
  let browser = await openBrowser();
  let page = await browser.newPage();
  await withoutLiveWords(page);
  await signIn(page, server.url, 'kill@example.org');
  await record(page);
  await say(page, NODULE);
  await page.getByLabel('Patient Name').fill('Killed Browser');
  await typeIntoDraft(page, () => preview(page).fill('Typed beside the dictation.'));
  await say(page, 'No pleural effusion.');
  await letASecondPass(page);
  const stored = await everythingStored(page);
  expect(stored.length).toBeGreaterThan(5);
  // A WebM file names its codec in its first bytes: that may not be readable, nor may a word.
  for (const row of stored) expect(row).not.toMatch(/A_OPUS|OpusHead|Killed|Typed/);

  const recorded = await recordedSeconds(page);
  killBrowserOf(profile);
  await browser.close().catch(() => undefined);
  for (const lock of ['SingletonLock', 'SingletonSocket', 'SingletonCookie'])
    fs.rmSync(path.join(profile, lock), { force: true });

  // A browser that is killed may lose its newest cookies: signing in again must be enough.
  browser = await openBrowser();
  page = await browser.newPage();
  await signIn(page, server.url, 'kill@example.org');
  await recoverAndTranscribe(page, recorded, /4 mm nodule in the right upper lobe\.? no pleural effusion/i);
  await expect(page.getByLabel('Patient Name')).toHaveValue('Killed Browser');
  await expect(preview(page)).toHaveValue(/^Typed beside the dictation\.\s/);
  await browser.close();
});

test('a failing engine loses neither the recording nor the text', async () => {
  const browser = await openBrowser();
  const page = await browser.newPage();
  await withoutLiveWords(page);
  await signIn(page, server.url, 'outage@example.org');
  await record(page);
  await say(page, NODULE);
  await page.getByRole('button', { name: 'Click to Stop Recording' }).click();
  const refusal = { status: 502, json: { message: 'The engine is down.', code: 'speech_failed' } };
  await page.route('**/api/transcribe', (route) => route.fulfill(refusal), { times: 1 });
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await expect(page.getByText('Failed to transcribe audio. Please try again.')).toBeVisible();
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await expect(preview(page)).toHaveValue(/right upper lobe/i, { timeout: 30_000 });

  const text = await preview(page).inputValue();
  await page.route('**/api/structure-report', (route) => route.fulfill(refusal), { times: 1 });
  await page.getByRole('button', { name: 'Structure Report with AI' }).click();
  await expect(page.getByText('Failed to structure report. Please try again.')).toBeVisible();
  await expect(preview(page)).toHaveValue(text);
  await browser.close();
});

/** Kills every process of the browser that uses this profile folder, without a word of warning to it. */
function killBrowserOf(folder: string): void {
  for (const entry of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const id = Number(entry);
    if (id === process.pid) continue;
    let command = '';
    try {
      command = fs.readFileSync(`/proc/${entry}/cmdline`, 'utf8');
    } catch {
      continue; // ended meanwhile, or not ours to read
    }
    if (command.includes(folder)) process.kill(id, 'SIGKILL');
  }
}
