/** From the trial to the subscription and out of it again, against the real server. */
import { createHmac } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { signIn } from './support/browser.mjs';
import { choose } from './support/select';
import { NOBODY_DICTATES, type RunningServer, startServer } from './support/server';
import { endAt } from './support/subscription';
import { readWithPythonDocx } from './support/word-file';

const SECRET = 'whsec-of-the-browser-tests';
const ADMIN = 'chief@example.org';
const MINUTE = 60_000;

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({
    ...NOBODY_DICTATES,
    READOUT_RAZORPAY_WEBHOOK_SECRET: SECRET,
    READOUT_PAY_URL_INDIA: 'https://pay.example/india',
    READOUT_PAY_URL_INTERNATIONAL: 'https://pay.example/world',
    READOUT_ADMIN_EMAILS: ADMIN,
  });
});
test.afterAll(() => server.stop());

/** Tells the server of a payment as Razorpay does. */
async function pay(page: Page, payment: string, email: string): Promise<void> {
  const entity = { id: payment, amount: 39_900, currency: 'INR', email, status: 'captured' };
  const body = JSON.stringify({ event: 'payment.captured', payload: { payment: { entity } } });
  const answer = await page.request.post(`${server.url}/api/webhooks/razorpay`, {
    data: body,
    headers: {
      'content-type': 'application/json',
      'x-razorpay-signature': createHmac('sha256', SECRET).update(body).digest('hex'),
    },
  });
  expect(await answer.json()).toEqual({ result: 'activated' });
}

const subscription = (page: Page) => page.getByRole('region', { name: 'Subscription' });

test('trial, its end, a payment that arrives while the page waits, cancelling, and the end of the period', async ({
  page,
}) => {
  const email = 'life@example.org';
  await signIn(page, server.url, email);
  await expect(page.getByText(/^Free trial: 2 days 23 hours 5\d minutes remaining$/)).toBeVisible();
  await expect(page.getByText('Introductory price:')).toBeVisible();

  endAt(server.data, email, Date.now() - 2 * 60 * MINUTE);
  await page.goto(`${server.url}/app`);
  await expect(page).toHaveURL(`${server.url}/subscribe`);
  await expect(page.getByText('Trial Expired')).toBeVisible();
  await expect(page.getByRole('main').getByText(email)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pay with an Indian card' })).toHaveAttribute(
    'href',
    'https://pay.example/india',
  );
  await expect(page.getByRole('link', { name: 'Pay from any other country' })).toHaveAttribute(
    'href',
    'https://pay.example/world',
  );
  const refused = await page.request.post(`${server.url}/api/structure-report`, {
    data: { transcriptionText: 'No effusion.' },
  });
  expect(refused.status()).toBe(402);

  await page.goto(`${server.url}/account?payment=success`);
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  await expect(page.getByText('Your subscription is being activated. Please wait a moment...')).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/account`);
  await expect(subscription(page).getByText('Your trial has expired.')).toBeVisible();
  await pay(page, 'pay_life', email);
  await expect(subscription(page).getByText('Active Subscription')).toBeVisible();
  await expect(subscription(page).getByText('Your monthly subscription is active. ₹399/month')).toBeVisible();

  await page.goto(`${server.url}/subscribe`);
  await expect(page).toHaveURL(`${server.url}/app`);
  await expect(page.getByText(/^Premium subscription: 29 days 23 hours 5\d minutes remaining$/)).toBeVisible();
  await expect(page.getByText('Introductory price:')).toBeHidden();

  await page.goto(`${server.url}/account`);
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  await page.getByRole('button', { name: 'Yes, Cancel' }).click();
  await expect(page.getByText("You'll retain access until the end of the current billing period.")).toBeVisible();
  await expect(
    subscription(page).getByText('Your subscription has been cancelled. You can resubscribe anytime.'),
  ).toBeVisible();
  await page.goto(`${server.url}/app`);
  await expect(page.getByText(/^Subscription cancelled: 29 days/)).toBeVisible();
  await page.getByText('Compare with Previous Report').click();
  await expect(page.getByRole('dialog', { name: 'Previous Report Comparison' })).toBeVisible();

  endAt(server.data, email, Date.now() - 2 * 60 * MINUTE);
  await page.goto(`${server.url}/app`);
  await expect(page).toHaveURL(`${server.url}/subscribe`);
  await expect(page.getByText('Subscription Expired')).toBeVisible();
  await page.goto(`${server.url}/account`);
  await expect(
    subscription(page).getByText('Your subscription has expired. Please subscribe to continue using the product.'),
  ).toBeVisible();
});

test('a payment that arrives while /subscribe is looked at leads on to the workspace', async ({ page }) => {
  const email = 'returns@example.org';
  await signIn(page, server.url, email);
  endAt(server.data, email, Date.now() - 2 * 60 * MINUTE);
  await page.goto(`${server.url}/app?payment=success`);
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  await pay(page, 'pay_returns', email);
  await expect(page).toHaveURL(`${server.url}/app`);
  await expect(page.getByText(/^Premium subscription: 29 days/)).toBeVisible();
});

test('who comes back from paying and is signed out signs in, and is told then', async ({ page, context }) => {
  for (const path of ['/app', '/account']) {
    await context.clearCookies();
    await page.goto(`${server.url}${path}?payment=success`);
    await page.getByLabel('E-mail').fill('paid-elsewhere@example.org');
    await page.getByRole('button', { name: 'link' }).click();
    await page.locator('a[data-outbox-link]').click();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Payment Successful!')).toBeVisible();
    await expect(page).toHaveURL(server.url + path);
  }
});

test('a trial that ends during a dictation lets it be finished and exported', async ({ page }) => {
  const email = 'finishing@example.org';
  await signIn(page, server.url, email);
  await page.clock.install();
  endAt(server.data, email, Date.now() + 10 * MINUTE);
  await page.goto(`${server.url}/app`);
  await expect(page.getByText(/^Free trial: (9|10) minutes/)).toBeVisible();
  await page
    .getByRole('textbox', { name: 'Transcription Preview' })
    .fill('CT chest. 4 mm nodule in the right upper lobe. No pleural effusion.');
  // Ten minutes pass for the page and for the server.
  endAt(server.data, email, Date.now() - MINUTE);
  await page.clock.fastForward(10 * MINUTE);
  await expect(page.getByText('Free trial expired')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Subscribe Now' })).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/app`);
  await page.getByRole('button', { name: 'Structure Report with AI' }).click();
  await expect(page.getByRole('textbox', { name: 'Structured Report' })).toHaveValue(/4 mm nodule/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Report' }).click();
  expect((await download).suggestedFilename()).toMatch(/^radiology_report_.*\.docx$/);
  await page.getByRole('button', { name: 'New Report' }).click();
  await expect(page).toHaveURL(`${server.url}/subscribe`);
});

test('where nobody pays, nothing speaks of it', async ({ page }) => {
  const unbilled = await startServer({ ...NOBODY_DICTATES, READOUT_BILLING: 'off' });
  try {
    await signIn(page, unbilled.url, 'staff@example.org');
    await page.getByText('Compare with Previous Report').click();
    await expect(page.getByRole('dialog', { name: 'Previous Report Comparison' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear & Close' }).click();
    await expect(page.getByText(/free trial|premium|introductory/i)).toHaveCount(0);
    await expect(page.getByRole('link', { name: /subscribe/i })).toHaveCount(0);
    await page.goto(`${unbilled.url}/subscribe`);
    await expect(page).toHaveURL(`${unbilled.url}/app`);
    await page.goto(`${unbilled.url}/account?payment=success`);
    await expect(page.getByRole('heading', { level: 1, name: 'Account', exact: true })).toBeVisible();
    await page.getByRole('button', { name: /Account menu/ }).click();
    await expect(page.getByText(/billing|payment/i)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('region', { name: 'Profile' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Billing' })).toHaveCount(0);
    await expect(subscription(page)).toHaveCount(0);
    await expect(page.getByRole('link', { name: /subscribe/i })).toHaveCount(0);
  } finally {
    await unbilled.stop();
  }
});

test('where only some domains may sign in, others are told so', async ({ page }) => {
  const closed = await startServer({ ...NOBODY_DICTATES, READOUT_ALLOWED_EMAIL_DOMAINS: 'hospital.example' });
  try {
    await page.goto(`${closed.url}/api/login`);
    await page.getByLabel('E-mail').fill('asha@elsewhere.example');
    await page.getByRole('button', { name: 'link' }).click();
    await expect(page.getByText('This server is for addresses of its own organisation.')).toBeVisible();
    await signIn(page, closed.url, 'asha@hospital.example');
  } finally {
    await closed.stop();
  }
});

test('whom an administrator activates has comparison, signature and templates, cancels, and keeps them to the end', async ({
  page,
  browser,
}, info) => {
  const email = 'activated@example.org';
  await signIn(page, server.url, email);
  endAt(server.data, email, Date.now() - 2 * 60 * MINUTE);
  await page.goto(`${server.url}/app`);
  await expect(page).toHaveURL(`${server.url}/subscribe`);

  const office = await browser.newPage();
  await signIn(office, server.url, ADMIN);
  await office.goto(`${server.url}/admin`);
  await office.getByLabel("User's e-mail").fill(email);
  await office.getByRole('button', { name: 'Activate', exact: true }).first().click();
  await expect(office.getByText(`${email} has an active subscription for 30 days.`)).toBeVisible();
  await office.close();

  await page.goto(`${server.url}/account`);
  await expect(subscription(page).getByText('Active Subscription')).toBeVisible();
  const signature = page.getByRole('region', { name: 'Signature Settings' });
  await signature.getByLabel('Name').fill('Dr S. Iyer');
  await signature.getByRole('button', { name: 'Save Signature' }).click();
  await expect(page.getByText('Signature Saved')).toBeVisible();
  await page.getByRole('button', { name: 'Create Template' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Template' });
  await dialog.getByLabel('Template Name').fill('My chest');
  await dialog.getByLabel('Content').fill('FINDINGS:\nLungs are clear.\n\nIMPRESSION:\nNormal study.');
  await dialog.getByRole('button', { name: 'Create Template' }).click();
  await expect(page.getByText('Template Created')).toBeVisible();

  await page.goto(`${server.url}/app`);
  await choose(page, 'Report Template', 'My chest');
  const report = page.getByRole('textbox', { name: 'Structured Report' });
  await expect(report).toHaveValue(/Lungs are clear/);
  await page.getByText('Compare with Previous Report').click();
  const previous = page.getByRole('dialog', { name: 'Previous Report Comparison' });
  await previous.getByRole('textbox').fill('FINDINGS:\nA 4 mm nodule in the right upper lobe.');
  await previous.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('textbox', { name: 'Transcription Preview' })
    .fill('There is a 6 mm nodule in the right upper lobe.');
  await page.getByRole('button', { name: 'Structure Report with AI' }).click();
  await expect(report).toHaveValue(/COMPARISON:[\s\S]*4 mm[\s\S]*6 mm|COMPARISON:[\s\S]*6 mm[\s\S]*4 mm/);
  await page.getByRole('checkbox', { name: 'Include Signature in Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Report' }).click();
  const saved = info.outputPath('signed.docx');
  await (await download).saveAs(saved);
  expect(readWithPythonDocx(saved)).toContain('Dr S. Iyer');

  await page.goto(`${server.url}/account`);
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  await page.getByRole('button', { name: 'Yes, Cancel' }).click();
  await expect(subscription(page).getByText('Subscription Cancelled')).toBeVisible();
  await page.goto(`${server.url}/app`);
  await expect(page.getByRole('checkbox', { name: 'Include Signature in Export' })).toBeEnabled();

  endAt(server.data, email, Date.now() - 2 * 60 * MINUTE);
  await page.goto(`${server.url}/app`);
  await expect(page).toHaveURL(`${server.url}/subscribe`);
  await page.goto(`${server.url}/account`);
  await expect(signature.getByText('Dr S. Iyer')).toBeVisible();
  await expect(page.getByText('My chest')).toBeVisible();
});
