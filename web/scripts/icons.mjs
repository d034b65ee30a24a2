/**
 * Draws the icons that browsers and home screens want as pictures, from public/favicon.svg. Run when it changed:
 * `node scripts/icons.mjs`. Needs chromium.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { openBrowser } from '../e2e/support/browser.mjs';

const mark = readFileSync('public/favicon.svg', 'utf8');
/** Home screens cut a shape of their own, so that the colour reaches every edge and the bars keep to the middle. */
const fullBleed = mark.replace(/ rx="[^"]*"/, '').replace('viewBox="0 0 22 22"', 'viewBox="-2 -2 26 26"');
const filled = fullBleed.replace('<rect width="22" height="22"', '<rect x="-2" y="-2" width="26" height="26"');

const browser = await openBrowser();
const page = await browser.newPage();

for (const size of [192, 512]) writeFileSync(`public/icon-${size}.png`, await draw(mark, size));
writeFileSync('public/icon-maskable-512.png', await draw(filled, 512));
writeFileSync('public/apple-touch-icon.png', await draw(filled, 180));
const small = [];
for (const size of [16, 32, 48]) small.push({ size, png: await draw(mark, size) });
writeFileSync('public/favicon.ico', iconFile(small));
await browser.close();

async function draw(svg, size) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  return page.screenshot({ omitBackground: true });
}

/** An .ico: a header, an entry of 16 bytes a picture, then the pictures as PNG files. */
function iconFile(pictures) {
  const header = Buffer.alloc(6);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = 6 + 16 * pictures.length;
  const entries = pictures.map(({ size, png }) => {
    const entry = Buffer.alloc(16);
    entry.writeUInt8(size, 0);
    entry.writeUInt8(size, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...pictures.map(({ png }) => png)]);
}
