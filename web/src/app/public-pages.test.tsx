import { describe, expect, it } from 'vitest';
import { renderPages } from '../entry-prerender';

const pages = renderPages();
const KNOWN = new Set([
  ...pages.map((page) => page.path),
  '/app',
  '/account',
  '/subscribe',
  '/admin',
  '/api/login',
  '/api/logout',
  ...['oidc', 'google', 'github'].map((name) => `/api/login/${name}?next=%READOUT_LOGIN_NEXT_QUERY%`),
]);

function bodyOf(path: string): HTMLElement {
  const body = document.createElement('div');
  body.innerHTML = pages.find((page) => page.path === path)?.body ?? '';
  return body;
}

function headOf(path: string): string {
  return pages.find((page) => page.path === path)?.head ?? '';
}

describe.each(pages.map((page) => [page.path] as const))('%s', (path) => {
  const body = bodyOf(path);

  it('leads only to pages that exist', () => {
    const hrefs = [...body.querySelectorAll('a')].map((a) => a.getAttribute('href') ?? '');
    const unknown = hrefs.filter((href) => !href.startsWith('#') && !href.startsWith('mailto:') && !KNOWN.has(href));
    expect(unknown).toEqual([]);
  });

  it('has one first heading and a main part', () => {
    expect(body.querySelectorAll('h1')).toHaveLength(1);
    expect(body.querySelectorAll('main')).toHaveLength(1);
  });

  it('carries no inline style and no inline script, which the content security policy forbids', () => {
    expect(body.querySelectorAll('[style], script, [onclick]')).toHaveLength(0);
  });

  it('has a title', () => {
    expect(headOf(path)).toMatch(/<title>.+<\/title>/);
  });
});

it('listed pages have a canonical address and the others are kept out of search engines', () => {
  expect(headOf('/faq')).toContain('<link rel="canonical" href="%READOUT_PUBLIC_URL%/faq">');
  for (const path of ['/login', '/payment-confirmation', '/404']) expect(headOf(path)).toContain('noindex');
});

it('the landing page states price, period and area for machines', () => {
  const json = headOf('/').match(/<script type="application\/ld\+json">(.*?)<\/script>/)?.[1] ?? '';
  expect(JSON.parse(json)).toMatchObject({
    areaServed: { name: 'India' },
    offers: { price: '399', priceCurrency: 'INR', priceSpecification: { billingDuration: 'P1M' } },
  });
});

it('the landing page has the words of the specification', () => {
  const text = bodyOf('/').textContent ?? '';
  for (const words of [
    'Login',
    'Go to App',
    'See How It Works',
    'Record Your Findings',
    'AI Structures Report',
    'Export Report',
    'AI-Powered Transcription',
    'Automatic Structuring',
    'Impression Generation',
    'Easy Export',
    '3-day free trial',
    'Get Started',
  ]) {
    expect(text).toContain(words);
  }
});

it('the payment confirmation has the words of the specification', () => {
  const text = bodyOf('/payment-confirmation').textContent ?? '';
  for (const words of [
    'Payment Received Successfully!',
    'payment has been received and verified',
    'activated within 1 working day',
    'verifies the payment and activates',
    'not been activated within 24 hours, contact support',
  ]) {
    expect(text).toContain(words);
  }
});

it('the FAQ has 25 questions of which one is open at a time', () => {
  const questions = bodyOf('/faq').querySelectorAll('details[name="faq"]');
  expect(questions).toHaveLength(25);
});

it('the sign-in pages hand the server its fields', () => {
  const login = bodyOf('/login').querySelector('form');
  expect(login?.getAttribute('action')).toBe('/api/login/email');
  expect([...(login?.querySelectorAll('input') ?? [])].map((input) => input.name)).toEqual(['next', 'email']);
  const confirm = bodyOf('/login-confirm').querySelector('form');
  expect(confirm?.getAttribute('action')).toBe('/api/login/email/confirm');
  expect(confirm?.querySelector<HTMLInputElement>('input[name=token]')?.value).toBe('%READOUT_LOGIN_TOKEN%');
  expect(bodyOf('/login-confirm').textContent).toContain('You are signing in as %READOUT_LOGIN_EMAIL%.');
});

it('what the sign-in page offers stands between tokens, so that the server can leave it out', () => {
  const body = pages.find((page) => page.path === '/login')?.body ?? '';
  const part = (name: string) => body.split(`%READOUT_PART_${name}%`)[1]?.split(`%READOUT_END_${name}%`)[0] ?? '';
  expect(part('GOOGLE')).toContain('href="/api/login/google?next=%READOUT_LOGIN_NEXT_QUERY%"');
  expect(part('GITHUB')).toContain('href="/api/login/github?next=%READOUT_LOGIN_NEXT_QUERY%"');
  expect(part('OIDC')).toContain('Continue with %READOUT_LOGIN_OIDC_NAME%');
  expect(part('EMAIL')).toContain('action="/api/login/email"');
  expect(part('OR')).toContain('or by e-mail');
  for (const name of ['GOOGLE', 'GITHUB', 'OIDC', 'EMAIL', 'OR']) {
    expect(body.split(`%READOUT_PART_${name}%`)).toHaveLength(2);
  }
});
