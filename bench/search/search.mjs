// Finds a template for every query with fuse.js and with minisearch, as an application would: one index, built once, over the names and
// keywords of the templates.
//   node search.mjs TEMPLATES.json QUERIES.jsonl FOLDER ROUNDS
// Writes FOLDER/TOOL.jsonl (the answers, in the form of `readout templates match --jsonl`) and FOLDER/TOOL.us (microseconds a query).
// fuse.js has the settings that answered best among those that were tried (thresholds from 0.3 to 0.6, with and without its search by
// words), minisearch what its manual recommends for typing errors. Neither knows anything of radiology.
import fs from 'node:fs';
import path from 'node:path';
import Fuse from 'fuse.js';
import MiniSearch from 'minisearch';

const [templatesFile, queriesFile, folder, rounds] = process.argv.slice(2);
const MOST = 10;
const templates = JSON.parse(fs.readFileSync(templatesFile, 'utf8'));
const queries = fs
  .readFileSync(queriesFile, 'utf8')
  .split('\n')
  .filter((line) => line.trim())
  .map((line) => JSON.parse(line));

function fuse() {
  const index = new Fuse(templates, {
    keys: [
      { name: 'bodyPart', weight: 2 },
      { name: 'keywords', weight: 1 },
    ],
    ignoreLocation: true,
    useTokenSearch: true,
    threshold: 0.3,
  });
  return (query) => index.search(query, { limit: MOST }).map((found) => found.item.id);
}

function minisearch() {
  const index = new MiniSearch({
    fields: ['bodyPart', 'keywords'],
    extractField: (template, field) => (field === 'keywords' ? template.keywords.join(' ') : template[field]),
    searchOptions: { boost: { bodyPart: 2 }, fuzzy: 0.2, prefix: true },
  });
  index.addAll(templates);
  return (query) =>
    index
      .search(query)
      .slice(0, MOST)
      .map((found) => found.id);
}

for (const [name, make] of Object.entries({ 'fuse.js': fuse, minisearch })) {
  const search = make();
  const answers = queries.map(({ id, query }) => {
    const candidates = search(query);
    return JSON.stringify({ id, template: candidates[0] ?? null, candidates });
  });
  fs.writeFileSync(path.join(folder, `${name}.jsonl`), `${answers.join('\n')}\n`);
  const times = [];
  for (let round = 0; round < Number(rounds); round += 1) {
    for (const { query } of queries) {
      const began = process.hrtime.bigint();
      search(query);
      times.push(Number(process.hrtime.bigint() - began) / 1000);
    }
  }
  fs.writeFileSync(path.join(folder, `${name}.us`), times.map((time) => time.toFixed(1)).join('\n'));
}
