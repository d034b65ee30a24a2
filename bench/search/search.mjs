// Finds a template for every query with fuse.js or with minisearch, as an application would: one index, built once, over the names and
// keywords of the templates.
//   node search.mjs TOOL TEMPLATES.json QUERIES.jsonl ANSWERS.jsonl
// Prints the microseconds that each query took, and writes the answers in the form of `readout templates match --jsonl`.
// fuse.js has the settings that answered best among those that were tried (thresholds from 0.3 to 0.6, with and without its search by
// words), minisearch what its manual recommends for typing errors. Neither knows anything of radiology.
import fs from 'node:fs';
import Fuse from 'fuse.js';
import MiniSearch from 'minisearch';

const [tool, templatesFile, queriesFile, answersFile] = process.argv.slice(2);
const MOST = 10;
const UNCOUNTED = 100;
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

const search = { 'fuse.js': fuse, minisearch }[tool]();
// The first of all are slower, with every tool.
for (const { query } of queries.slice(0, UNCOUNTED)) search(query);
const answers = [];
for (const { id, query } of queries) {
  const began = process.hrtime.bigint();
  const candidates = search(query);
  const microseconds = Number(process.hrtime.bigint() - began) / 1000;
  console.log(microseconds.toFixed(1));
  answers.push(JSON.stringify({ id, template: candidates[0] ?? null, candidates }));
}
fs.writeFileSync(answersFile, `${answers.join('\n')}\n`);
