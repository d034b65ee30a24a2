/** Serves web/dist as the program does, as far as its public pages go: tokens filled, compressed, with its policy. */
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const DIST = path.resolve(import.meta.dirname, '../dist');
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
};
const COMPRESSED = ['.html', '.js', '.css', '.svg', '.webmanifest', '.txt', '.xml'];
const FILLED = ['.html', '.txt', '.xml'];

/** Resolves to its address and what stops it. */
export async function serveDist() {
  const { scriptHashes } = JSON.parse(fs.readFileSync(path.join(DIST, 'csp.json'), 'utf8'));
  const policy = `default-src 'none'; script-src 'self' ${scriptHashes.map((hash) => `'${hash}'`).join(' ')}; style-src 'self'; font-src 'self'; connect-src 'self'; img-src 'self' data: blob:; manifest-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'`;
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://readout.test');
    if (pathname.startsWith('/api/')) {
      response
        .writeHead(401, { 'content-type': 'application/json' })
        .end('{"message":"Sign in first.","code":"unauthorized"}');
      return;
    }
    const wanted = pathname === '/' ? 'index.html' : pathname.slice(1);
    const found = [wanted, `${wanted}.html`].find((name) => fs.existsSync(path.join(DIST, name)));
    const file = found ?? '404.html';
    const ending = path.extname(file);
    let body = fs.readFileSync(path.join(DIST, file));
    if (FILLED.includes(ending)) {
      const url = `http://${request.headers.host}`;
      body = Buffer.from(
        body
          .toString('utf8')
          .replaceAll('%READOUT_PUBLIC_URL%', url)
          .replaceAll('%READOUT_SUPPORT_EMAIL%', 'support@readout.example')
          .replaceAll('%READOUT_PAY_URL_INTERNATIONAL%', ''),
      );
    }
    const headers = {
      'content-type': TYPES[ending] ?? 'application/octet-stream',
      'cache-control': file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      'content-security-policy': policy,
      'cross-origin-opener-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    };
    if (COMPRESSED.includes(ending)) {
      headers['content-encoding'] = 'br';
      body = brotliCompressSync(body);
    }
    response.writeHead(found ? 200 : 404, headers).end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  return { url: `http://127.0.0.1:${port}`, stop: () => new Promise((resolve) => server.close(resolve)) };
}
