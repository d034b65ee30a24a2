/** What comes back for what is said: where it goes, when it is taken away, and that none of it is lost. */
import { expect, type Page, test } from '@playwright/test';
import { signIn } from './support/browser.mjs';
import { engineOfFile } from './support/engine';
import { plugInMicrophone, say } from './support/microphone';
import { finished, preview, record, recording } from './support/recording';
import { choose } from './support/select';
import { serverOfFile } from './support/server';

const engine = engineOfFile();
const server = serverOfFile(() => engine.settings);

const NODULE = 'There is a four millimeter nodule in the right upper lobe.';

test.beforeEach(({ context }) => plugInMicrophone(context));

async function arrive(page: Page, user: string): Promise<void> {
  await signIn(page, server.url, `${user}@example.org`);
  await expect(page.getByText('Spoken commands')).toBeVisible();
}

const report = (page: Page) => page.getByRole('textbox', { name: 'Structured Report' });
const stop = (page: Page) => page.getByRole('button', { name: 'Click to Stop Recording' }).click();
const tentative = (page: Page) => page.getByTestId('tentative');

test('words stand there while the recording runs, a command acts, and at stop the text is there', async ({ page }) => {
  await arrive(page, 'live');
  await record(page);
  await say(page, NODULE);
  await expect(preview(page)).toHaveValue(/4 mm nodule in the right upper lobe/i);
  await say(page, 'No pleural effusion.');
  await expect(preview(page)).toHaveValue(/no pleural effusion/i);
  await say(page, 'Scratch that.');
  await expect(preview(page)).not.toHaveValue(/pleural effusion/i);
  await say(page, 'The largest lymph node measures seven.');
  await expect(tentative(page)).toHaveText(/seven/);
  await say(page, 'Heart size is normal.');
  await expect(preview(page)).toHaveValue(/measures seven[\s\S]*heart size is normal/i);
  await expect(recording(page)).toBeVisible();
  await stop(page);
  await finished(page);
  await expect(preview(page)).toHaveValue(
    /4 mm nodule in the right upper lobe[\s\S]*measures seven[\s\S]*heart size is normal/i,
  );
  await expect(preview(page)).not.toHaveValue(/scratch|effusion/i);
  await page.getByText('Show what was heard').click();
  await expect(page.getByText(/four millimeter nodule in the right upper lobe/)).toBeVisible();
});

for (const [name, viewport] of [
  ['half a screen', { width: 900, height: 900 }],
  ['a small laptop', { width: 1366, height: 650 }],
] as const) {
  test(`live words are in sight on ${name}, and what stepped back for them returns`, async ({ page }) => {
    await arrive(page, `low-${viewport.width}`);
    await page.setViewportSize(viewport);
    await record(page);
    await say(page, 'The largest lymph node measures seven.');
    await expect(tentative(page)).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Click to Stop Recording' })).toBeInViewport();
    await expect(page.getByText('Audio stays on this server')).toBeHidden();
    await stop(page);
    await finished(page);
    await expect(page.getByText('Audio stays on this server')).toBeVisible();
  });
}

test('what was said before a pause stays at stop when what was said after it is taken back', async ({ page }) => {
  await arrive(page, 'corrected');
  await record(page);
  await say(page, 'The lungs are clear.');
  await expect(preview(page)).toHaveValue(/lungs are clear/i);
  await say(page, 'The heart is normal in size.');
  await expect(preview(page)).toHaveValue(/heart is normal in size/i);
  await say(page, 'There is a left rib fracture.', 'Scratch that.', 'No acute fracture.');
  const kept = /lungs are clear[\s\S]*heart is normal in size[\s\S]*no acute fracture/i;
  await expect(preview(page)).toHaveValue(kept);
  await stop(page);
  await finished(page);
  await expect(preview(page)).toHaveValue(kept);
  await expect(preview(page)).not.toHaveValue(/scratch|rib/i);
});

test('what is said goes to the report\u2019s caret, and the browser\u2019s own undo takes it back', async ({
  page,
}) => {
  await arrive(page, 'caret');
  await choose(page, 'Modality', 'CT Scan');
  await choose(page, 'Report Template', 'CT Chest');
  await report(page).click();
  await report(page).evaluate((field: HTMLTextAreaElement) => {
    const behind = field.value.indexOf('FINDINGS:') + 'FINDINGS:'.length;
    field.setSelectionRange(behind, behind);
  });
  await page.keyboard.press('Alt+r');
  await expect(page.getByText('Words go into the report, at the caret.')).toBeVisible();
  await say(page, NODULE);
  await expect(report(page)).toHaveValue(/FINDINGS:\nThere is a 4 mm nodule in the right upper lobe/);
  await say(page, 'No pleural effusion.');
  await expect(report(page)).toHaveValue(/no pleural effusion/i);
  await say(page, 'Heart size is normal.');
  await expect(report(page)).toHaveValue(/no pleural effusion[\s\S]*heart size is normal/i);
  await expect(report(page)).toBeFocused();
  await page.keyboard.press('Alt+r');
  await finished(page);
  await expect(preview(page)).toHaveValue('');
  for (let step = 0; step < 4; step++) await page.keyboard.press('Control+z');
  await expect(report(page)).not.toHaveValue(/4 mm nodule/);
  await expect(report(page)).toHaveValue(/FINDINGS:\n/);
});

test('a template is inserted and its first blank filled by voice alone', async ({ page }) => {
  await arrive(page, 'commands');
  await choose(page, 'Modality', 'CT Scan');
  await record(page);
  await say(page, 'Insert template abdomen.');
  await expect(page.getByText(/CT Abdomen.* template has been loaded/)).toBeVisible();
  const blanks = page.getByRole('button', { name: /blanks? to fill/ });
  const before = (await blanks.textContent()) ?? '';
  await say(page, 'Next field.');
  await expect(page.getByText('Words go into the report, at the caret.')).toBeVisible();
  await say(page, 'Heart size is normal.');
  await expect(report(page)).toHaveValue(/heart size is normal/i);
  await expect(blanks).not.toHaveText(before);
  await expect(preview(page)).toHaveValue('');
  await stop(page);
  await finished(page);
  await expect(preview(page)).toHaveValue('');
});

test('a template is inserted and its impression gone to by voice, and what follows is written there', async ({
  page,
}) => {
  await arrive(page, 'impression');
  await choose(page, 'Modality', 'CT Scan');
  await record(page);
  await expect(page.getByText('Words go into the Transcription Preview.')).toBeVisible();
  await say(page, 'Insert template chest.');
  await expect(page.getByText(/CT Chest.* template has been loaded/)).toBeVisible();
  await expect(page.getByLabel('Report Template', { exact: true })).toContainText('CT Chest');
  const template = await report(page).inputValue();
  await say(page, 'Go to impression.');
  await expect(page.getByText('Words go into the report, at the caret.')).toBeVisible();
  await expect(report(page)).toBeFocused();
  await say(page, 'Heart size is normal.');
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

test('a line is begun by voice, and the report structured once that is allowed on this device', async ({ page }) => {
  await arrive(page, 'structured');
  await page.getByText('Spoken commands').click();
  await record(page);
  await say(page, 'Large right pneumothorax.');
  await expect(preview(page)).toHaveValue(/pneumothorax/i);
  await say(page, 'New line.');
  await expect(preview(page)).toHaveValue(/\n$/);
  await say(page, 'Heart size is normal.');
  await expect(preview(page)).toHaveValue(/^large right pneumothorax\.?\nheart size is normal/i);
  await say(page, 'Structure report.');
  await expect(page.getByText('Command Switched Off')).toBeVisible();
  await expect(report(page)).toHaveValue('');
  await page.getByRole('switch', { name: /structures the report/ }).click();
  await say(page, 'Structure report.');
  await expect(page.getByText('Findings have been organized into report sections')).toBeVisible();
  await expect(report(page)).toHaveValue(/FINDINGS:[\s\S]*right pneumothorax/i);
  await stop(page);
  await finished(page);
  await expect(preview(page)).toHaveValue(/^large right pneumothorax\.?\nheart size is normal\.?$/i);
});

test('a word and a replacement of one\u2019s own are used in the next dictation', async ({ page }) => {
  await arrive(page, 'own-word');
  await page.goto(`${server.url}/account`);
  await page.getByRole('textbox', { name: 'New word' }).fill('Zirkonaplasty');
  await page.getByRole('button', { name: 'Add word' }).click();
  await page.getByRole('textbox', { name: 'When this is heard' }).fill('right upper lobe');
  await page.getByRole('textbox', { name: 'Write this' }).fill('RUL');
  await page.getByRole('button', { name: 'Add replacement' }).click();
  await expect(page.getByText('1 word, 1 replacement')).toBeVisible();
  await page.getByRole('link', { name: 'Back to App' }).click();
  await record(page);
  await say(page, 'There is a nodule in the right upper lobe.');
  await expect(preview(page)).toHaveValue(/nodule in the RUL/i);
  // The engine hears it because it was told of it.
  await say(page, 'Zirkonaplasty of the left hip.');
  await expect(preview(page)).toHaveValue(/zirkonaplasty of the left hip/i);
  await stop(page);
  await finished(page);
  await page.getByText('Show what was heard').click();
  await expect(page.getByText(/nodule in the right upper lobe/)).toBeVisible();
});

/** Speaks until a sentence is settled, a number waits for what follows it, and the engine has not answered the rest yet. */
async function speakIntoUnsettledWords(page: Page): Promise<void> {
  await record(page);
  await say(page, NODULE);
  await expect(preview(page)).toHaveValue(/4 mm nodule in the right upper lobe/i);
  await say(page, 'The largest lymph node measures seven.');
  await expect(tentative(page)).toHaveText(/seven/);
  await engine.hold();
  await say(page, 'No pleural effusion.');
  await expect(preview(page)).not.toHaveValue(/seven|effusion/i);
}

const ALL_OF_IT = /4 mm nodule in the right upper lobe[\s\S]*measures seven[\s\S]*effusion/i;

async function expectOnce(page: Page): Promise<void> {
  for (const word of [/nodule/gi, /measures/gi, /effusion/gi]) {
    expect((await preview(page).inputValue()).match(word)).toHaveLength(1);
  }
}

test('a dictation that is parked in the midst of a sentence keeps its last words, and has them once', async ({
  page,
}) => {
  await arrive(page, 'parked');
  await speakIntoUnsettledWords(page);
  await page.keyboard.press('Alt+k');
  await engine.answer();
  const parked = page.getByRole('region', { name: 'Parked Drafts' });
  await expect(parked).toContainText('Transcribed');
  await expect(preview(page)).toHaveValue('');
  await page.keyboard.press('Alt+Shift+K');
  await expect(preview(page)).toHaveValue(ALL_OF_IT);
  await expect(page.getByText('Recording complete - Ready to transcribe again')).toBeVisible();
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await expect(page.getByText('Processing...')).toHaveCount(0);
  await finished(page);
  await expectOnce(page);
});

test('a sign-out in the last second of a dictation loses none of it', async ({ page }) => {
  await arrive(page, 'last-second');
  await speakIntoUnsettledWords(page);
  await page.keyboard.press('Alt+r');
  await page.getByRole('button', { name: /Account menu/ }).click();
  await page.getByRole('link', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${server.url}/`);
  await engine.answer();
  await signIn(page, server.url, 'last-second@example.org');
  await page.getByRole('button', { name: 'Recover' }).click();
  await expect(page.getByText('Recording complete - Ready to transcribe')).toBeVisible();
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await finished(page);
  await expect(preview(page)).toHaveValue(ALL_OF_IT);
  await expectOnce(page);
});

test('doubtful words are marked, walked and settled', async ({ page }) => {
  await arrive(page, 'doubtful');
  await record(page);
  await say(page, 'There is a nodule in the right upper lobe.');
  await say(page, 'Seven purple kangaroos juggle yesterday.');
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

test('a lost line loses nothing: the recording goes on and is transcribed as a whole', async ({ page }) => {
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
  await arrive(page, 'lost-line');
  await record(page);
  await say(page, NODULE);
  await expect(preview(page)).toHaveValue(/4 mm nodule/i);
  await page.evaluate(() => {
    for (const line of (window as unknown as { lines: WebSocket[] }).lines) line.close();
  });
  await expect(page.getByText(/The recording goes on/)).toBeVisible();
  await say(page, 'No pleural effusion.', 'Heart size is normal.');
  await expect(recording(page)).toBeVisible();
  await expect(preview(page)).not.toHaveValue(/effusion|heart/i);
  await stop(page);
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await finished(page);
  await expect(preview(page)).toHaveValue(
    /4 mm nodule in the right upper lobe[\s\S]*no pleural effusion[\s\S]*heart size/i,
  );
  expect((await preview(page).inputValue()).match(/nodule/gi)).toHaveLength(1);
});
