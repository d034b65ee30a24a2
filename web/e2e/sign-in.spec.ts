import { expect, test } from '@playwright/test';
import { type Peer, startPeer } from './support/peer';
import { NOBODY_DICTATES, type RunningServer, startServer } from './support/server';

let smtp: Peer<{ smtp: number; http: number }>;
let mailbox: string;
let server: RunningServer;

test.beforeAll(async () => {
  smtp = await startPeer('smtp.mjs');
  mailbox = `http://127.0.0.1:${smtp.said.http}/`;
  server = await startServer({
    ...NOBODY_DICTATES,
    READOUT_SMTP_URL: `smtp://readout:hush%20hush@127.0.0.1:${smtp.said.smtp}`,
    READOUT_MAIL_FROM: 'Readout <no-reply@example.org>',
  });
});
test.afterAll(async () => {
  await server.stop();
  smtp.stop();
});

/** The sign-in link of the newest mail to this address, with quoted-printable line breaks undone. */
async function mailedLink(email: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const messages = (await (await fetch(mailbox)).json()) as { to: string[]; raw: string }[];
      const raw = messages.findLast((message) => message.to.includes(email))?.raw ?? '';
      link = raw
        .replace(/=\r?\n/g, '')
        .replace(/=3D/g, '=')
        .match(/https?:\/\/[^\s"<>]+token=[\w-]+/)?.[0];
      return link;
    })
    .toBeTruthy();
  return link ?? '';
}

test('the link arrives by mail, works once, and only behind a button', async ({ page, context }) => {
  await page.goto(`${server.url}/api/login`);
  await page.getByLabel('E-mail').fill('reader@example.org');
  await page.getByRole('button', { name: 'link' }).click();
  await expect(page.locator('a[data-outbox-link]')).toHaveCount(0);
  const link = await mailedLink('reader@example.org');

  // A mail scanner that fetches the link must not use it up.
  expect((await context.request.get(link)).status()).toBe(200);
  expect((await context.request.get(`${server.url}/api/auth/user`)).status()).toBe(401);

  await page.goto(link);
  await expect(page.getByText('You are signing in as reader@example.org.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`${server.url}/app`);
  expect(await (await context.request.get(`${server.url}/api/auth/user`)).json()).toMatchObject({
    email: 'reader@example.org',
  });

  await page.goto(`${server.url}/api/logout`);
  expect((await context.request.get(`${server.url}/api/auth/user`)).status()).toBe(401);

  await page.goto(link);
  await expect(page.getByText(/already been used|expired/i)).toBeVisible();
  expect((await context.request.get(`${server.url}/api/auth/user`)).status()).toBe(401);
});

test('a mail server that takes no mail is told in a sentence, and another try is not held against the address', async ({
  page,
}) => {
  const ask = async (at: string, email: string) => {
    await page.goto(`${at}/api/login`);
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'link' }).click();
  };
  const locked = await startServer({
    ...NOBODY_DICTATES,
    READOUT_SMTP_URL: `smtp://readout:guessed@127.0.0.1:${smtp.said.smtp}`,
    READOUT_MAIL_FROM: 'Readout <no-reply@example.org>',
  });
  try {
    for (const [at, email] of [
      [locked.url, 'reader@example.org'],
      [server.url, 'nobody@refused.example'],
    ] as const) {
      for (let attempt = 0; attempt < 7; attempt++) {
        await ask(at, email);
        await expect(page.getByRole('alert')).toHaveText(
          'The mail could not be sent just now. Please try again in a minute.',
        );
      }
    }
  } finally {
    await locked.stop();
  }
});

test('a signed-out visitor of the workspace is sent to the landing page', async ({ page }) => {
  await page.goto(`${server.url}/app`);
  await expect(page).toHaveURL(`${server.url}/`);
});

test('a signed-out visitor of the subscribe page signs in and comes back', async ({ page }) => {
  await page.goto(`${server.url}/subscribe`);
  await expect(page).toHaveURL(/\/api\/login/);
  await page.getByLabel('E-mail').fill('payer@example.org');
  await page.getByRole('button', { name: 'link' }).click();
  await expect(page.getByLabel('E-mail')).toHaveCount(0);
  await page.goto(await mailedLink('payer@example.org'));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`${server.url}/subscribe`);
});
