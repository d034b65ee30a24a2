/** What is said to who cannot see: the states of recorder, transcription and structuring, and every message. */
import { expect, type Page, test } from '@playwright/test';
import { signIn } from './support/browser.mjs';
import { engineOfFile } from './support/engine';
import { plugInMicrophone, say } from './support/microphone';
import { finished, preview, readoutAway, record, stopRecording } from './support/recording';
import { serverOfFile } from './support/server';

const engine = engineOfFile();
const server = serverOfFile(() => engine.settings);
const card = (page: Page, name: string) => page.getByRole('region', { name });

/** Holds back what the server answers until the returned function is called. */
async function holdBack(page: Page, url: string): Promise<() => void> {
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(url, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  return go;
}

test.beforeEach(async ({ page }) => {
  // Without live words the recording is transcribed as a whole.
  await page.routeWebSocket('**/api/transcribe/live*', (socket) => socket.close());
});

test('recorder and transcription say what they are at, and the work can be cancelled', async ({ page, context }) => {
  await plugInMicrophone(context);
  await signIn(page, server.url, 'listener@example.org');
  const recorder = card(page, 'Voice Recording');
  await expect(recorder).toMatchAriaSnapshot(`
    - region "Voice Recording":
      - heading "Voice Recording" [level=2]
      - button "Click to Start Recording"
      - timer: /\\d\\d:\\d\\d/
      - status: Ready
  `);
  await record(page);
  await expect(recorder).toMatchAriaSnapshot(`
    - button "Click to Stop Recording"
    - status: Recording in progress...
    - button "Pause"
  `);
  await say(page, 'There is a four millimeter nodule in the right upper lobe.');
  await page.keyboard.press('Alt+p');
  await expect(recorder).toMatchAriaSnapshot(`
    - status: Recording paused - Click Resume to continue or Transcribe to process
    - button "Resume"
    - button "Transcribe"
  `);
  await page.keyboard.press('Alt+p');
  await stopRecording(page);

  const answer = await holdBack(page, '**/api/transcribe');
  await page.keyboard.press('Alt+t');
  await expect(recorder).toMatchAriaSnapshot(`
    - button "Processing..." [disabled]
    - button "Cancel"
    - status: Transcribing the recording
    - progressbar "Transcribing the recording"
  `);
  await recorder.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(recorder.getByRole('progressbar')).toHaveCount(0);
  await expect(recorder.getByRole('button', { name: 'Transcribe' })).toBeEnabled();
  // The button that was pressed is gone; the focus is not.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  answer();
  await page.keyboard.press('Alt+t');
  await finished(page);
  await expect(page.getByRole('region', { name: 'Notifications' })).toMatchAriaSnapshot(`
    - region "Notifications":
      - status:
        - paragraph: Transcription Complete
        - paragraph: Audio has been successfully transcribed
        - button "Close"
      - alert
  `);
});

test('structuring says what it is at, and a failure is an alert', async ({ page }) => {
  await signIn(page, server.url, 'structurer@example.org');
  await preview(page).fill('CT chest. Large right pneumothorax.');
  const report = card(page, 'Structured Report');
  const answer = await holdBack(page, '**/api/structure-report');
  await page.keyboard.press('Alt+s');
  await expect(report).toMatchAriaSnapshot(`
    - status: Writing the report
    - progressbar "Writing the report"
  `);
  await page.keyboard.press('Alt+q');
  await expect(report.getByRole('progressbar')).toHaveCount(0);
  answer();
  await page.keyboard.press('Alt+s');
  await expect(page.getByText('Findings have been organized into report sections')).toBeVisible();
  await expect(card(page, 'To verify')).toMatchAriaSnapshot(`
    - region "To verify":
      - status: /thing.* to verify/
  `);

  await page.unroute('**/api/structure-report');
  await page.route('**/api/structure-report', (route) =>
    route.fulfill({ status: 502, json: { message: 'The engine is down.', code: 'engine' } }),
  );
  await page.keyboard.press('Alt+s');
  await expect(page.getByRole('region', { name: 'Notifications' })).toMatchAriaSnapshot(`
    - status
    - alert:
      - paragraph: Structuring Failed
      - paragraph: Failed to structure report. Please try again.
  `);
  await expect(report.getByRole('alert')).toContainText('The engine is down.');
});

test('an interrupted connection is said, and so is that nothing is lost', async ({ page, context }) => {
  await signIn(page, server.url, 'offline@example.org');
  await preview(page).fill('CT chest. Large right pneumothorax.');
  await context.setOffline(true);
  await expect(page.getByRole('status').filter({ hasText: 'You are offline.' })).toBeVisible();
  await page.keyboard.press('Alt+s');
  await expect(readoutAway(page)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('You are offline.')).toHaveCount(0);
  await expect(page.getByText('Findings have been organized into report sections')).toBeVisible();
});
