import AxeBuilder from '@axe-core/playwright';
import {
  type Browser,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  test,
  type ViewportSize,
} from '@playwright/test';

/** The rules that a theme decides. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

interface Axe {
  run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** The rules that the page breaks, all or these, with the elements that break them. */
export async function broken(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Axe stays in a page that it was put into, which takes longer than a look.
  if (!(await page.evaluate(() => 'axe' in window))) {
    await new AxeBuilder({ page }).setLegacyMode().withRules(['document-title']).analyze();
  }
  const violations = await page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: Axe };
    const found = await axe.run({ ...(runOnly && { runOnly }), resultTypes: ['violations'] });
    return found.violations.map(({ id, nodes }) => ({ id, elements: nodes.map(({ html }) => html) }));
  }, rules);
  return violations.flatMap(({ id, elements }) => elements.map((html) => `${id}: ${html.slice(0, 160)}`));
}

/** For a file of tests that each need a window of another size: what opens one, until its test ends. */
export function windowsOfTests(): (browser: Browser, viewport: ViewportSize) => Promise<Page> {
  const opened: BrowserContext[] = [];
  test.afterEach(async () => {
    await Promise.all(opened.splice(0).map((context) => context.close()));
  });
  return async (browser, viewport) => {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    opened.push(context);
    return context.newPage();
  };
}

/** In both themes: what reads well on black may not on white. In the other one only what a theme decides is asked. */
export async function expectNoneBroken(page: Page): Promise<void> {
  await lookInBothThemes(page, COLOURS);
}

/** Every rule in both themes, for a page as it stands: something may be shown, hidden or moved in one of them alone. */
export async function expectNoneBrokenInEitherTheme(page: Page): Promise<void> {
  await lookInBothThemes(page);
}

async function lookInBothThemes(page: Page, rulesOfTheOther?: readonly string[]): Promise<void> {
  const toggle = page.locator('[data-theme-toggle]').first();
  const theme = () => page.locator('html').getAttribute('class');
  const first = await theme();
  expect(await broken(page)).toEqual([]);
  await toggle.dispatchEvent('click');
  await expect.poll(theme).not.toBe(first);
  expect(await broken(page, rulesOfTheOther)).toEqual([]);
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
