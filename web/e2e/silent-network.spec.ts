/** A network that swallows packets: nobody tells the browser, and what was asked for comes all the same. */
import { expect, type Page, test } from '@playwright/test';
import { signIn } from './support/browser.mjs';
import { type Network, startNetwork } from './support/network';
import { preview, readoutAway } from './support/recording';
import { NOBODY_DICTATES, type RunningServer, startServer } from './support/server';

const DICTATED = 'Clinical history smoker. There is a 4 mm nodule in the right upper lobe. No pleural effusion.';
/** Fifteen seconds of silence, and three questions that wait ten seconds each. */
const NOTICED_AFTER_MS = 45_000;

let network: Network;
let server: RunningServer;
test.beforeAll(async () => {
  network = await startNetwork(() => server.url);
  server = await startServer({ ...NOBODY_DICTATES, READOUT_PUBLIC_URL: network.url });
});
test.afterAll(async () => {
  network?.stop();
  await server?.stop();
});

/** Lets time pass on the page, some of it at a time, until something is so. */
async function passUntil(page: Page, isSo: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.clock.runFor(2_500);
        return isSo();
      },
      { intervals: [50], timeout: 60_000 },
    )
    .toBe(true);
}

test('a network that falls silent before a report is asked for', async ({ page }) => {
  await page.clock.install();
  await signIn(page, network.url, 'silent@example.org');
  await page.getByLabel('Patient Name').fill('Still Here');
  await preview(page).fill(DICTATED);

  network.swallow();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/structure-report')) asked.push(request.method());
  });
  await page.getByRole('button', { name: 'Structure Report with AI' }).click();
  const swallowed = Date.now();
  await expect.poll(() => asked).toHaveLength(1);
  // No sooner: every second passes for the page, and it has the time to ask.
  await passUntil(page, () => readoutAway(page).isVisible());
  expect((await page.evaluate(() => Date.now())) - swallowed).toBeGreaterThanOrEqual(NOTICED_AFTER_MS);
  expect(asked).toHaveLength(1);
  await expect(preview(page)).toHaveValue(DICTATED);

  network.heal();
  const report = page.getByRole('textbox', { name: 'Structured Report' });
  // Some of the next looks at the server may take a dead connection.
  await passUntil(page, async () => (await report.inputValue()) !== '');
  await expect(report).toHaveValue(/smoker[\s\S]*4 mm nodule/i);
  await expect(readoutAway(page)).toHaveCount(0);
  await expect(preview(page)).toHaveValue(DICTATED);
  await expect(page.getByLabel('Patient Name')).toHaveValue('Still Here');
  await expect(page.getByText('Failed to structure report. Please try again.')).toHaveCount(0);
  expect(asked).toHaveLength(2);
});
