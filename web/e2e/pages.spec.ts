import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { EXAMPLE } from '../src/features/marketing/example';
import { signIn } from './support/browser.mjs';
import { shifted, watchShifts } from './support/layout-shift';
import { PROGRAM } from './support/program.mjs';
import { PUBLIC_PAGES } from './support/public-pages';
import { NOBODY_DICTATES, serverOfFile } from './support/server';

const server = serverOfFile(() => NOBODY_DICTATES);

for (const address of PUBLIC_PAGES) {
  test(`${address} stands with its heading and breaks no content policy`, async ({ page }) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    const response = await page.goto(server.url + address);
    expect(response?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.content()).not.toContain('%READOUT_');
    await expect(page.locator('html')).toHaveAttribute('data-auth', 'out');
    expect(errors).toEqual([]);
  });
}

test('an unknown address answers 404 with its page', async ({ page }) => {
  const response = await page.goto(`${server.url}/no-such-page`);
  expect(response?.status()).toBe(404);
  await expect(page.getByText('Page Not Found')).toBeVisible();
});

test('the theme is dark until another was chosen, and the choice lasts', async ({ page }) => {
  await page.goto(server.url);
  await expect(page.locator('html')).toHaveClass(/dark/);
  await page.locator('[data-theme-toggle]').first().click();
  await expect(page.locator('html')).not.toHaveClass(/dark/);
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
  await page.reload();
  await expect(page.locator('html')).not.toHaveClass(/dark/);
});

test('the pages of the account open for a signed-in user', async ({ page }) => {
  await signIn(page, server.url, 'pages@example.org');
  await page.goto(`${server.url}/account`);
  await expect(page.getByText('pages@example.org').first()).toBeVisible();
  await page.goto(`${server.url}/subscribe`);
  await expect(page.getByText('Trial Active')).toBeVisible();
  await page.goto(`${server.url}/admin`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Admin Panel');
});

test('without scripts a visitor reads, opens answers, gets to the sign-in form, and is told why the workspace is empty', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.url}/faq`);
  await expect(page.locator('[data-theme-toggle]').first()).toBeHidden();
  const answers = page.locator('details > p');
  await expect(answers.nth(3)).toBeHidden();
  await page.locator('summary').nth(3).click();
  await expect(answers.nth(3)).toBeVisible();
  await page.locator('summary').nth(4).click();
  await expect(answers.nth(3)).toBeHidden();
  await page.goto(server.url);
  await page.locator('main').getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL(`${server.url}/api/login`);
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await page.goto(`${server.url}/app`);
  await expect(page.getByRole('heading', { name: 'This page needs JavaScript' })).toBeVisible();
  await context.close();
});

test('nothing moves while a public page comes, and the picture of one theme alone is fetched', async ({ page }) => {
  const pictures = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'image') pictures.add(new URL(request.url()).pathname);
  });
  await watchShifts(page);
  for (const address of PUBLIC_PAGES) {
    await page.goto(server.url + address);
    for (const picture of await page.locator('picture img:visible').all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    }
    expect(await shifted(page), address).toBeLessThan(0.01);
  }
  const workspaces = [...pictures].filter((path) => path.includes('workspace'));
  expect(workspaces).toHaveLength(1);
  expect(workspaces[0]).toContain('workspace-dark@1x');
});

test('on paper the policies are dark on white, without header and footer, and every answer is open', async ({
  page,
}) => {
  await page.goto(`${server.url}/privacy-policy`);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('header').first()).toBeHidden();
  await expect(page.locator('footer')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'What is kept on the server' })).toBeVisible();
  const ink = () => page.evaluate(() => getComputedStyle(document.body).color);
  const onPaper = await ink();
  await page.emulateMedia({ media: 'screen' });
  expect(await ink()).not.toBe(onPaper);
  await page.locator('[data-theme-toggle]').first().click();
  expect(await ink()).toBe(onPaper);
  await page.emulateMedia({ media: 'print' });
  await page.goto(`${server.url}/faq`);
  for (const answer of await page.locator('details > p').all()) await expect(answer).toBeVisible();
});

test('who walks back by key never has the focus under the header', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto(`${server.url}/faq`);
  const header = (await page.locator('header').boundingBox())?.height ?? Number.NaN;
  await page.locator('footer a').last().focus();
  for (let step = 0; step < 34; step++) {
    await page.keyboard.press('Shift+Tab');
    const top = await page.evaluate(() => {
      const focused = document.activeElement;
      return focused?.closest('main') ? focused.getBoundingClientRect().top : Number.POSITIVE_INFINITY;
    });
    expect(top).toBeGreaterThanOrEqual(header);
  }
});

test('of the workspace the study and the whole report go on paper', async ({ page }) => {
  await signIn(page, server.url, 'paper@example.org');
  await page.getByLabel('Patient ID').fill('CT-20418');
  const findings = Array.from({ length: 80 }, (_, index) => `- Segment ${index} is normal.`).join('\n');
  await page.getByRole('textbox', { name: 'Structured Report' }).fill(`FINDINGS:\n${findings}`);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Voice Recording')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Export Report' })).toBeHidden();
  await expect(page.getByLabel('Patient ID')).toBeVisible();
  await expect(page.getByText('Medical disclaimer')).toBeVisible();
  const clipped = await page.locator('#main').evaluate((main) => {
    const last = main.querySelector('.marked-report .marked-mirror')?.getBoundingClientRect().bottom ?? Number.NaN;
    return last > main.getBoundingClientRect().bottom || main.scrollHeight > main.clientHeight;
  });
  expect(clipped).toBe(false);
});

test('search engines, home screens and social networks get their files', async ({ request }) => {
  const get = async (path: string, type: string) => {
    const response = await request.get(server.url + path);
    expect(response.status(), path).toBe(200);
    expect(response.headers()['content-type'], path).toContain(type);
    return response;
  };
  await get('/favicon.ico', 'image/x-icon');
  await get('/favicon.svg', 'image/svg+xml');
  await get('/apple-touch-icon.png', 'image/png');
  await get('/og.png', 'image/png');
  const manifest = await (await get('/site.webmanifest', 'application/manifest+json')).json();
  for (const icon of manifest.icons) await get(icon.src, icon.type);
  expect(await (await get('/robots.txt', 'text/plain')).text()).toContain(`Sitemap: ${server.url}/sitemap.xml`);
  const addresses = [...(await (await get('/sitemap.xml', 'xml')).text()).matchAll(/<loc>([^<]+)<\/loc>/g)];
  expect(addresses).toHaveLength(9);
  for (const [, address] of addresses) await get(new URL(address ?? '').pathname, 'text/html');
});

test('the example of the landing page is what the program makes of that dictation', async ({ page }) => {
  await page.goto(server.url);
  const figure = page.locator('figure').first();
  await expect(figure).toContainText(EXAMPLE.spoken);
  await signIn(page, server.url, 'example@example.org');
  const post = async (path: string, data: object) => (await page.request.post(server.url + path, { data })).json();
  // Spoken forms are written after recognition, which is where a dictation comes from.
  const written = execFileSync(PROGRAM, ['spoken'], { input: EXAMPLE.spoken, encoding: 'utf8' }).trim();
  expect(written).toContain('4 mm');
  const report = await post('/api/structure-report', {
    transcriptionText: written,
    patientId: '',
    patientName: '',
    studyDate: '',
    selectedTemplate: EXAMPLE.template,
  });
  const lines: { section: string; text: string; origin: string }[] = report.statements;
  const findings = lines.filter(({ section }) => section === 'findings');
  const places = EXAMPLE.findings.map(({ text, origin }) =>
    findings.findIndex((line) => line.text === text && line.origin === origin),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  const { impression } = await post('/api/generate-impression', { findings: report.findings, clinicalHistory: '' });
  expect(impression).toBe(EXAMPLE.impression.map((text, index) => `${index + 1}. ${text}`).join('\n'));
});
