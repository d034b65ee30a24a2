/**
 * Lighthouse over every public page and the workspace: five runs a page, their medians, and 1 as the exit code when one
 * misses its bar. `npm --prefix web/tools run lighthouse` measures the built program as a slow phone; `-- --desktop` as a
 * desktop. `PAGES=/,/app` measures these alone.
 */
import { chromium } from '@playwright/test';
import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';
import { CHROMIUM, QUIET, signIn } from '../e2e/support/browser.mjs';
import { startProgram } from '../e2e/support/program.mjs';

const ONLY = process.env.PAGES?.split(',');
/** Layout shift that no eye sees. */
const MOST_SHIFT = 0.02;
const RUNS = Number(process.env.RUNS ?? 5);
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const PUBLIC_BARS = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };
/** Kept out of search engines on purpose, which is what Lighthouse's figure for them would speak of. */
const UNLISTED = [
  { path: '/payment-confirmation', bars: { ...PUBLIC_BARS, seo: 0 } },
  { path: '/api/login', bars: { ...PUBLIC_BARS, seo: 0 } },
];
/**
 * Measured as a desktop, which a reporting workstation is, with what signing in has left in the browser. Public pages come
 * to a visitor whose browser has nothing.
 */
const WORKSPACE = {
  path: '/app',
  bars: { performance: 90, accessibility: 100, 'best-practices': 100, seo: 0 },
  signedIn: true,
};

const asDesktop = process.argv.includes('--desktop');

const site = await startProgram();
const chrome = await launch({
  chromePath: CHROMIUM,
  chromeFlags: [...QUIET, '--headless=new'],
});
let missed = false;
try {
  const all = [...(await listed()), ...UNLISTED, WORKSPACE];
  const unknown = ONLY?.find((address) => !all.some((page) => page.path === address));
  if (unknown) throw new Error(`There is no page ${unknown}.`);
  const wanted = all.filter((page) => !ONLY || ONLY.includes(page.path));
  console.log(
    `medians of ${RUNS} runs, as ${asDesktop ? 'a desktop' : 'a phone, the workspace as a desktop'}; script: kB that the page transfers`,
  );
  console.log(['page'.padEnd(24), ...CATEGORIES, 'LCP ms', 'CLS', 'TBT ms', 'script'].join('  '));
  for (const page of wanted) {
    if (page.signedIn) await becomeUser();
    await measure(page);
  }
} finally {
  await chrome.kill();
  await site.stop();
}
if (missed) process.exitCode = 1;

/** The pages that search engines are told of. */
async function listed() {
  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)];
  return addresses.map(([, address]) => ({ path: new URL(address).pathname, bars: PUBLIC_BARS }));
}

async function measure({ path: address, bars, signedIn = false }) {
  const results = [];
  while (results.length < RUNS) results.push(await load(address, signedIn));
  const score = (category) => median(results.map((lhr) => Math.round(lhr.categories[category].score * 100)));
  const figure = (audit) => median(results.map((lhr) => lhr.audits[audit].numericValue));
  const script = median(results.map(scriptBytes)) / 1000;
  const cells = CATEGORIES.map((category) => {
    const below = score(category) < bars[category];
    missed ||= below;
    // What search engines are told not to list has no figure for how well they can.
    const shown = bars[category] === 0 ? '-' : `${score(category)}${below ? '!' : ''}`;
    return shown.padStart(category.length);
  });
  const shift = figure('cumulative-layout-shift');
  missed ||= shift > MOST_SHIFT;
  const timings = [
    figure('largest-contentful-paint').toFixed(0).padStart(6),
    `${shift.toFixed(3)}${shift > MOST_SHIFT ? '!' : ''}`,
    figure('total-blocking-time').toFixed(0).padStart(6),
    script.toFixed(1).padStart(6),
  ];
  console.log([address.padEnd(24), ...cells, ...timings].join('  '));
  for (const problem of problemsOf(results[0], bars)) console.log(`    ${problem}`);
}

/** On a busy machine Chromium now and then loses the beginning of a trace; such a run says nothing and is made again. */
async function load(address, signedIn, tries = 3) {
  const options = { port: chrome.port, onlyCategories: CATEGORIES, disableStorageReset: signedIn, logLevel: 'silent' };
  const config = asDesktop || signedIn ? desktopConfig : undefined;
  const { lhr } = await lighthouse(site.url + address, options, config);
  if (!lhr.runtimeError) return lhr;
  if (tries === 1) throw new Error(`${address}: ${lhr.runtimeError.message}`);
  return load(address, signedIn, tries - 1);
}

function scriptBytes(lhr) {
  const { items } = lhr.audits['network-requests'].details;
  return items.filter((item) => item.resourceType === 'Script').reduce((sum, item) => sum + item.transferSize, 0);
}

/** What keeps a category that must be without fault from being so. */
function problemsOf(lhr, bars) {
  return CATEGORIES.filter((category) => bars[category] === 100).flatMap((category) =>
    lhr.categories[category].auditRefs
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 1)
      .map(({ id }) => `${category}: ${lhr.audits[id].title}`),
  );
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

async function becomeUser() {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${chrome.port}`);
  const page = await browser.contexts()[0].newPage();
  await signIn(page, site.url, 'lighthouse@example.org');
  await page.close();
  await browser.close();
}
