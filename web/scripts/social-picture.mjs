/**
 * Draws public/og.png, the picture that social networks show: the product's name and promise beside the workspace as
 * e2e/pictures took it. Run after new pictures: `node scripts/social-picture.mjs`. Needs chromium.
 */
import { readFileSync } from 'node:fs';
import { openBrowser } from '../e2e/support/browser.mjs';

const base64 = (file) => readFileSync(file).toString('base64');
const font = base64('node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2');
const workspace = base64('src/features/marketing/pictures/workspace-dark@2x.webp');
const mark = readFileSync('public/favicon.svg', 'utf8');

const browser = await openBrowser();
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.setContent(`<!doctype html><style>
  @font-face { font-family: Geist; src: url(data:font/woff2;base64,${font}); font-weight: 100 900 }
  body { margin: 0; width: 1200px; height: 630px; overflow: hidden; background: #090d10; color: #e5e7ea; font-family: Geist;
         display: grid; grid-template-columns: 352px 1fr; gap: 36px; align-items: center; padding-left: 48px; box-sizing: border-box }
  div { display: flex; align-items: center; gap: 12px; font-size: 25px; font-weight: 600 }
  div svg { width: 36px }
  h1 { margin: 34px 0 0; text-wrap: balance; font-size: 47px; line-height: 1.06; letter-spacing: -0.035em; font-weight: 600 }
  h1 span { display: block; color: #66cdd3; margin-top: 10px }
  p { margin: 28px 0 0; font-size: 21px; line-height: 1.45; color: #a9afb6 }
  img { height: 550px; border-radius: 14px; border: 1px solid #2c333a; box-shadow: 0 20px 60px #000 }
</style><main><div>${mark}Readout</div><h1>Say what you see.<span>Sign what you said.</span></h1>
<p>Dictated CT and MRI reports, structured, checked and in Word.</p></main>
<img src="data:image/webp;base64,${workspace}">`);
await page.evaluate(() => Promise.all([document.fonts.ready, document.images[0].decode()]));
await page.screenshot({ path: 'public/og.png' });
await browser.close();
