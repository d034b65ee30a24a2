/**
 * Light or dark: dark unless the person chose light. The choice is kept under `theme` and shown as a class on the
 * document root. The inline script of index.html applies it before the first paint; it must agree with this file.
 */

export type Theme = 'dark' | 'light';

export const THEME_KEY = 'theme';

/** What the browser paints around the page: `--canvas` of tokens.css, in the form that every browser takes. */
export const BROWSER_COLOR: Record<Theme, string> = { dark: '#090d10', light: '#f5f7f9' };

/** What a stored value means; anything that is not a choice means dark. */
export function themeFrom(stored: string | null): Theme {
  return stored === 'light' ? 'light' : 'dark';
}

export function currentTheme(root: Element = document.documentElement): Theme {
  return root.classList.contains('light') ? 'light' : 'dark';
}

/** Shows the theme and remembers it where the browser lets us. */
export function setTheme(theme: Theme, root: Element = document.documentElement): void {
  root.classList.toggle('dark', theme === 'dark');
  root.classList.toggle('light', theme === 'light');
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', BROWSER_COLOR[theme]);
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage may be closed to us (private window): the theme then lasts as long as the page.
  }
}

export function toggleTheme(): Theme {
  const next = currentTheme() === 'dark' ? 'light' : 'dark';
  setTheme(next);
  return next;
}
