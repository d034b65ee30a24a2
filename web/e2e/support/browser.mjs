/** Debian's Chromium, headless and offline apart from us: the one place that says how, which plain Node runs too. */
import { chromium } from '@playwright/test';

export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

export const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function openBrowser(...flags) {
  return chromium.launch({ executablePath: CHROMIUM, args: [...QUIET, ...flags] });
}

/** Signs in with what the forms of signing in would send, for whatever is not about that. */
export async function signIn(page, base, email) {
  const { request } = page.context();
  const headers = { origin: base };
  const sent = await request.post(`${base}/api/login/email`, { form: { email }, headers });
  const token = (await sent.text()).match(/token=([\w-]+)/)?.[1];
  if (!token) throw new Error(`no link for ${email}: ${sent.status()}`);
  await request.post(`${base}/api/login/email/confirm`, { form: { token }, headers, maxRedirects: 0 });
  await page.goto(`${base}/app`);
}

/** Signs in as a newcomer would: the e-mail form, the link that the outbox page shows, the button behind it. */
export async function signInByForm(page, base, email) {
  await page.goto(`${base}/api/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'link' }).click();
  await page.locator('a[data-outbox-link]').click();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${base}/app`);
}
