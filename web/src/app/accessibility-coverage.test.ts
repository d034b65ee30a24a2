/** No page and nothing that opens over one comes into the product without the accessibility tests going there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ASKED_TWICE, OPENED } from '../../e2e/support/opened';
import { PUBLIC_PAGES as VISITED } from '../../e2e/support/public-pages';
import { PUBLIC_PAGES } from './public-pages';
import { APP_PAGES } from './routes';

const SPECS = readdirSync('e2e')
  .filter((name) => /^accessibility.*\.spec\.ts$/.test(name))
  .map((name) => readFileSync(join('e2e', name), 'utf8'))
  .join('\n');

/** Pages that the server fills and gives at addresses of its own. */
const OTHER_ADDRESS: Readonly<Record<string, string>> = {
  '/404': '/no-such-page',
  '/login': '/api/login',
  '/login-sent': 'Check your e-mail',
  '/login-confirm': 'Confirm sign-in',
};

const OPENS = /<(?:Dialog|ConfirmDialog|Menu|Select|Combobox)(?=[\s>])/g;
const ASKS = /<(?:AskTwice|Question)(?=[\s>])/g;
/** They are what others open. */
const PRIMITIVES = 'components/ui/';

function* modules(folder = 'src'): Generator<{ file: string; source: string }> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* modules(path);
    else if (/(?<!\.test)\.tsx$/.test(path)) {
      yield { file: path.slice('src/'.length), source: readFileSync(path, 'utf8') };
    }
  }
}

function found(pattern: RegExp): Record<string, number> {
  const counts = [...modules()].flatMap(({ file, source }) => {
    const count = file.startsWith(PRIMITIVES) ? 0 : [...source.matchAll(pattern)].length;
    return count > 0 ? [[file, count] as const] : [];
  });
  return Object.fromEntries(counts);
}

it.each([
  ['opens over a page', OPENS, OPENED],
  ['asks a second time', ASKS, ASKED_TWICE],
])('what %s is opened by an accessibility test', (_, pattern, listed) => {
  const opens = found(pattern);
  expect(Object.keys(listed).toSorted()).toEqual(Object.keys(opens).toSorted());
  for (const [file, count] of Object.entries(opens)) {
    expect(listed[file]?.length, file).toBeGreaterThanOrEqual(count);
  }
  for (const name of Object.values(listed).flat()) expect(SPECS, name).toContain(name);
});

it('every page is visited by an accessibility test', () => {
  for (const { path } of PUBLIC_PAGES) {
    const address = OTHER_ADDRESS[path];
    if (address) expect(VISITED.includes(address) || SPECS.includes(address), path).toBe(true);
    else expect(VISITED).toContain(path);
  }
  for (const path of Object.keys(APP_PAGES)) {
    // Signing in leads to the workspace.
    if (path !== '/app') expect(SPECS).toContain(`\${server.url}${path}\``);
  }
});
