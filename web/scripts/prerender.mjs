/**
 * Turns the two builds into what the server embeds: one HTML file a public page, spa.html for the app's pages, csp.json
 * with the hashes of the inline scripts, and .br and .gz beside everything that compresses.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const DIST = 'dist';
const DIST_SSR = 'dist-ssr';
/** The server fills it in: see src/lib/constants.ts. */
const PUBLIC_URL = '%READOUT_PUBLIC_URL%';
const { renderPages, shellHead, shellBody, listedPaths } = await import('../dist-ssr/entry-prerender.js');

const manifest = JSON.parse(readFileSync(path.join(DIST, '.vite/manifest.json'), 'utf8'));
const template = readFileSync(path.join(DIST, 'index.html'), 'utf8');
const WORKSPACE = 'src/app/workspace/workspace-page.tsx';
const marketing = manifest['src/marketing.ts'];
const font = Object.entries(manifest).find(([source]) => source.endsWith('/geist-latin-wght-normal.woff2'));
if (!marketing || !font) throw new Error('The build has no marketing script or no Geist font.');

const preload = `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font[1].file}">`;
const publicTemplate = template
  .replace(/\s*<script type="module"[^>]*><\/script>/g, '')
  .replace(/\s*<link rel="modulepreload"[^>]*>/g, '')
  .replace(/\s*<meta name="readout-[^>]*>/g, '')
  .replace('</head>', `${modules(marketing)}</head>`);

const shell = fill(template, shellHead() + preload + workspaceAhead(), shellBody());
write('spa.html', shell);
const pages = renderPages();
for (const picture of readdirSync(path.join(DIST_SSR, 'assets')).filter((name) => name.endsWith('.webp'))) {
  copyFileSync(path.join(DIST_SSR, 'assets', picture), path.join(DIST, 'assets', picture));
}
for (const page of pages) write(page.file, fill(publicTemplate, page.head + preload, page.body));

write('robots.txt', `User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${PUBLIC_URL}/sitemap.xml\n`);
write('sitemap.xml', sitemap(listedPaths()));

writeFileSync(path.join(DIST, 'csp.json'), `${JSON.stringify({ scriptHashes: inlineScriptHashes(shell) })}\n`);
rmSync(path.join(DIST, '.vite'), { recursive: true });
console.log(`${pages.length} public pages and the shell written, ${compressAll()} files compressed`);

/** The shell is one for all pages of the app: at /app the workspace's script is fetched beside the shell's, not after it. */
function workspaceAhead() {
  const known = new Set([...template.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, file]) => file));
  const files = [...filesOf(WORKSPACE)].filter((file) => !known.has(file)).map((file) => `/${file}`);
  return `<script>if(location.pathname==='/app')for(const href of ${JSON.stringify(files)}){const link=document.createElement('link');link.rel='modulepreload';link.crossOrigin='';link.href=href;document.head.append(link)}</script>`;
}

/** The file of a module, and of all that it imports at once. */
function filesOf(key, found = new Set()) {
  const { file, imports = [] } = manifest[key];
  if (!found.has(file)) {
    found.add(file);
    for (const next of imports) filesOf(next, found);
  }
  return found;
}

/** The script of public pages, with the chunks it imports fetched at once. */
function modules(entry) {
  const imports = (entry.imports ?? []).map(
    (key) => `<link rel="modulepreload" crossorigin href="/${manifest[key].file}">`,
  );
  return `<script type="module" crossorigin src="/${entry.file}"></script>${imports.join('')}`;
}

function fill(html, head, body) {
  return html.replace('<!--head-->', () => head).replace('<!--app-->', () => body);
}

function write(file, text) {
  writeFileSync(path.join(DIST, file), text);
}

function sitemap(paths) {
  const urls = paths.map((address) => `  <url><loc>${PUBLIC_URL}${address}</loc></url>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`;
}

function inlineScriptHashes(html) {
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)];
  return scripts.map(([, source]) => `sha256-${createHash('sha256').update(source).digest('base64')}`);
}

function compressAll() {
  const files = readdirSync(DIST, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(html|js|css|svg|json|txt|xml|webmanifest)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of files) {
    const bytes = readFileSync(file);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
  return files.length;
}
