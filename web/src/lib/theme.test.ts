import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { BROWSER_COLOR, currentTheme, setTheme, THEME_KEY, themeFrom, toggleTheme } from './theme';

const root = document.documentElement;

const browserColor = () => document.querySelector<HTMLMetaElement>('meta[name=theme-color]')?.content;

beforeEach(() => {
  localStorage.clear();
  root.className = 'dark';
  document.head.innerHTML = `<meta name="theme-color" content="${BROWSER_COLOR.dark}">`;
});

it.each([
  [null, 'dark'],
  ['dark', 'dark'],
  ['light', 'light'],
  ['nonsense', 'dark'],
])('takes a stored %j for %s', (stored, theme) => {
  expect(themeFrom(stored)).toBe(theme);
});

it('shows the choice as a class on the root and remembers it', () => {
  setTheme('light');
  expect(root.className).toBe('light');
  expect(localStorage.getItem(THEME_KEY)).toBe('light');
});

it('paints what is around the page in the colour of the theme', () => {
  setTheme('light');
  expect(browserColor()).toBe(BROWSER_COLOR.light);
  setTheme('dark');
  expect(browserColor()).toBe(BROWSER_COLOR.dark);
});

it('goes to and fro', () => {
  expect(toggleTheme()).toBe('light');
  expect(toggleTheme()).toBe('dark');
  expect(currentTheme()).toBe('dark');
});

it('keeps other classes of the root', () => {
  root.classList.add('large-text');
  setTheme('light');
  expect(root.classList.contains('large-text')).toBe(true);
});

describe('the script that runs before the first paint', () => {
  const page = readFileSync('index.html', 'utf8');
  const script = page.match(/<script>([\s\S]*?)<\/script>/)?.[1] ?? '';

  it.each([null, 'dark', 'light', 'nonsense'])('agrees for a stored %j', (stored) => {
    if (stored !== null) localStorage.setItem(THEME_KEY, stored);
    new Function(script)();
    expect(currentTheme()).toBe(themeFrom(stored));
    expect(browserColor()).toBe(BROWSER_COLOR[themeFrom(stored)]);
  });

  it('starts from dark', () => {
    expect(page).toContain('<html lang="en" class="dark">');
    expect(page).toContain(`<meta name="theme-color" content="${BROWSER_COLOR.dark}" />`);
  });
});
