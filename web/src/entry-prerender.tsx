/** What scripts/prerender.mjs and `vite dev` ask for: every public page as the two pieces that go into index.html. */
import { renderToStaticMarkup } from 'react-dom/server';
import { headHtml, META, type Meta, shellHeadHtml } from './app/meta';
import { NoScript } from './app/no-script';
import { PUBLIC_PAGES } from './app/public-pages';

export type RenderedPage = { path: string; file: string; head: string; body: string };

export function renderPages(): RenderedPage[] {
  return PUBLIC_PAGES.map(({ path, file, Page }) => ({
    path,
    file,
    head: headHtml(META[path]),
    body: renderToStaticMarkup(<Page />),
  }));
}

/** The addresses that search engines may list. */
export function listedPaths(): string[] {
  return Object.values<Meta>(META).flatMap(({ path, listed }) => (path && listed ? [path] : []));
}

/** The head of the shell in which the app's own pages run. */
export function shellHead(): string {
  return shellHeadHtml();
}

/** What the app's own pages are until its script fills them. */
export function shellBody(): string {
  return renderToStaticMarkup(<NoScript />);
}
