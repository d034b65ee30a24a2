/**
 * The product as it is, in pictures: nothing is drawn or put together, every one is a page of the running program after a
 * dictation of invented findings. Before what they show changes, take them again and look at every one.
 */
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { signIn } from '../support/browser.mjs';
import { speakingBrowsers } from '../support/chromium';
import { forLanding, forReadme } from '../support/picture';
import { choose } from '../support/select';
import { startServer } from '../support/server';

const ADMIN = 'asha.rao@hospital.example';
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const openSpeaking = speakingBrowsers();
let server: Awaited<ReturnType<typeof startServer>>;

test.beforeAll(async () => {
  server = await startServer({ READOUT_ADMIN_EMAILS: ADMIN });
});
test.afterAll(() => server.stop());

async function open(browser: Browser, options: BrowserContextOptions, email: string): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB', ...options });
  // What is said of the price is read once and closed; the pictures are about the work.
  await context.addInitScript(() => localStorage.setItem('promo-dismissed', 'yes'));
  const page = await context.newPage();
  await signIn(page, server.url, email);
  return page;
}

/** What the page is called in the header, as people set it on their account. */
async function giveName(page: Page): Promise<void> {
  await page.goto(new URL('/account', page.url()).href);
  await page.getByRole('button', { name: 'Add your name' }).click();
  await page.getByLabel('First name').fill('Asha');
  await page.getByLabel('Last name').fill('Rao');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect(page.getByText('Asha Rao').filter({ visible: true }).first()).toBeVisible();
}

const preview = (page: Page) => page.getByRole('textbox', { name: 'Transcription Preview' });

/** As far as the effusion. */
async function dictate(page: Page): Promise<void> {
  await page.goto(new URL('/app', page.url()).href);
  const isPhone = (page.viewportSize()?.width ?? 0) < 640;
  if (isPhone) await page.getByRole('button', { name: 'Show patient information' }).click();
  await page.getByLabel('Patient ID').fill('CT-20418');
  await page.getByLabel('Patient Name').fill('M. Iyer');
  await choose(page, 'Modality', 'CT Scan');
  await choose(page, 'Report Template', 'CT Chest');
  await expect(page.getByText('CT Chest template has been loaded.')).toBeHidden();
  await page.getByRole('button', { name: 'Click to Start Recording' }).click();
  await expect(preview(page)).toHaveValue(/pleural effusion/i);
}

async function structure(page: Page): Promise<void> {
  await expect(preview(page)).toHaveValue(/left upper lobe.*pleural effusion/is, { timeout: 40_000 });
  await page.getByRole('button', { name: 'Click to Stop Recording' }).click();
  await expect(page.getByText('Recording complete')).toBeVisible();
  await page.getByRole('button', { name: 'Structure Report with AI' }).click();
  const toast = page.getByText('Findings have been organized into report sections');
  await expect(toast).toBeVisible();
  await expect(page.getByRole('region', { name: 'To verify' })).toContainText('Side');
  await expect(toast).toBeHidden();
  // To the first thing to verify, which is what a radiologist does next.
  await page.keyboard.press('Alt+f');
}

test('the workspace while somebody speaks, and with a report', async () => {
  const browser = await openSpeaking('study');
  for (const density of [1, 2]) {
    const page = await open(
      browser,
      { viewport: DESKTOP, deviceScaleFactor: density },
      `asha.rao-${density}@example.org`,
    );
    await giveName(page);
    await dictate(page);
    if (density === 1) await forReadme(page, 'recording');
    await structure(page);
    if (density === 1) await forReadme(page, 'workspace');
    await forLanding(page, 'workspace', density);
    await page.close();
  }
});

test('the report on a phone', async () => {
  const browser = await openSpeaking('study');
  const page = await open(browser, { viewport: PHONE, deviceScaleFactor: 2 }, 'asha.rao-phone@example.org');
  await giveName(page);
  await dictate(page);
  await structure(page);
  await page.getByRole('button', { name: 'Export Report' }).scrollIntoViewIfNeeded();
  await forLanding(page, 'phone', 2);
});

test('the account and the administration', async () => {
  const browser = await openSpeaking('study');
  for (const name of ['r.menon', 'l.fernandes', 'k.banerjee', 's.iqbal']) {
    const visitor = await open(browser, {}, `${name}@hospital.example`);
    await visitor.context().close();
  }
  const page = await open(browser, { viewport: DESKTOP }, ADMIN);
  const base = new URL(page.url()).origin;
  await giveName(page);
  await page.goto(`${base}/admin`);
  await expect(page.getByRole('table').first()).toContainText('s.iqbal');
  await forReadme(page, 'admin');
  await page.goto(`${base}/account`);
  await expect(page.getByText('Custom Templates').first()).toBeVisible();
  await forReadme(page, 'account');
});

test('the landing page', async ({ browser }) => {
  const page = await browser.newPage({ viewport: DESKTOP });
  await page.goto(server.url);
  await forReadme(page, 'landing');
});
