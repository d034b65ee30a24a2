import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const README = path.join(ROOT, 'docs/images');
const LANDING = path.join(ROOT, 'web/src/features/marketing/pictures');

export const THEMES = ['dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];

/** Shows the theme as a person does who pressed the button. */
export async function show(page: Page, theme: Theme): Promise<void> {
  const root = page.locator('html');
  if (!(await root.getAttribute('class'))?.split(' ').includes(theme)) {
    await page.getByRole('button', { name: 'Switch between light and dark' }).first().dispatchEvent('click');
  }
  await page.evaluate(() => document.fonts.ready);
  // The landing page fetches a theme's picture when it is shown.
  await page.waitForFunction(() =>
    [...document.images].every((image) => !image.checkVisibility() || (image.complete && image.naturalWidth > 0)),
  );
}

/** Keeps the page as a picture of the README, `docs/images/NAME-THEME.png`. */
export async function forReadme(page: Page, name: string): Promise<void> {
  for (const theme of THEMES) {
    await show(page, theme);
    await page.screenshot({ path: path.join(README, `${name}-${theme}.png`), animations: 'disabled', caret: 'hide' });
  }
}

/** Keeps the page as pictures of the landing page: WebP, named after the dots that a pixel has on the screen. */
export async function forLanding(page: Page, name: string, density: number): Promise<void> {
  for (const theme of THEMES) {
    await show(page, theme);
    const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    fs.writeFileSync(path.join(LANDING, `${name}-${theme}@${density}x.webp`), await webp(page, png));
  }
}

/** Chromium is there anyway, and writes WebP. In a page of its own: the one in the picture loads nothing from `data:`. */
async function webp(page: Page, png: Buffer): Promise<Buffer> {
  const drawing = await page.context().newPage();
  const url = await drawing.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = document.createElement('canvas');
    canvas.width = picture.width;
    canvas.height = picture.height;
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    return canvas.toDataURL('image/webp', 0.82);
  }, png.toString('base64'));
  await drawing.close();
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}
