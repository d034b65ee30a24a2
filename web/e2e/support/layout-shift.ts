/** How much of a page moves by itself, as browsers measure it: 0 is nothing, and what follows a hand does not count. */
import type { Page } from '@playwright/test';

/** From the next page on; what a page came to is asked with `shifted`. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shown = window as unknown as { shifted: number };
    shown.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) shown.shifted += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

export async function shifted(page: Page): Promise<number> {
  await page.evaluate(() => document.fonts.ready);
  // The frames after the last font and picture are where something would move.
  await page.waitForTimeout(250);
  return page.evaluate(() => (window as unknown as { shifted: number }).shifted);
}
