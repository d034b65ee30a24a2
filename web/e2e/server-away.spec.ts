/** A server that is killed in the midst of a report, and started again: what was asked for comes without a click. */
import { expect, type Page, test } from '@playwright/test';
import { signIn } from './support/browser.mjs';
import { type Peer, startPeer } from './support/peer';
import { preview, readoutAway } from './support/recording';
import { NOBODY_DICTATES, type RunningServer, startServer } from './support/server';

const DICTATED = 'Clinical history smoker. There is a 4 mm nodule in the right upper lobe. No pleural effusion.';
const WRITTEN = JSON.stringify({
  clinicalHistory: 'Smoker.',
  technique: '',
  findings: ['There is a 4 mm nodule in the right upper lobe.', 'No pleural effusion.'],
  comparison: [],
  impression: [],
});
/** The first section and the beginning of the next. */
const HALF = WRITTEN.indexOf('in the right');

let model: Peer<{ http: number }>;
let server: RunningServer;
test.beforeAll(async () => {
  model = await startPeer('chat.mjs');
  server = await startServer({
    ...NOBODY_DICTATES,
    READOUT_MODEL_URL: `http://127.0.0.1:${model.said.http}/v1`,
    READOUT_MODEL_NAME: 'scribe-7b',
    READOUT_MODEL_FALLBACK: 'none',
  });
});
test.afterAll(async () => {
  await server.stop();
  model.stop();
});

const report = (page: Page) => page.getByRole('textbox', { name: 'Structured Report' });

/** How often the page asks for it from now on. */
function requestsTo(page: Page, path: string): () => number {
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(path)) asked++;
  });
  return () => asked;
}

/** Asks for a report, of which the first section stands in the editor when the server dies. */
async function loseServerInReport(page: Page, email: string): Promise<void> {
  await model.tell({ answer: WRITTEN, upTo: HALF });
  await signIn(page, server.url, email);
  await preview(page).fill(DICTATED);
  await report(page).fill('FINDINGS:\n- What was there before.');
  await page.getByRole('button', { name: 'Structure Report with AI' }).click();
  await expect(report(page)).toHaveValue(/^CLINICAL HISTORY:\nSmoker\.$/);
  await server.kill();
  await expect(readoutAway(page)).toBeVisible();
  await expect(report(page)).toHaveValue('FINDINGS:\n- What was there before.');
}

test('a server that dies with half of a report in the editor', async ({ page }) => {
  await loseServerInReport(page, 'half@example.org');
  const asked = requestsTo(page, '/api/structure-report');
  // Meanwhile the page is its user's.
  await preview(page).fill(`${DICTATED} Heart size is normal.`);
  await report(page).fill('FINDINGS:\n- What was written meanwhile.');
  const heart = '"No pleural effusion.", "Heart size is normal."';
  await model.tell({ answer: WRITTEN.replace('"No pleural effusion."', heart), upTo: null });

  server = await server.again();
  await expect(page.getByText('Findings have been organized into report sections')).toBeVisible({ timeout: 30_000 });
  await expect(report(page)).toHaveValue(/^CLINICAL HISTORY:\nSmoker\.\n[\s\S]*4 mm nodule[\s\S]*Heart size is normal/);
  await expect(preview(page)).toHaveValue(`${DICTATED} Heart size is normal.`);
  await expect(page.getByText('Failed to structure report. Please try again.')).toHaveCount(0);
  expect(asked()).toBe(1);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(report(page)).toHaveValue('FINDINGS:\n- What was written meanwhile.');
});

test('a wait for the server that is cancelled', async ({ page }) => {
  await page.clock.install();
  await loseServerInReport(page, 'cancelled@example.org');
  const asked = requestsTo(page, '/api/structure-report');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(readoutAway(page)).toHaveCount(0);
  server = await server.again();
  await expect.poll(() => page.evaluate(async () => (await fetch('/readyz')).ok)).toBe(true);
  // Longer than the longest pause between two looks at the server; then real time, in which a page that still waited would look and ask.
  await page.clock.fastForward(13_000);
  await page.waitForTimeout(2000);
  expect(asked()).toBe(0);
  await expect(report(page)).toHaveValue('FINDINGS:\n- What was there before.');
  await expect(preview(page)).toHaveValue(DICTATED);
});
