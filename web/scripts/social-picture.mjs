/**
 * Draws public/og.png, the picture that social networks show, from the landing page's own hero. Run after a build when
 * the hero changed: `node scripts/social-picture.mjs`. Needs chromium.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

const TYPES = { '.html': 'text/html', '.css': 'text/css', '.woff2': 'font/woff2', '.svg': 'image/svg+xml' };

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' });
const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, colorScheme: 'dark' });
await page.route('**/*', (route) => {
  const { pathname } = new URL(route.request().url());
  const contentType = TYPES[path.extname(pathname)];
  if (!contentType) return route.abort();
  return route.fulfill({ contentType, body: readFileSync(path.join('dist', pathname)) });
});
await page.goto('http://readout.test/index.html');
await page.addStyleTag({
  content:
    'header, figcaption, main div:has(> a.btn) { display: none } main section:first-of-type { padding: 0 4rem; height: 100vh } section ~ section, footer { visibility: hidden }',
});
await page.evaluate(() => document.fonts.ready);
await page.screenshot({ path: 'public/og.png' });
await browser.close();
