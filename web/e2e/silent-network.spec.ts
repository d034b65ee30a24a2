/** A network that swallows packets: nobody tells the browser, and what was asked for comes all the same. */
import { expect, test } from '@playwright/test';
import { signIn } from './support/browser.mjs';
import { type Network, startNetwork } from './support/network';
import { preview, readoutAway } from './support/recording';
import { type RunningServer, startServer } from './support/server';

const DICTATED = 'Clinical history smoker. There is a 4 mm nodule in the right upper lobe. No pleural effusion.';
/** Fifteen seconds of silence, three questions of ten seconds, and what a busy machine adds. */
const NOTICED_WITHIN_MS = 120_000;
/** The longest pause between two looks at the server, and some looks that take a dead connection. */
const BACK_WITHIN_MS = 60_000;

let network: Network;
let server: RunningServer;
test.beforeAll(async () => {
  network = await startNetwork(() => server.url);
  server = await startServer({ READOUT_PUBLIC_URL: network.url });
});
test.afterAll(async () => {
  network?.stop();
  await server?.stop();
});

test('a network that falls silent before a report is asked for', async ({ page }) => {
  test.setTimeout(60_000 + NOTICED_WITHIN_MS + BACK_WITHIN_MS);
  await signIn(page, network.url, 'silent@example.org');
  await page.getByLabel('Patient Name').fill('Still Here');
  await preview(page).fill(DICTATED);

  network.swallow();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/structure-report')) asked.push(request.method());
  });
  await page.getByRole('button', { name: 'Structure Report with AI' }).click();
  await expect(readoutAway(page)).toBeVisible({ timeout: NOTICED_WITHIN_MS });
  expect(asked).toHaveLength(1);
  await expect(preview(page)).toHaveValue(DICTATED);

  network.heal();
  const report = page.getByRole('textbox', { name: 'Structured Report' });
  await expect(report).toHaveValue(/smoker[\s\S]*4 mm nodule/i, { timeout: BACK_WITHIN_MS });
  await expect(readoutAway(page)).toHaveCount(0);
  await expect(preview(page)).toHaveValue(DICTATED);
  await expect(page.getByLabel('Patient Name')).toHaveValue('Still Here');
  await expect(page.getByText('Failed to structure report. Please try again.')).toHaveCount(0);
  expect(asked).toHaveLength(2);
});
