import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KEPT } from '@/lib/constants';
import { listedPaths, renderPages, shellBody } from '../entry-prerender';

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

function headElementOf(path: string): HTMLHeadElement {
  return new DOMParser().parseFromString(`<head>${headOf(path)}</head>`, 'text/html').head;
}

function dataOf(path: string) {
  return JSON.parse(headElementOf(path).querySelector('script[type="application/ld+json"]')?.textContent ?? 'null');
}

/** Width and height of a PNG file, from its header. */
function sizeOf(png: Buffer): string {
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
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

  it('has a title and a description of lengths that a list of results shows whole', () => {
    const head = headElementOf(path);
    const title = head.querySelector('title')?.textContent ?? '';
    const description = head.querySelector<HTMLMetaElement>('meta[name=description]')?.content ?? '';
    expect(title.length).toBeGreaterThan(8);
    expect(title.length).toBeLessThanOrEqual(65);
    expect(description.length).toBeGreaterThan(20);
    expect(description.length).toBeLessThanOrEqual(170);
  });

  it('shows pictures with their size, so that nothing moves when they come, and says what is on them', () => {
    for (const picture of body.querySelectorAll('img, source')) {
      expect(Number(picture.getAttribute('width'))).toBeGreaterThan(0);
      expect(Number(picture.getAttribute('height'))).toBeGreaterThan(0);
    }
    for (const picture of body.querySelectorAll('img')) expect(picture.alt.length).toBeGreaterThan(20);
  });

  it('offers sign-in as a link, which works without a script', () => {
    if (path.startsWith('/login')) return;
    expect(body.querySelector('header a[href="/api/login"]')).not.toBeNull();
  });
});

it('the shell of the app says what is missing where no script runs, and nothing where one does', () => {
  const shell = document.createElement('div');
  shell.innerHTML = shellBody().replace(/^<noscript>(.*)<\/noscript>$/, '$1');
  expect(shell.querySelector('noscript')).toBeNull();
  expect(shell.querySelector('h1')?.textContent).toBe('This page needs JavaScript');
  for (const link of shell.querySelectorAll('a')) expect(KNOWN).toContain(link.getAttribute('href'));
});

describe('the pages that search engines may list', () => {
  it('are all public pages but those that follow from something', () => {
    const kept = pages.map((page) => page.path).filter((path) => !listedPaths().includes(path));
    expect(kept).toEqual(['/payment-confirmation', '/404', '/login', '/login-sent', '/login-confirm']);
    for (const path of kept) expect(headOf(path)).toContain('<meta name="robots" content="noindex">');
    for (const path of listedPaths()) expect(headOf(path)).not.toContain('noindex');
  });

  it.each(listedPaths())('%s has an address, and tells networks its title and a picture', (path) => {
    const head = headElementOf(path);
    const content = (selector: string) => head.querySelector<HTMLMetaElement>(`meta[${selector}]`)?.content;
    const address = `%READOUT_PUBLIC_URL%${path}`;
    expect(head.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(address);
    expect(content('property="og:url"')).toBe(address);
    expect(content('property="og:title"')).toBe(head.querySelector('title')?.textContent);
    expect(content('name="twitter:title"')).toBe(content('property="og:title"'));
    expect(content('property="og:description"')).toBe(content('name="description"'));
    expect(content('name="twitter:card"')).toBe('summary_large_image');
    expect(content('property="og:image"')).toBe('%READOUT_PUBLIC_URL%/og.png');
    expect(content('property="og:image:alt"')).toContain('workspace');
    const stated = `${content('property="og:image:width"')}x${content('property="og:image:height"')}`;
    expect(sizeOf(readFileSync('public/og.png'))).toBe(stated);
  });

  it('have titles and descriptions of their own', () => {
    const heads = listedPaths().map(headElementOf);
    const titles = heads.map((head) => head.querySelector('title')?.textContent);
    const descriptions = heads.map((head) => head.querySelector<HTMLMetaElement>('meta[name=description]')?.content);
    expect(new Set(titles).size).toBe(titles.length);
    expect(new Set(descriptions).size).toBe(descriptions.length);
  });
});

it('every icon of the page and of the manifest is a file of the size that is told', () => {
  const manifest = JSON.parse(readFileSync('public/site.webmanifest', 'utf8'));
  for (const { src, sizes, type } of manifest.icons) {
    const file = join('public', src);
    if (type === 'image/png') expect(sizeOf(readFileSync(file))).toBe(sizes);
    else expect(existsSync(file)).toBe(true);
  }
  expect(manifest.icons.some(({ purpose }: { purpose?: string }) => purpose === 'maskable')).toBe(true);
  const shell = readFileSync('index.html', 'utf8');
  for (const [, href] of shell.matchAll(/<link rel="(?:icon|apple-touch-icon|manifest)" href="([^"]+)"/g)) {
    expect(existsSync(join('public', href ?? ''))).toBe(true);
  }
  expect(sizeOf(readFileSync('public/apple-touch-icon.png'))).toBe('180x180');
});

it('the landing page states price, period and area for machines, each where its type has it', () => {
  const data = dataOf('/');
  expect(data).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'WebApplication',
    offers: {
      '@type': 'Offer',
      price: '399',
      priceCurrency: 'INR',
      areaServed: { '@type': 'Country', name: 'India' },
      priceSpecification: { '@type': 'UnitPriceSpecification', price: '399', billingDuration: 'P1M' },
    },
  });
  // schema.org has areaServed for offers and services, not for applications.
  expect(data.areaServed).toBeUndefined();
});

it('the FAQ states its questions and answers for machines as they stand on the page', () => {
  const shown = [...bodyOf('/faq').querySelectorAll('details')].map((item) => [
    item.querySelector('summary')?.textContent,
    item.querySelector('p')?.textContent,
  ]);
  const { '@type': type, mainEntity } = dataOf('/faq');
  expect(type).toBe('FAQPage');
  expect(
    mainEntity.map((item: { name: string; acceptedAnswer: { text: string } }) => [item.name, item.acceptedAnswer.text]),
  ).toEqual(shown);
});

it('the contact page states hours and address of support for machines', () => {
  expect(dataOf('/contact').contactPoint).toMatchObject({
    email: '%READOUT_SUPPORT_EMAIL%',
    hoursAvailable: { opens: '09:00:00+05:30', closes: '18:00:00+05:30' },
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

it('the figures of the specification stand on the pages that they are for', () => {
  const check = (path: string, ...words: string[]) => {
    const text = bodyOf(path).textContent?.replaceAll(/\s+/g, ' ') ?? '';
    for (const word of words) expect(text, path).toContain(word);
  };
  check('/', '10 min to 30 s', '95% faster', '3x', '50%', 'above 95%', '₹399', '₹999', '$5', '153', '69', '84');
  check('/contact', '24-48 hours', 'Monday to Friday', '9:00-18:00 IST');
  check('/how-it-works', '153', '69 CT', '84 MRI', '5 points', '10');
  check('/faq', '3 days', '₹399', '₹999', '$5', '24 hours', '30 days', '7 days', '18');
  check('/faq', '5-10 business days', '3-5 business days');
  check('/terms-of-service', '18 years', '3 days', '₹399', '₹999', '$5', '30 days', '24 hours', 'within 3 days');
  check('/refund-policy', '7-day', '3-day free trial', '5-10 business days', '3-5 business days');
  check('/payment-confirmation', '24 hours', '1 working day');
});

it('what nobody has measured is called an aim', () => {
  const landing = bodyOf('/');
  const targets = landing.querySelector('section[aria-labelledby=targets]');
  expect(targets?.textContent).toContain('What it is designed for');
  expect(targets?.textContent).toContain('not results that somebody measured');
  targets?.remove();
  for (const figure of ['3x', '95%', '50%']) {
    expect(targets?.textContent).toContain(figure);
    const places = [landing, ...pages.filter(({ path }) => path !== '/').map(({ path }) => bodyOf(path))];
    for (const place of places) expect(place.textContent).not.toContain(figure);
  }
});

it('the privacy policy tells each time that something is kept', () => {
  const rows = [...bodyOf('/privacy-policy').querySelectorAll('tbody tr')].map((row) => row.textContent ?? '');
  for (const until of [
    `${KEPT.sessionDays} days without use, at most ${KEPT.sessionWholeDays} days after the sign-in`,
    `${KEPT.signInLinkMinutes} minutes, or its use`,
    `${KEPT.signInAtProviderMinutes} minutes, or its end`,
    `${KEPT.takeDays} days`,
    `${KEPT.trialHashDays} days, or your next sign-in`,
  ]) {
    expect(rows.some((row) => row.includes(until))).toBe(true);
  }
});

it('the shipping policy says nothing but that it is coming', () => {
  expect(bodyOf('/shipping-policy').querySelector('main')?.textContent).toBe('Shipping PolicyComing Soon');
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
