/** The account page: signature, letterhead and templates up to the Word file, one's own data, and the end of an account. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { expectNoneBrokenInEitherTheme, look, overflow, SIZES } from './support/accessibility';
import { signIn } from './support/browser.mjs';
import { LOGO, SIGNATURE } from './support/png';
import { choose } from './support/select';
import { NOBODY_DICTATES, serverOfFile } from './support/server';
import { everythingStored } from './support/stored';
import { subscribe } from './support/subscription';
import {
  openXmlErrors,
  pagesOfWordFile,
  partOfWordFile,
  readWithLibreOffice,
  readWithPythonDocx,
} from './support/word-file';

const server = serverOfFile(() => NOBODY_DICTATES);

const card = (page: Page, name: string) => page.getByRole('region', { name });

/** How many rows of drafts, recordings and reports this browser keeps; the last two entries are no rows. */
const storedRows = async (page: Page) => (await everythingStored(page)).length - 2;

/** A signed-in subscriber on the account page. */
async function subscriber(page: Page, name: string): Promise<string> {
  const email = `${name}@example.org`;
  await signIn(page, server.url, email);
  subscribe(server.data, email, 20);
  await page.goto(`${server.url}/account`);
  await expect(page.getByText('Active Subscription')).toBeVisible();
  return email;
}

test('signature, letterhead, accession number and referring doctor stand in the Word file', async ({ page }) => {
  await subscriber(page, 'signer');
  const signature = card(page, 'Signature Settings');
  const image = signature.getByLabel('Signature Image');

  await image.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(page.getByText('Please upload an image file.')).toBeVisible();
  await image.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(2 * 1024 * 1024 + 1) });
  await expect(page.getByText('Image must be smaller than 2MB.')).toBeVisible();

  await image.setInputFiles({ name: 'signature.png', mimeType: 'image/png', buffer: SIGNATURE });
  await expect(signature.getByAltText('Your signature')).toBeVisible();
  await signature.getByLabel('Name').fill('Dr S. Iyer, MD');
  await signature.getByLabel('Designation').fill('Consultant Radiologist');
  await signature.getByLabel('Department').fill('Department of Radiology');
  await signature.getByLabel('Institution').fill('City Imaging Centre');
  await signature.getByRole('button', { name: 'Save Signature' }).click();
  await expect(page.getByText('Signature Saved')).toBeVisible();

  const letterhead = card(page, 'Letterhead');
  await letterhead.getByLabel('Logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: LOGO });
  await letterhead.getByLabel('Name of the institution').fill('City Imaging Centre');
  await letterhead.getByLabel('Address lines').fill('12 High Street, Pune 411005\nTelephone +91 20 5550 1234');
  await letterhead.getByLabel('Footer wording').fill('Not valid for medico-legal purposes.');
  await letterhead.getByRole('button', { name: 'Save Letterhead' }).click();
  await expect(page.getByText('Letterhead Saved')).toBeVisible();

  await page.reload();
  await expect(signature.getByAltText('Your signature')).toBeVisible();
  await expect(signature.getByLabel('Designation')).toHaveValue('Consultant Radiologist');

  await page.goto(`${server.url}/app`);
  await page.getByLabel('Patient Name').fill('M. Iyer');
  await page.getByLabel('Accession Number').fill('ACC-2026-1187');
  await page.getByLabel('Referring Doctor').fill('Dr P. Shah');
  await choose(page, 'Modality', 'CT Scan');
  await choose(page, 'Report Template', 'CT Chest');
  await page.getByRole('checkbox', { name: 'Include Signature in Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Report' }).click();
  const saved = path.join(server.data, 'signed.docx');
  await (await download).saveAs(saved);

  expect(openXmlErrors(saved)).toEqual([]);
  const read = readWithPythonDocx(saved);
  expect(read).toContain('Accession No. | ACC-2026-1187 | Referred By | Dr P. Shah');
  expect(read).toMatch(/Dr S\. Iyer, MD\nConsultant Radiologist\nDepartment of Radiology\nCity Imaging Centre/);
  const printed = readWithLibreOffice(saved);
  for (const line of [
    'Telephone +91 20 5550 1234',
    'Not valid for medico-legal purposes.',
    'Page 1 of',
    'Dr P. Shah',
  ]) {
    expect(printed).toContain(line);
  }
  // 600 by 200 pixels, in proportion, in English Metric Units.
  const [, wide, high] = partOfWordFile(saved, 'word/document.xml').match(/<wp:extent cx="(\d+)" cy="(\d+)"/) ?? [];
  expect(Number(wide) / Number(high)).toBeCloseTo(3, 2);
  expect(partOfWordFile(saved, 'word/media/signature.png')).not.toContain('SECRET');
  // The ink of the signature and the disc of the logo are seen on paper.
  const { first, last } = pagesOfWordFile(saved);
  expect(first.share([0, 110, 120])).toBeGreaterThan(0.001);
  expect(last.share([24, 40, 120])).toBeGreaterThan(0.0001);

  // New Report takes what is the patient's with it.
  await page.getByRole('button', { name: 'New Report' }).click();
  await expect(page.getByLabel('Accession Number')).toHaveValue('');
  await expect(page.getByLabel('Referring Doctor')).toHaveValue('');
  for (const fragment of ['ACC-2026-1187', 'Shah', 'Iyer']) expect(server.log()).not.toContain(fragment);

  await page.goto(`${server.url}/account`);
  await signature.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByText('Signature Cleared')).toBeVisible();
  await expect(signature.getByLabel('Name')).toHaveValue('');
  await signature.getByRole('button', { name: 'Undo' }).click();
  await expect(signature.getByLabel('Name')).toHaveValue('Dr S. Iyer, MD');
});

test('templates are created, edited, used, exported, imported and deleted', async ({ page }) => {
  const email = await subscriber(page, 'author');
  const templates = card(page, 'Custom Templates');
  await expect(templates.getByText('No custom templates yet')).toBeVisible();

  await templates.getByRole('button', { name: 'Create Template' }).click();
  const dialog = page.getByRole('dialog');
  const create = dialog.getByRole('button', { name: 'Create Template' });
  await expect(create).toBeDisabled();
  await dialog.getByLabel('Template Name').fill('Liver follow-up');
  await expect(create).toBeDisabled();
  await dialog.getByLabel('Content', { exact: true }).fill('x'.repeat(100_001));
  await create.click();
  await expect(dialog.getByText(/at most 100 kB/)).toBeVisible();
  await expect(dialog.getByLabel('Template Name')).toHaveValue('Liver follow-up');
  // Closed by mistake, it opens as it was left.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await templates.getByRole('button', { name: 'Create Template' }).click();
  await expect(dialog.getByLabel('Template Name')).toHaveValue('Liver follow-up');
  const content = 'TECHNIQUE:\nPlain CT.\n\nFINDINGS:\n- Liver measures ___ cm.\n- The spleen is normal.\n';
  await dialog.getByLabel('Content', { exact: true }).fill(content);
  await choose(page, 'Modality (optional)', 'CT Scan');
  await create.click();
  await expect(page.getByText('Template Created')).toBeVisible();
  await expect(templates.getByText('1 custom template')).toBeVisible();
  await expect(templates.getByRole('listitem')).toContainText('Liver measures ___ cm.');

  await templates.getByRole('button', { name: 'Edit Liver follow-up' }).click();
  await dialog.getByLabel('Template Name').fill('Liver control');
  await dialog.getByRole('button', { name: 'Update Template' }).click();
  await expect(page.getByText('Template Updated')).toBeVisible();

  const exporting = page.waitForEvent('download');
  await templates.getByRole('button', { name: 'Export' }).click();
  const file = await exporting;
  expect(file.suggestedFilename()).toBe('readout_templates.json');
  const saved = path.join(server.data, 'templates.json');
  await file.saveAs(saved);
  const exported = JSON.parse(fs.readFileSync(saved, 'utf8'));
  expect(exported.templates).toEqual([{ name: 'Liver control', content, modality: 'CT' }]);

  const importing = templates.getByLabel('Import templates from a file');
  exported.templates.push({ name: 'Knee', content: 'FINDINGS:\n- Menisci are intact.', modality: 'MRI' });
  fs.writeFileSync(saved, JSON.stringify(exported));
  await importing.setInputFiles(saved);
  await expect(dialog).toContainText('1 template will be added, 1 left out because the same is here already.');
  await dialog.getByRole('button', { name: 'Add 1 template' }).click();
  await expect(page.getByText('Templates Added')).toBeVisible();
  await expect(templates.getByText('2 custom templates')).toBeVisible();

  await importing.setInputFiles({ name: 'broken.json', mimeType: 'application/json', buffer: Buffer.from('[{}]') });
  await expect(dialog).toContainText('Template 1 of this file has no name. Nothing was added.');
  await page.keyboard.press('Escape');
  await importing.setInputFiles({
    name: 'MR Hip.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('FINDINGS:\n- Hip.'),
  });
  await expect(dialog.getByLabel('Template Name')).toHaveValue('MR Hip');
  await expect(dialog.getByLabel('Content', { exact: true })).toHaveValue('FINDINGS:\n- Hip.');
  await page.keyboard.press('Escape');

  // Templates like any other: filtered by modality, found by their words, blanks walked, used by structuring.
  await page.goto(`${server.url}/app`);
  await choose(page, 'Modality', 'MRI');
  await page.getByRole('combobox', { name: 'Report Template' }).click();
  await page
    .getByPlaceholder('Type to search templates')
    .or(page.getByLabel('Type to search templates'))
    .fill('liver con');
  await expect(page.getByRole('option', { name: /Liver control/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await choose(page, 'Modality', 'CT Scan');
  await choose(page, 'Report Template', 'Liver control');
  await expect(page.getByText('Liver control has been loaded.')).toBeVisible();
  const report = page.getByRole('textbox', { name: 'Structured Report' });
  await expect(report).toHaveValue(/Liver measures ___ cm/);
  await report.focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('Tab');
  await page.keyboard.type('14.2');
  await expect(report).toHaveValue(/Liver measures 14\.2 cm/);
  await page
    .getByRole('textbox', { name: 'Transcription Preview' })
    .fill('The liver measures 17 cm. The spleen is enlarged.');
  await page.getByRole('button', { name: 'Structure Report with AI' }).click();
  await expect(page.getByText('Findings have been organized into report sections')).toBeVisible();
  await expect(report).toHaveValue(/17 cm/);
  await expect(report).toHaveValue(/spleen is enlarged/i);
  await expect(report).not.toHaveValue(/spleen is normal/i);
  await expect(report).toHaveValue(/Plain CT\./);

  // After the subscription they can be read, exported and deleted, and are not offered in the workspace.
  subscribe(server.data, email, -10);
  await page.goto(`${server.url}/account`);
  await expect(page.getByText('Subscription Expired')).toBeVisible();
  await expect(templates.getByText('Premium Feature')).toBeVisible();
  await expect(templates.getByRole('button', { name: 'Create Template' })).toHaveCount(0);
  await expect(templates.getByRole('button', { name: 'Edit Knee' })).toHaveCount(0);
  await expect(templates.getByRole('button', { name: 'Export' })).toBeVisible();
  await templates.getByRole('button', { name: 'Delete Knee' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Template?' });
  await expect(question).toContainText('This action cannot be undone.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Template Deleted')).toBeVisible();
  await expect(templates.getByText('1 custom template')).toBeVisible();
});

test('a report style is seen in its example, kept, and used by the next report', async ({ page }) => {
  await signIn(page, server.url, 'stylist@example.org');
  await page.goto(`${server.url}/account`);
  const style = card(page, 'Report Style');
  await expect(style.getByText('hemangioma')).toBeVisible();
  await choose(page, 'Findings', 'A bullet for each statement');
  await choose(page, 'Spelling', 'British');
  await choose(page, 'Spinal levels', 'L4-L5');
  await expect(style.getByText('- Disc bulge at L4-L5.')).toBeVisible();
  await page.reload();
  await expect(style.getByLabel('Spelling', { exact: true })).toHaveValue('british');
  await expect(style.getByText('haemangioma')).toBeVisible();

  await page.goto(`${server.url}/app`);
  await page
    .getByRole('textbox', { name: 'Transcription Preview' })
    .fill('MRI lumbar spine. There is a hemangioma in L2. Disc bulge at L4-5.');
  await page.getByRole('button', { name: 'Structure Report with AI' }).click();
  const report = page.getByRole('textbox', { name: 'Structured Report' });
  await expect(report).toHaveValue(/haemangioma/);
  await expect(report).toHaveValue(/L4-L5/);
});

test('one downloads what is stored and deletes the account with everything in it', async ({ page }) => {
  const email = 'leaving@example.org';
  await signIn(page, server.url, email);
  await page.getByRole('textbox', { name: 'Transcription Preview' }).fill('A draft that will be gone.');
  await expect.poll(() => storedRows(page)).toBe(1);
  await page.goto(`${server.url}/account`);

  const profile = card(page, 'Profile');
  await expect(profile).toContainText('Not set');
  await profile.getByRole('button', { name: 'Add your name' }).click();
  await profile.getByLabel('First name').fill('Asha');
  await profile.getByLabel('Last name').fill('Rao');
  await profile.getByRole('button', { name: 'Save' }).click();
  await expect(profile).toContainText('Asha Rao');
  // In any script, neither turns the text around it.
  await expect(profile.locator('bdi')).toHaveText(['Asha Rao', email]);

  const data = card(page, 'Your Data');
  const saving = page.waitForEvent('download');
  await data.getByRole('button', { name: 'Download my data' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('readout_my_data.json');
  const saved = path.join(server.data, 'data.json');
  await file.saveAs(saved);
  expect(JSON.parse(fs.readFileSync(saved, 'utf8')).user).toMatchObject({ email, firstName: 'Asha' });

  await data.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog');
  const remove = dialog.getByRole('button', { name: 'Delete my account' });
  await expect(remove).toBeDisabled();
  await dialog.getByLabel(/to confirm/).fill('somebody@example.org');
  await expect(remove).toBeDisabled();
  await dialog.getByLabel(/to confirm/).fill(email);
  await remove.click();
  await expect(page).toHaveURL(`${server.url}/`);
  await expect(page.getByRole('status')).toContainText('have been deleted');
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  expect(await storedRows(page)).toBe(0);
  expect((await page.request.get(`${server.url}/api/auth/user`)).status()).toBe(401);
  await page.reload();
  await expect(page.getByText('have been deleted')).toBeHidden();

  await signIn(page, server.url, email);
  await page.goto(`${server.url}/account`);
  await expect(profile).toContainText('Not set');
  expect(server.log()).not.toContain(email);
});

for (const { name, viewport } of SIZES) {
  test(`the account page and its dialogs on ${name}`, async ({ browser }) => {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await subscriber(page, `seen-${viewport.width}`);
    await expect(card(page, 'Sessions').getByText('This browser')).toBeVisible();
    await expectNoneBrokenInEitherTheme(page);
    for (const opener of ['Create Template', 'Delete my account']) {
      await look(
        page,
        () => page.getByRole('button', { name: opener }).click(),
        () => page.getByRole('dialog'),
      );
    }
    expect(await overflow(page)).toBe(0);
    await context.close();
  });
}

test('another session is seen and ended, then all are', async ({ browser, page }) => {
  const email = 'everywhere@example.org';
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await signIn(other, server.url, email);
  await signIn(page, server.url, email);
  await page.goto(`${server.url}/account`);
  const sessions = card(page, 'Sessions');
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await sessions.getByRole('button', { name: /^Sign out (?!everywhere)/ }).click();
  await expect(page.getByText('Signed Out')).toBeVisible();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  expect((await other.request.get(`${server.url}/api/auth/user`)).status()).toBe(401);
  await sessions.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(`${server.url}/`);
  expect((await page.request.get(`${server.url}/api/auth/user`)).status()).toBe(401);
  await elsewhere.close();
});
