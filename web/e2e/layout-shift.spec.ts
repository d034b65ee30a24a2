/** Nothing moves under a hand while a page of the app comes, whatever the server answers and however late. */
import { expect, type Page, test } from '@playwright/test';
import { SIZES } from './support/accessibility';
import { signIn } from './support/browser.mjs';
import { shifted, watchShifts } from './support/layout-shift';
import { type RunningServer, startServer } from './support/server';
import { subscribe } from './support/subscription';

/** Less than an eye sees: half of a status line's width in the header. */
const UNSEEN = 0.02;
const ADMIN = 'chief@example.org';
const STATUS_CALLS = /\/api\/subscription(-status|\/status)$/;

let server: RunningServer;
let free: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ READOUT_ADMIN_EMAILS: ADMIN });
  free = await startServer({ READOUT_BILLING: 'off' });
});
test.afterAll(() => Promise.all([server.stop(), free.stop()]));

async function come(page: Page, address: string, known: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByText(known).first()).toBeVisible();
}

const SIZES_AND_BETWEEN = [...SIZES, { name: 'half a screen', viewport: { width: 900, height: 900 } }];

for (const { name, viewport } of SIZES_AND_BETWEEN) {
  test.describe(name, () => {
    test.use({ viewport });
    const person = (who: string) => `${who}-${viewport.width}@example.org`;

    test('the workspace of a trial, at first sight, with its price put away, and with a draft', async ({ page }) => {
      await signIn(page, server.url, person('trial'));
      await watchShifts(page);
      await come(page, `${server.url}/app`, 'Audio stays on this server');
      await expect(page.getByText('Free trial:')).toBeVisible();
      expect(await shifted(page)).toBeLessThan(UNSEEN);

      await page.getByRole('button', { name: 'Dismiss the introductory price' }).click();
      await page.getByRole('textbox', { name: 'Transcription Preview' }).fill('Liver is normal.');
      await page.keyboard.press('Alt+k');
      await expect(page.getByRole('region', { name: 'Parked Drafts' })).toBeVisible();
      await come(page, `${server.url}/app`, 'Audio stays on this server');
      await expect(page.getByRole('region', { name: 'Parked Drafts' })).toBeVisible();
      expect(await shifted(page)).toBeLessThan(UNSEEN);
    });

    test('the workspace of a subscriber, and where nobody pays', async ({ page }) => {
      await signIn(page, server.url, person('pays'));
      subscribe(server.data, person('pays'), 20);
      await watchShifts(page);
      await come(page, `${server.url}/app`, 'Premium subscription');
      expect(await shifted(page)).toBeLessThan(UNSEEN);
      await signIn(page, free.url, person('free'));
      await come(page, `${free.url}/app`, 'Audio stays on this server');
      expect(await shifted(page)).toBeLessThan(UNSEEN);
    });

    test('the workspace when the subscription cannot be read, and when everything is slow', async ({ page }) => {
      await signIn(page, server.url, person('slow'));
      await watchShifts(page);
      await page.route(STATUS_CALLS, (route) => route.fulfill({ status: 503, json: { message: 'Not now.' } }));
      await come(page, `${server.url}/app`, 'Your subscription could not be read');
      expect(await shifted(page)).toBeLessThan(UNSEEN);
      await page.unroute(STATUS_CALLS);
      let answer: () => void = () => undefined;
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route(/\/api\/(engines|subscription|user|templates)/, async (route) => {
        await answered;
        await route.continue().catch(() => undefined);
      });
      await come(page, `${server.url}/app`, 'Reading which speech engine listens here');
      // Whoever would record does not wait for a server.
      await expect(page.getByRole('button', { name: 'Click to Start Recording' })).toBeEnabled();
      answer();
      await expect(page.getByText('Audio stays on this server')).toBeVisible();
      await expect(page.getByText('Free trial:')).toBeVisible();
      await expect(page.getByText('Introductory price')).toBeHidden();
      expect(await shifted(page)).toBeLessThan(UNSEEN);
    });

    test('account, subscription and administration', async ({ page }) => {
      await signIn(page, server.url, ADMIN);
      await watchShifts(page);
      for (const [path, known] of [
        ['/account', 'Signed in '],
        ['/subscribe', 'Trial Active'],
        ['/admin', 'Subscription Changes'],
      ] as const) {
        await come(page, server.url + path, known);
        expect(await shifted(page), path).toBeLessThan(UNSEEN);
      }
    });
  });
}
