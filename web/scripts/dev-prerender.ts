import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import type { RenderedPage } from '../src/entry-prerender';

/** In `vite dev`, answers public paths with the pages that the build prerenders. */
export function devPrerender(): Plugin {
  return {
    name: 'dev-prerender',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        if (!request.headers.accept?.includes('text/html')) return next();
        try {
          const path = (request.url ?? '/').split('?')[0];
          const entry = await server.ssrLoadModule('/src/entry-prerender.tsx');
          const pages: RenderedPage[] = entry.renderPages();
          const page = pages.find((candidate) => candidate.path === path);
          if (!page) return next();
          const html = readFileSync('index.html', 'utf8')
            .replace('/src/main.tsx', '/src/marketing.ts')
            .replace('<!--head-->', () => page.head)
            .replace('<!--app-->', () => page.body);
          response.setHeader('content-type', 'text/html; charset=utf-8');
          response.end(await server.transformIndexHtml(page.path, html));
        } catch (error) {
          next(error);
        }
      });
    },
  };
}
