/** Signing in through a real OpenID provider and through GitHub's interface, and what somebody may try with what comes back. */
import { type APIRequestContext, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { expectNoneBrokenInEitherTheme, overflow } from './support/accessibility';
import { signIn } from './support/browser.mjs';
import { type Peer, startPeer } from './support/peer';
import { NOBODY_DICTATES, type RunningServer, startServer } from './support/server';

const OIDC_SECRET = 'a secret: of "the" hospital & more';

let provider: Peer<{ http: number }>;
let issuer: string;
let server: RunningServer;

test.beforeAll(async () => {
  provider = await startPeer('oidc.mjs');
  issuer = `http://127.0.0.1:${provider.said.http}`;
  server = await startServer({
    ...NOBODY_DICTATES,
    READOUT_OIDC_ISSUER: issuer,
    READOUT_OIDC_CLIENT_ID: 'readout',
    READOUT_OIDC_CLIENT_SECRET: OIDC_SECRET,
    READOUT_OIDC_NAME: 'St. Elsewhere',
  });
});
test.afterAll(async () => {
  await server.stop();
  provider.stop();
});

/** Signs in at the provider's own pages: who it is, and that Readout may know. */
async function signInAtProvider(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Continue with St. Elsewhere' }).click();
  await signInOnPage(page, email);
}

async function signInOnPage(page: Page, email: string): Promise<void> {
  await page.locator('input[name=login]').fill(email);
  await page.locator('input[name=password]').fill('anything');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** The address that the provider, where this browser is signed in already, sends it back to. Nobody goes there yet. */
async function returnOf(request: APIRequestContext, start = '/api/login/oidc'): Promise<URL> {
  let address = new URL(start, server.url);
  for (let hops = 0; hops < 10; hops += 1) {
    const answer = await request.get(address.href, { maxRedirects: 0 });
    const location = answer.headers().location;
    if (!location) throw new Error(`${address.pathname} answered ${answer.status()}`);
    address = new URL(location, address);
    if (address.pathname.endsWith('/callback')) return address;
  }
  throw new Error('the provider sends round and round');
}

async function whoIs(context: BrowserContext) {
  const answer = await context.request.get(`${server.url}/api/auth/user`);
  return answer.ok() ? ((await answer.json()) as Record<string, string>) : undefined;
}

test('a provider that is down is said so, and the other way still works; once it is up it signs in', async ({
  page,
  context,
}) => {
  await page.goto(`${server.url}/api/login?next=/account`);
  await page.getByRole('link', { name: 'Continue with St. Elsewhere' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'St. Elsewhere cannot be reached just now. Please try again in a minute.',
  );
  await expect(page.getByLabel('E-mail')).toBeVisible();

  await provider.tell({ redirect: `${server.url}/api/login/oidc/callback` });
  // The server asks it again after a moment.
  await expect(async () => {
    await page.getByRole('link', { name: 'Continue with St. Elsewhere' }).click();
    await expect(page.locator('input[name=login]')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await signInOnPage(page, 'asha@example.org');
  await expect(page).toHaveURL(`${server.url}/account`);
  expect(await whoIs(context)).toMatchObject({ email: 'asha@example.org', firstName: 'Asha', lastName: 'Rao' });
  const sessions = await (await context.request.get(`${server.url}/api/user/sessions`)).json();
  expect(sessions).toMatchObject([{ current: true, provider: 'oidc', browser: expect.stringContaining('Chrome') }]);

  // The link by mail opens the same account.
  const first = await whoIs(context);
  await page.goto(`${server.url}/api/logout`);
  await signIn(page, server.url, 'asha@example.org');
  expect(await whoIs(context)).toEqual(first);
});

test('the ways to sign in break no rule of accessibility in either theme, fit a phone, and need no script', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${server.url}/api/login`);
  await expectNoneBrokenInEitherTheme(page);
  expect(await overflow(page)).toBe(0);

  const plain = await browser.newContext({ javaScriptEnabled: false });
  const bare = await plain.newPage();
  await bare.goto(`${server.url}/api/login`);
  await signInAtProvider(bare, 'plain@example.org');
  await expect.poll(() => whoIs(plain)).toMatchObject({ email: 'plain@example.org' });
  await plain.close();
});

test('the address may come from the user info endpoint, and it must be verified', async ({ browser }) => {
  const quiet = await browser.newContext();
  const page = await quiet.newPage();
  await page.goto(`${server.url}/api/login`);
  await signInAtProvider(page, 'quiet@example.org');
  await expect(page).toHaveURL(`${server.url}/app`);
  expect(await whoIs(quiet)).toMatchObject({ email: 'quiet@example.org' });
  await quiet.close();

  const unverified = await browser.newContext();
  const other = await unverified.newPage();
  await other.goto(`${server.url}/api/login`);
  await signInAtProvider(other, 'unverified@example.org');
  await expect(other.getByRole('alert')).toContainText('St. Elsewhere has not verified your e-mail address');
  expect(await whoIs(unverified)).toBeUndefined();
  await unverified.close();
});

test('who says no at the provider is back at the ways to sign in', async ({ page, context }) => {
  await page.goto(`${server.url}/api/login?next=/subscribe`);
  await page.getByRole('link', { name: 'Continue with St. Elsewhere' }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'You did not let St. Elsewhere sign you in, so nothing happened. You can try again.',
  );
  await expect(page.getByRole('link', { name: 'Continue with St. Elsewhere' })).toHaveAttribute(
    'href',
    '/api/login/oidc?next=%2Fsubscribe',
  );
  expect(await whoIs(context)).toBeUndefined();
});

test('what comes back counts once, unchanged, and in the browser that left', async ({ page, context, browser }) => {
  await page.goto(`${server.url}/api/login`);
  await signInAtProvider(page, 'binh@example.org');
  await expect(page).toHaveURL(`${server.url}/app`);
  await page.goto(`${server.url}/api/logout`);
  const open = async (address: URL, by: BrowserContext = context) => {
    const answer = await by.request.get(address.href, { maxRedirects: 0 });
    return { status: answer.status(), to: answer.headers().location, text: await answer.text() };
  };
  const changed = (address: URL, name: string, value: string) => {
    const other = new URL(address);
    other.searchParams.set(name, value);
    return other;
  };

  const back = await returnOf(context.request);
  const victim = await browser.newContext();
  await returnOf(victim.request).catch(() => undefined);
  expect(await open(back, victim)).toMatchObject({ status: 400, text: expect.stringContaining('start again') });
  expect(await whoIs(victim)).toBeUndefined();
  await victim.close();

  expect((await open(changed(back, 'state', 'guessed'))).status).toBe(400);
  expect(await whoIs(context)).toBeUndefined();
  expect(await open(back)).toMatchObject({ status: 303, to: '/app' });
  expect(await whoIs(context)).toMatchObject({ email: 'binh@example.org' });
  await page.goto(`${server.url}/api/logout`);
  expect((await open(back)).status).toBe(400);

  const another = await returnOf(context.request);
  expect((await open(changed(another, 'code', 'guessed'))).status).toBe(400);
  const third = await returnOf(context.request);
  expect((await open(changed(third, 'iss', 'https://evil.example'))).status).toBe(502);
  expect(await whoIs(context)).toBeUndefined();

  const away = await returnOf(context.request, '/api/login/oidc?next=//evil.example');
  expect(await open(away)).toMatchObject({ status: 303, to: '/app' });
});

test('GitHub, being the only way, is where Login leads; an unverified address does not go round in circles', async ({
  page,
}) => {
  const github = await startPeer<{ http: number }>('github.mjs');
  // A server that others reach has no outbox for links.
  const alone = await startServer({
    ...NOBODY_DICTATES,
    READOUT_LISTEN: '0.0.0.0:0',
    READOUT_GITHUB_URL: `http://127.0.0.1:${github.said.http}`,
    READOUT_GITHUB_CLIENT_ID: 'Iv1.readout',
    READOUT_GITHUB_CLIENT_SECRET: 'a secret of GitHub',
  });
  await page.goto(`${alone.url}/api/login`);
  await page.getByLabel('Username or email address').fill('unverified@example.org');
  await page.getByRole('button', { name: 'Authorize' }).click();
  await expect(page.getByRole('alert')).toContainText('GitHub has not verified your e-mail address');
  await expect(page.getByLabel('E-mail')).toHaveCount(0);

  await page.getByRole('link', { name: 'Continue with GitHub' }).click();
  await page.getByLabel('Username or email address').fill('asha@example.org');
  await page.getByRole('button', { name: 'Authorize' }).click();
  await expect(page).toHaveURL(`${alone.url}/app`);
  const user = await page.request.get(`${alone.url}/api/auth/user`);
  expect(await user.json()).toMatchObject({ email: 'asha@example.org', firstName: 'Asha', lastName: 'van der Rao' });
  await alone.stop();
  github.stop();
});
