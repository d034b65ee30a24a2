/** A dictation microphone: its buttons record, transcribe and walk the blanks, wherever the focus is. */
import { expect, test } from '@playwright/test';
import { signIn } from './support/browser.mjs';
import { lampOf, plugInPowerMic, press } from './support/dictation-device';
import { engineOfFile } from './support/engine';
import { plugInMicrophone, say } from './support/microphone';
import { finished, preview, recording } from './support/recording';
import { choose } from './support/select';
import { serverOfFile } from './support/server';

const engine = engineOfFile();
const server = serverOfFile(() => engine.settings);

test('a study is dictated with the buttons of the microphone alone', async ({ page, context }) => {
  await plugInMicrophone(context);
  await plugInPowerMic(context);
  await signIn(page, server.url, 'microphone@example.org');
  await page.getByRole('button', { name: 'Connect a dictation microphone or pedal' }).click();
  await expect(page.getByText('PowerMic III connected')).toBeVisible();

  await choose(page, 'Report Template', 'CT Chest');
  const report = page.getByRole('textbox', { name: 'Structured Report' });
  await report.fill('FINDINGS:\n- Nodule of ___ mm in the ___ lobe.');
  await press(page, 'tabForward');
  await expect(report).toBeFocused();
  const selected = () =>
    report.evaluate((field: HTMLTextAreaElement) => [field.selectionStart, field.selectionEnd].join());
  const first = await selected();
  await press(page, 'tabForward');
  expect(await selected()).not.toBe(first);
  await press(page, 'tabBackward');
  expect(await selected()).toBe(first);

  await preview(page).focus();
  await press(page, 'record');
  await expect(recording(page)).toBeVisible();
  await expect.poll(() => lampOf(page)).toBe(1);
  // Nothing takes the microphone away: a dialog is open, and the button still pauses.
  await page.keyboard.press('Alt+h');
  await expect(page.getByRole('dialog', { name: 'Keyboard Shortcuts' })).toBeVisible();
  await say(page, 'There is a four millimeter nodule in the right upper lobe.');
  await press(page, 'record');
  await expect(page.getByText(/^Recording paused/)).toBeAttached();
  await expect.poll(() => lampOf(page)).toBe(2);
  await page.keyboard.press('Escape');
  await expect(preview(page)).toBeFocused();
  await press(page, 'transcribe');
  await finished(page);
  await expect(preview(page)).toHaveValue(/4 mm nodule/i);
});
