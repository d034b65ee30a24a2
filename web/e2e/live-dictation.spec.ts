import { expect, type Page, test } from '@playwright/test';
import { signIn } from './support/browser.mjs';
import { speakingBrowsers } from './support/chromium';
import type { SpokenName } from './support/dictation';
import { finished, preview, record, recording } from './support/recording';
import { choose } from './support/select';
import { serverOfFile } from './support/server';

const server = serverOfFile();
const openSpeaking = speakingBrowsers();

/** A signed-in page whose microphone says what a spoken file says, from the moment it is opened. */
async function openPage(spoken: SpokenName, user = `${spoken}-${Date.now()}@example.org`): Promise<Page> {
  const browser = await openSpeaking(spoken);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  // The tests that cut the line need to get at it.
  await page.addInitScript(() => {
    const lines: WebSocket[] = [];
    Object.assign(window, { lines });
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL) {
        super(url);
        lines.push(this);
      }
    };
  });
  await signIn(page, server.url, user);
  await expect(page.getByText('Spoken commands')).toBeVisible();
  return page;
}

const report = (page: Page) => page.getByRole('textbox', { name: 'Structured Report' });
const stop = (page: Page) => page.getByRole('button', { name: 'Click to Stop Recording' }).click();

test('words appear while they are spoken, a command acts, and at stop the text is there', async () => {
  const page = await openPage('live');
  await record(page);
  await expect(page.getByTestId('tentative')).toHaveText(/there is|nodule|right/i);
  await expect(preview(page)).toHaveValue(/4 mm nodule in the right upper lobe/i);
  await expect(preview(page)).toHaveValue(/no pleural effusion/i);
  await expect(preview(page)).not.toHaveValue(/pleural effusion/i);
  await expect(preview(page)).toHaveValue(/heart size is normal/i);
  await expect(recording(page)).toBeVisible();
  await stop(page);
  await finished(page);
  await expect(preview(page)).toHaveValue(/4 mm nodule in the right upper lobe[\s\S]*heart size is normal/i);
  await expect(preview(page)).not.toHaveValue(/scratch|effusion/i);
  await page.getByText('Show what was heard').click();
  await expect(page.getByText(/four millimeter nodule in the right upper lobe/)).toBeVisible();
});

for (const [name, viewport] of [
  ['half a screen', { width: 900, height: 900 }],
  ['a small laptop', { width: 1366, height: 650 }],
] as const) {
  test(`live words are in sight on ${name}, and what stepped back for them returns`, async () => {
    const page = await openPage('dictation', `low-${viewport.width}@example.org`);
    await page.setViewportSize(viewport);
    await record(page);
    await expect(page.getByTestId('tentative')).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Click to Stop Recording' })).toBeInViewport();
    await expect(page.getByText('Audio stays on this server')).toBeHidden();
    await stop(page);
    await finished(page);
    await expect(page.getByText('Audio stays on this server')).toBeVisible();
  });
}

test('what was said before a pause stays at stop when what was said after it is taken back', async () => {
  const page = await openPage('corrected');
  await record(page);
  await expect(preview(page)).toHaveValue(/lungs are clear[\s\S]*heart is normal in size[\s\S]*no acute fracture/i, {
    timeout: 40_000,
  });
  await stop(page);
  await finished(page);
  await expect(preview(page)).toHaveValue(/lungs are clear[\s\S]*heart is normal in size[\s\S]*no acute fracture/i);
  await expect(preview(page)).not.toHaveValue(/scratch|rib/i);
});

test('what is said goes to the report\u2019s caret, and the browser\u2019s own undo takes it back', async () => {
  const page = await openPage('dictation');
  await choose(page, 'Modality', 'CT Scan');
  await choose(page, 'Report Template', 'CT Chest');
  await report(page).click();
  await report(page).evaluate((field: HTMLTextAreaElement) => {
    const behind = field.value.indexOf('FINDINGS:') + 'FINDINGS:'.length;
    field.setSelectionRange(behind, behind);
  });
  await page.keyboard.press('Alt+r');
  await expect(page.getByText('Words go into the report, at the caret.')).toBeVisible();
  await expect(report(page)).toHaveValue(/FINDINGS:\nThere is a 4 mm nodule in the right upper lobe/);
  await expect(report(page)).toHaveValue(/no pleural effusion[\s\S]*heart size is normal/i);
  await expect(report(page)).toBeFocused();
  await page.keyboard.press('Alt+r');
  await finished(page);
  await expect(preview(page)).toHaveValue('');
  for (let step = 0; step < 4; step++) await page.keyboard.press('Control+z');
  await expect(report(page)).not.toHaveValue(/4 mm nodule/);
  await expect(report(page)).toHaveValue(/FINDINGS:\n/);
});

test('a template is inserted and its first blank filled by voice alone', async () => {
  const page = await openPage('commands');
  await choose(page, 'Modality', 'CT Scan');
  await record(page);
  await expect(page.getByText(/CT Abdomen.* template has been loaded/)).toBeVisible();
  const blanks = page.getByRole('button', { name: /blanks? to fill/ });
  const before = (await blanks.textContent()) ?? '';
  await expect(page.getByText('Words go into the report, at the caret.')).toBeVisible();
  await expect(report(page)).toHaveValue(/heart size is normal/i);
  await expect(blanks).not.toHaveText(before);
  await expect(preview(page)).toHaveValue('');
  await stop(page);
  await finished(page);
  await expect(preview(page)).toHaveValue('');
});

test('a template is inserted and its impression gone to by voice, and what follows is written there', async () => {
  const page = await openPage('impression');
  await choose(page, 'Modality', 'CT Scan');
  await record(page);
  await expect(page.getByText('Words go into the Transcription Preview.')).toBeVisible();
  await expect(page.getByText(/CT Chest.* template has been loaded/)).toBeVisible();
  await expect(page.getByLabel('Report Template', { exact: true })).toContainText('CT Chest');
  const template = await report(page).inputValue();
  await expect(page.getByText('Words go into the report, at the caret.')).toBeVisible();
  await expect(report(page)).toBeFocused();
  await expect(report(page)).toHaveValue(/heart size is normal/i);
  await stop(page);
  await finished(page);
  // Behind the last line of the impression, and nowhere else.
  const written = await report(page).inputValue();
  expect(template).toMatch(/IMPRESSION:\n.+$/s);
  expect(written.startsWith(template.trimEnd())).toBe(true);
  expect(written.slice(template.trimEnd().length)).toMatch(/^\s*heart size is normal\.?\s*$/i);
  await expect(preview(page)).toHaveValue('');
});

test('a line is begun by voice, and the report structured once that is allowed on this device', async () => {
  const page = await openPage('structured');
  await page.getByText('Spoken commands').click();
  await record(page);
  await expect(preview(page)).toHaveValue(/^large right pneumothorax\.?\nheart size is normal/i);
  await expect(page.getByText('Command Switched Off')).toBeVisible();
  await expect(report(page)).toHaveValue('');
  await page.getByRole('switch', { name: /structures the report/ }).click();
  await expect(page.getByText('Findings have been organized into report sections')).toBeVisible();
  await expect(report(page)).toHaveValue(/FINDINGS:[\s\S]*right pneumothorax/i);
  await stop(page);
  await finished(page);
  await expect(preview(page)).toHaveValue(/^large right pneumothorax\.?\nheart size is normal\.?$/i);
});

test('a word and a replacement of one\u2019s own are used in the next dictation', async () => {
  const page = await openPage('own-word');
  await page.goto(`${server.url}/account`);
  await page.getByRole('textbox', { name: 'New word' }).fill('Zirkonaplasty');
  await page.getByRole('button', { name: 'Add word' }).click();
  await page.getByRole('textbox', { name: 'When this is heard' }).fill('right upper lobe');
  await page.getByRole('textbox', { name: 'Write this' }).fill('RUL');
  await page.getByRole('button', { name: 'Add replacement' }).click();
  await expect(page.getByText('1 word, 1 replacement')).toBeVisible();
  await page.getByRole('link', { name: 'Back to App' }).click();
  await record(page);
  await expect(preview(page)).toHaveValue(/nodule in the RUL/i);
  await expect(preview(page)).toHaveValue(/zirkonaplasty of the left hip/i);
  await stop(page);
  await finished(page);
  await page.getByText('Show what was heard').click();
  await expect(page.getByText(/nodule in the right upper lobe/)).toBeVisible();
});

test('a dictation that is parked in the midst of a sentence keeps its last words, and has them once', async () => {
  const page = await openPage('live');
  await record(page);
  await expect(preview(page)).toHaveValue(/4 mm nodule in the right upper lobe/i);
  await expect(page.getByTestId('tentative')).toHaveText(/effusion/i);
  await page.keyboard.press('Alt+k');
  const parked = page.getByRole('region', { name: 'Parked Drafts' });
  await expect(parked).toContainText('Transcribed');
  await expect(preview(page)).toHaveValue('');
  await page.keyboard.press('Alt+Shift+K');
  await expect(preview(page)).toHaveValue(/4 mm nodule in the right upper lobe[\s\S]*effusion/i);
  await expect(page.getByText('Recording complete - Ready to transcribe again')).toBeVisible();
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await expect(page.getByText('Processing...')).toHaveCount(0);
  await finished(page);
  for (const word of [/nodule/gi, /effusion/gi]) {
    expect((await preview(page).inputValue()).match(word)).toHaveLength(1);
  }
});

test('a sign-out in the last second of a dictation loses none of it', async () => {
  const user = `last-second-${Date.now()}@example.org`;
  const page = await openPage('live', user);
  await record(page);
  await expect(preview(page)).toHaveValue(/4 mm nodule in the right upper lobe/i);
  await expect(page.getByTestId('tentative')).toHaveText(/effusion/i);
  await page.keyboard.press('Alt+r');
  await page.getByRole('button', { name: /Account menu/ }).click();
  await page.getByRole('link', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${server.url}/`);
  await signIn(page, server.url, user);
  await page.getByRole('button', { name: 'Recover' }).click();
  await expect(page.getByText('Recording complete - Ready to transcribe')).toBeVisible();
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await finished(page);
  await expect(preview(page)).toHaveValue(/4 mm nodule in the right upper lobe[\s\S]*effusion/i);
  expect((await preview(page).inputValue()).match(/nodule/gi)).toHaveLength(1);
});

test('doubtful words are marked, walked and settled', async () => {
  const page = await openPage('unheard-of');
  await record(page);
  await page.waitForTimeout(9_000);
  await stop(page);
  await finished(page);
  const marks = page.getByRole('region', { name: 'Transcription Preview' }).locator('mark');
  await expect(page.getByRole('button', { name: /doubtful words?$/ })).toBeVisible();
  const before = await marks.count();
  expect(before).toBeGreaterThan(0);
  await page.keyboard.press('Alt+d');
  const chosen = await preview(page).evaluate(({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
    value.slice(selectionStart, selectionEnd),
  );
  expect(chosen).not.toBe('');
  await expect(page.getByText(/^Heard: /)).toBeVisible();
  await page.getByRole('button', { name: 'It is right' }).click();
  await expect(marks).toHaveCount(before - 1);
  // A word of the preview is taken into the vocabulary of the account.
  await preview(page).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+Shift+ArrowRight');
  const button = page.getByRole('button', { name: /to vocabulary/ });
  const word = (await button.getAttribute('aria-label'))?.match(/“(.+)”/)?.[1];
  await button.click();
  await expect(page.getByText('Added to Vocabulary')).toBeVisible();
  await page.goto(`${server.url}/account`);
  await expect(page.getByRole('button', { name: `Remove ${word}`, exact: true })).toBeVisible();
});

test('a lost line loses nothing: the recording goes on and is transcribed as a whole', async () => {
  const page = await openPage('dictation');
  await record(page);
  await expect(preview(page)).toHaveValue(/4 mm nodule/i);
  await page.evaluate(() => {
    for (const line of (window as unknown as { lines: WebSocket[] }).lines) line.close();
  });
  await expect(page.getByText(/The recording goes on/)).toBeVisible();
  // Nine seconds of it are still to come.
  await page.waitForTimeout(11_000);
  await expect(recording(page)).toBeVisible();
  await stop(page);
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await finished(page);
  await expect(preview(page)).toHaveValue(
    /4 mm nodule in the right upper lobe[\s\S]*no pleural effusion[\s\S]*heart size/i,
  );
  expect((await preview(page).inputValue()).match(/nodule/gi)).toHaveLength(1);
});
