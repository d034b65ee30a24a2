import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

/** The rules that a theme decides. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** The rules that the page breaks, all or these, with the elements that break them. */
export async function broken(page: Page, rules?: string[]): Promise<string[]> {
  // Without frames of others in it a page can be looked at as it stands; else each look would open a page of its own.
  const look = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules ? look.withRules(rules) : look).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** In both themes: what reads well on black may not on white. All else is the same in the other one. */
export async function expectNoneBroken(page: Page): Promise<void> {
  const toggle = page.locator('[data-theme-toggle]').first();
  const theme = () => page.locator('html').getAttribute('class');
  const first = await theme();
  expect(await broken(page)).toEqual([]);
  await toggle.dispatchEvent('click');
  await expect.poll(theme).not.toBe(first);
  expect(await broken(page, COLOURS)).toEqual([]);
  await toggle.dispatchEvent('click');
}

/** Nothing is wider than the page: a phone would push every card aside. */
export const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Opens something, looks at it in both themes, and closes it by key. */
export async function look(page: Page, opened: () => Promise<void>, shown: () => Locator): Promise<void> {
  await opened();
  await expect(shown()).toBeVisible();
  await expectNoneBroken(page);
  expect(await overflow(page)).toBe(0);
  await page.keyboard.press('Escape');
  await expect(shown()).toBeHidden();
}

/** The sizes that everything is looked at in. */
export const SIZES = [
  { name: 'a desktop', viewport: { width: 1440, height: 900 } },
  { name: 'a phone', viewport: { width: 390, height: 844 } },
] as const;
