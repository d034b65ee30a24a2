/** Fails the build when a page asks for more script than it may: what a page weighs is decided, not discovered. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const DIST = 'dist';
const BUDGETS = [
  { page: 'a public page', entries: ['src/marketing.ts'], kilobytes: 15 },
  { page: '/app', entries: ['index.html', 'src/app/workspace/workspace-page.tsx'], kilobytes: 180 },
];

const manifest = JSON.parse(readFileSync(path.join(DIST, '.vite/manifest.json'), 'utf8'));

for (const { page, entries, kilobytes } of BUDGETS) {
  const files = new Set(entries.flatMap(scriptsOf));
  const bytes = [...files].reduce(
    (sum, file) => sum + gzipSync(readFileSync(path.join(DIST, file)), { level: 9 }).length,
    0,
  );
  const size = (bytes / 1000).toFixed(1);
  console.log(`script of ${page}: ${size} kB of ${kilobytes} kB (gzip)`);
  if (bytes > kilobytes * 1000) {
    console.error(`The script of ${page} is over its budget.`);
    process.exitCode = 1;
  }
}

/** The file of an entry and of everything that it imports at once. */
function scriptsOf(key) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no entry ${key}.`);
  return [chunk.file, ...(chunk.imports ?? []).flatMap(scriptsOf)];
}
