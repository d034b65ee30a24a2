/** What a rule can tell of accessibility, asked of every page behind the sign-in with every dialog and list open. */
import { expect, type Page, test } from '@playwright/test';
import { expectNoneBroken, look, overflow, SIZES, windowsOfTests } from './support/accessibility';
import { signIn } from './support/browser.mjs';
import { type RunningServer, startServer } from './support/server';
import { subscribe } from './support/subscription';

const ADMIN = 'chief@example.org';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ READOUT_ADMIN_EMAILS: ADMIN, READOUT_PAY_URL_INDIA: 'https://pay.example/in' });
});
test.afterAll(() => server.stop());

const card = (page: Page, name: string) => page.getByRole('region', { name });

const open = windowsOfTests();

for (const { name, viewport } of SIZES) {
  const phone = viewport.width < 640;

  test(`the workspace and what opens over it on ${name}`, async ({ browser }) => {
    const page = await open(browser, viewport);
    const email = `workspace-${viewport.width}@example.org`;
    await signIn(page, server.url, email);
    await expect(page.getByText('Audio stays on this server')).toBeVisible();
    subscribe(server.data, email, 20);
    await page.reload();
    await expect(page.getByText(/^Premium subscription/)).toBeVisible();
    await expectNoneBroken(page);
    expect(await overflow(page)).toBe(0);

    await look(
      page,
      () => page.getByRole('button', { name: 'Keyboard shortcuts' }).click(),
      () => page.getByRole('dialog', { name: 'Keyboard Shortcuts' }),
    );
    await look(
      page,
      () => page.getByRole('button', { name: 'Text size' }).click(),
      () => page.getByRole('radio', { name: 'Largest' }),
    );
    await look(
      page,
      () => page.getByRole('button', { name: /^Account menu/ }).click(),
      () => page.getByRole('link', { name: 'Logout' }),
    );
    await look(
      page,
      () => page.getByRole('checkbox', { name: 'Compare with Previous Report' }).click(),
      () => page.getByRole('dialog', { name: 'Previous Report Comparison' }),
    );
    await page
      .getByRole('textbox', { name: 'Structured Report' })
      .fill('FINDINGS:\n- Spleen measures ___ cm.\n- The [right/left] kidney is small.');
    await look(
      page,
      () => page.getByRole('button', { name: 'Copy report' }).click(),
      () => page.getByRole('dialog', { name: 'Unfilled Blanks' }),
    );
    if (phone) await page.getByRole('button', { name: 'Show patient information' }).click();
    for (const list of ['Sex', 'Modality', 'Report Template']) {
      await look(
        page,
        () => page.getByRole('combobox', { name: list }).click(),
        () => page.getByRole('option').filter({ visible: true }).first(),
      );
    }
  });

  test(`the account page and its dialogs on ${name}`, async ({ browser }) => {
    const page = await open(browser, viewport);
    const email = `account-${viewport.width}@example.org`;
    await signIn(page, server.url, email);
    await page.goto(`${server.url}/account`);
    await expect(page.getByText('Free Trial')).toBeVisible();
    await expectNoneBroken(page);
    expect(await overflow(page)).toBe(0);

    subscribe(server.data, email, 20);
    await page.reload();
    await expect(page.getByText('Active Subscription')).toBeVisible();
    const templates = card(page, 'Custom Templates');
    await expect(templates.getByText('No custom templates yet')).toBeVisible();
    await expectNoneBroken(page);
    await look(
      page,
      () => page.getByRole('combobox', { name: 'Spinal levels' }).click(),
      () => page.getByRole('option', { name: 'L4-L5' }),
    );
    const dialog = (name: string) => () => page.getByRole('dialog', { name });
    const question = (name: string) => () => page.getByRole('alertdialog', { name });
    const creation = dialog('Create Template');

    await templates.getByRole('button', { name: 'Create Template' }).click();
    await expect(creation()).toBeVisible();
    await expectNoneBroken(page);
    await creation().getByRole('combobox', { name: 'Modality' }).click();
    await expect(page.getByRole('option', { name: 'MRI' })).toBeVisible();
    await expectNoneBroken(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('option', { name: 'MRI' })).toBeHidden();
    await creation().getByLabel('Name').fill('CT chest, normal');
    await creation().getByLabel('Content').fill('FINDINGS:\n- Lungs are clear.');
    await creation().getByRole('button', { name: 'Create Template' }).click();
    await expect(templates.getByText('CT chest, normal')).toBeVisible();
    await expectNoneBroken(page);
    await look(page, () => templates.getByRole('button', { name: /^Edit/ }).click(), dialog('Edit Template'));
    await look(page, () => templates.getByRole('button', { name: /^Delete/ }).click(), question('Delete Template?'));
    for (const [file, content] of [
      ['good.json', '{"templates":[{"name":"MRI knee","content":"FINDINGS:"}]}'],
      ['bad.json', 'not a file of templates'],
    ] as const) {
      const chosen = { name: file, mimeType: 'application/json', buffer: Buffer.from(content) };
      await look(page, () => templates.locator('input[type=file]').setInputFiles(chosen), dialog('Import Templates'));
    }
    await look(
      page,
      () => page.getByRole('button', { name: 'Cancel Subscription' }).click(),
      question('Cancel Subscription?'),
    );
    await look(
      page,
      () => page.getByRole('button', { name: 'Sign out everywhere' }).click(),
      question('Sign Out Everywhere?'),
    );
    await look(page, () => page.getByRole('button', { name: 'Delete my account' }).click(), dialog('Delete Account?'));
  });

  test(`the account page and administration when the server fails on ${name}`, async ({ browser }) => {
    const page = await open(browser, viewport);
    await signIn(page, server.url, ADMIN);
    const fail = (url: string) =>
      page.route(url, (route) => route.fulfill({ status: 503, json: { message: 'Not now.', code: 'unavailable' } }));
    for (const url of [
      '**/api/user/**',
      '**/api/subscription/status',
      '**/api/custom-templates',
      '**/api/auth/sess*',
    ]) {
      await fail(url);
    }
    await page.goto(`${server.url}/account`);
    await expect(page.getByText('could not be loaded').first()).toBeVisible();
    await expectNoneBroken(page);
    expect(await overflow(page)).toBe(0);
    await fail('**/api/admin/**');
    await page.goto(`${server.url}/admin`);
    await expect(page.getByText('The list of users could not be loaded')).toBeVisible();
    await expectNoneBroken(page);
    expect(await overflow(page)).toBe(0);
  });

  test(`administration on ${name}`, async ({ browser }) => {
    const page = await open(browser, viewport);
    await signIn(page, server.url, ADMIN);
    await page.goto(`${server.url}/admin`);
    await expect(page.getByRole('row').filter({ hasText: ADMIN })).toBeVisible();
    await expectNoneBroken(page);
    expect(await overflow(page)).toBe(0);
    if (!phone) return;
    await look(
      page,
      () => page.getByRole('combobox', { name: 'Sort by' }).click(),
      () => page.getByRole('option').filter({ visible: true }).first(),
    );
  });

  test(`the subscription page on ${name}`, async ({ browser }) => {
    const page = await open(browser, viewport);
    await signIn(page, server.url, `pays-${viewport.width}@example.org`);
    await page.goto(`${server.url}/subscribe`);
    await expect(page.getByText('Trial Active')).toBeVisible();
    await expectNoneBroken(page);
    expect(await overflow(page)).toBe(0);
  });
}

test('the workspace beside an image viewer, 900 pixels wide: nothing is out of reach', async ({ browser }) => {
  const page = await open(browser, { width: 900, height: 1000 });
  await signIn(page, server.url, 'beside@example.org');
  await expect(page.getByText('Audio stays on this server')).toBeVisible();
  expect(await overflow(page)).toBe(0);
  const box = async (heading: string) => {
    const found = await card(page, heading).boundingBox();
    if (!found) throw new Error(`${heading} is not on the page`);
    return found;
  };
  const [preview, report] = [await box('Transcription Preview'), await box('Structured Report')];
  expect(report.x).toBeGreaterThan(preview.x + preview.width);
  expect(report.y + report.height).toBeLessThanOrEqual(1000);
  for (const button of ['Click to Start Recording', 'Structure Report with AI', 'Export Report', 'New Report']) {
    await page.getByRole('button', { name: button }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('button', { name: button })).toBeInViewport({ ratio: 1 });
  }
  await page.getByText('How to Use').scrollIntoViewIfNeeded();
  await expect(page.getByText('How to Use')).toBeInViewport();
  await expectNoneBroken(page);
});
