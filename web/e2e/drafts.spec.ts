import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { signIn } from './support/browser.mjs';
import { preview, recordFor, withoutLiveWords } from './support/recording';
import { choose } from './support/select';
import { serverOfFile } from './support/server';
import { everythingStored } from './support/stored';

const server = serverOfFile();

const parked = (page: Page) => page.getByRole('region', { name: 'Parked Drafts' });
const report = (page: Page) => page.getByRole('textbox', { name: 'Structured Report' });

async function changePerson(page: Page, context: BrowserContext, email: string): Promise<void> {
  await context.clearCookies();
  await signIn(page, server.url, email);
}

/** The page has looked for what is stored, and would have shown it by now: that it finds nothing it does not say. */
const searched = (page: Page) => page.waitForTimeout(1_000);

async function structure(page: Page, name: string, dictation: string): Promise<void> {
  await page.getByLabel('Patient Name').fill(name);
  await preview(page).fill(dictation);
  await page.getByRole('button', { name: 'Structure Report with AI' }).click();
  await expect(page.getByText('Findings have been organized into report sections')).toBeVisible();
}

test('drafts are parked for an urgent case, survive, and are nobody else’s', async ({ page, context }) => {
  await withoutLiveWords(page);
  await signIn(page, server.url, 'parking@example.org');
  await page.getByLabel('Patient ID').fill('CT-1');
  await choose(page, 'Modality', 'CT Scan');
  await choose(page, 'Report Template', 'CT Chest');
  await structure(page, 'First Patient', 'There is a 4 mm nodule in the right upper lobe.');
  const written = await report(page).inputValue();
  await page.keyboard.press('Alt+k');
  await expect(parked(page)).toContainText('CT-1 · First Patient');
  await expect(parked(page)).toContainText('CT Chest · Structured');
  await expect(report(page)).toHaveValue('');

  // The urgent one is parked while it is being dictated.
  await page.getByLabel('Patient Name').fill('Urgent Patient');
  await recordFor(page, 3);
  await page.getByRole('button', { name: 'Park', exact: true }).click();
  await expect(parked(page)).toContainText(/Urgent Patient.*Recorded 00:0\d/s);
  await expect(page.getByRole('timer')).toHaveText('00:00');

  await page.reload();
  await expect(page.getByText(/unsaved/i)).toHaveCount(0);
  await parked(page)
    .getByRole('button', { name: /First Patient/ })
    .first()
    .click();
  await expect(report(page)).toHaveValue(written);
  await expect(page.getByLabel('Report Template', { exact: true })).toContainText('CT Chest');
  await page.keyboard.press('Alt+Shift+K');
  await expect(page.getByLabel('Patient Name')).toHaveValue('Urgent Patient');
  await expect(page.getByText('Recording complete - Ready to transcribe')).toBeVisible();
  await expect(parked(page)).toContainText('First Patient');

  // What a page holds is not offered in another tab; what is parked there comes here.
  const second = await context.newPage();
  await second.goto(`${server.url}/app`);
  await expect(parked(second)).toContainText('First Patient');
  await expect(second.getByText(/Urgent Patient|unsaved/i)).toHaveCount(0);
  await parked(second)
    .getByRole('button', { name: /First Patient/ })
    .first()
    .click();
  await expect(report(second)).toHaveValue(written);
  await expect(parked(page)).toHaveCount(0);
  await second.keyboard.press('Alt+k');
  await expect(parked(page)).toContainText('First Patient');
  await second.close();
  await page.keyboard.press('Alt+k');

  await changePerson(page, context, 'another@example.org');
  await expect(page.getByRole('button', { name: 'Park', exact: true })).toBeDisabled();
  await searched(page);
  await expect(page.getByText(/Parked Drafts|unsaved|Patient\b.*First|Urgent/)).toHaveCount(0);
  for (const row of await everythingStored(page)) expect(row).not.toMatch(/First|Urgent|nodule|CT-1/);

  await changePerson(page, context, 'parking@example.org');
  await parked(page)
    .getByRole('button', { name: /Discard the draft Urgent Patient/ })
    .click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(parked(page)).not.toContainText('Urgent');
  await expect(parked(page)).toContainText('First Patient');
  await expect
    .poll(async () => (await everythingStored(page)).filter((row) => row.includes('recordingId')))
    .toEqual([]);
});

test('a report stays readable for a day on this device, for one person', async ({ page, context }) => {
  await page.clock.install();
  await signIn(page, server.url, 'recent@example.org');
  await structure(page, 'Exported Patient', 'Liver is enlarged. Spleen is normal.');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Report' }).click();
  await download;
  await page.getByRole('button', { name: 'New Report' }).click();
  await structure(page, 'Second Patient', 'Kidneys are normal.');
  await page.reload();

  const card = page.getByText('Recent Reports', { exact: true });
  await card.click();
  const row = page.getByRole('button', { name: /Exported Patient.*Exported/s });
  await expect(page.getByRole('button', { name: /Second Patient.*Structured/s })).toBeVisible();
  await row.click();
  const dialog = page.getByRole('dialog', { name: 'Exported Patient' });
  await expect(dialog.getByRole('textbox', { name: 'Report' })).toHaveValue(/enlarged/);
  const again = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export Report' }).click();
  expect((await again).suggestedFilename()).toMatch(/\.docx$/);
  await dialog.getByRole('button', { name: 'Continue Editing' }).click();
  await expect(page.getByLabel('Patient Name')).toHaveValue('Exported Patient');
  await expect(report(page)).toHaveValue(/enlarged/);

  await page.getByRole('button', { name: 'Remove the report Second Patient' }).click();
  await expect(page.getByRole('button', { name: /Second Patient/ })).toHaveCount(0);

  await changePerson(page, context, 'curious@example.org');
  await expect(page.getByLabel('Patient Name')).toBeVisible();
  await searched(page);
  await expect(card).toHaveCount(0);
  for (const text of await everythingStored(page)) expect(text).not.toMatch(/Exported Patient|enlarged/);

  await changePerson(page, context, 'recent@example.org');
  await expect(card).toBeVisible();
  await page.clock.fastForward('24:00:30');
  await expect(card).toHaveCount(0);
  const kept = async () => (await everythingStored(page)).filter((text) => text.includes('keptAt'));
  await expect.poll(kept).toEqual([]);
});

test('what has expired is deleted by a page that nobody is signed in on', async ({ page, context }) => {
  await page.clock.install();
  await signIn(page, server.url, 'gone-home@example.org');
  await structure(page, 'Last Patient', 'Liver is enlarged.');
  const kept = async () => (await everythingStored(page)).filter((text) => text.includes('keptAt'));
  await expect.poll(async () => (await kept()).length).toBe(1);
  await context.clearCookies();

  await page.goto(server.url);
  await page.clock.fastForward('23:00:00');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-auth', 'out');
  expect(await kept()).toHaveLength(1);
  await page.clock.fastForward('01:10:00');
  await page.reload();
  await expect.poll(kept).toEqual([]);
});

test('an operator who wants no reports kept has none, also of those kept before', async ({ page }) => {
  await signIn(page, server.url, 'off@example.org');
  await structure(page, 'Kept Patient', 'Liver is enlarged.');
  await expect(page.getByText('Recent Reports', { exact: true })).toBeVisible();
  const kept = async () => (await everythingStored(page)).filter((text) => text.includes('keptAt'));
  await expect.poll(async () => (await kept()).length).toBeGreaterThan(0);

  await server.kill();
  await server.again({ READOUT_RECENT_REPORTS_HOURS: '0' });
  await page.reload();
  await expect.poll(kept).toEqual([]);
  await structure(page, 'Kept Patient', 'Liver is enlarged.');
  await page.getByRole('button', { name: 'Copy report' }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  await expect(page.getByText('Recent Reports', { exact: true })).toHaveCount(0);
  expect(await kept()).toEqual([]);
});
