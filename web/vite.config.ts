import path from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { devPrerender } from './scripts/dev-prerender.ts';

/** Where `vite dev` finds the real server. */
const server = process.env.READOUT_DEV_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwind(), devPrerender()],
  resolve: { alias: { '@': path.resolve(import.meta.dirname, 'src') } },
  server: { proxy: { '/api': { target: server, ws: true }, '/readyz': server } },
  ssr: isSsrBuild ? { noExternal: true } : {},
  build: isSsrBuild
    ? // Pictures that only prerendered pages show: scripts/prerender.mjs takes them over.
      {
        outDir: 'dist-ssr',
        ssr: true,
        ssrEmitAssets: true,
        minify: false,
        rolldownOptions: { input: 'src/entry-prerender.tsx' },
      }
    : {
        outDir: 'dist',
        manifest: true,
        target: 'es2022',
        assetsInlineLimit: 0,
        rolldownOptions: { input: { spa: 'index.html', marketing: 'src/marketing.ts' } },
      },
}));
