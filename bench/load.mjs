// Requests a second, and the time that the slowest in a hundred takes, of what a department asks for most, with the public tool wrk on
// the same computer; then memory over the requests of a department's hour. Exits with 1 when a request fails, the slowest take too long, or memory grows.
// Shorter: DURATION=3 RUNS=1 REQUESTS=4000 node bench/load.mjs
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startProgram } from '../web/e2e/support/program.mjs';

const DURATION = Number(process.env.DURATION ?? 10);
const RUNS = Number(process.env.RUNS ?? 3);
/** An hour of forty radiologists: a report every five minutes, checked after each pause in typing, and what the page asks besides. */
const REQUESTS = Number(process.env.REQUESTS ?? 20000);
const CONNECTIONS = 8;
/** One person may ask for sixty reports a minute, and one address for ten times as many. */
const PEOPLE = Number(process.env.PEOPLE ?? 1500);
const OF_ONE_ADDRESS = 10;
/** Memory after all requests may be so much more than after a quarter of them. */
const MOST_GROWTH = 1.1;
/** Milliseconds that one request in a hundred may take longer than. */
const MOST_P99 = 250;
const DICTATION =
  'CT chest with contrast. Clinical history cough and weight loss. There is a 14 mm spiculated nodule in the right upper lobe. ' +
  'No pleural effusion. Heart size is normal. There is an enlarged right hilar lymph node of 16 mm. The liver has a 2.5 cm simple cyst in ' +
  'segment seven. No adrenal nodule. No lytic or sclerotic bone lesion. Impression suspicious nodule in the right upper lobe, tissue ' +
  'sampling is recommended. Enlarged right hilar lymph node.';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'readout-load-'));
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
let missed = false;

/** Signs somebody in who comes from this address, by the link in the mail: behind a proxy the page does not show it. */
async function signIn(url, email, address) {
  const form = (fields) => ({
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams(fields),
  });
  await (await fetch(`${url}/api/login/email`, form({ email, next: '/app' }))).text();
  const outbox = path.join(folder, 'outbox');
  const [mail] = fs.readdirSync(outbox);
  const text = fs.readFileSync(path.join(outbox, mail), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=');
  fs.rmSync(path.join(outbox, mail));
  const token = text.match(/token=([0-9a-f]+)/)?.[1] ?? '';
  const confirmed = await fetch(`${url}/api/login/email/confirm`, form({ token }));
  const cookie = (confirmed.headers.getSetCookie()[0] ?? '').split(';')[0];
  if (!cookie) throw new Error(`${email} cannot sign in: ${confirmed.status}`);
  return cookie;
}

function requestFile(name, method, where, body) {
  const file = path.join(folder, `${name}.request`);
  fs.writeFileSync(file, `${method}\n${where}\n${body ? JSON.stringify(body) : ''}`);
  return file;
}

/** Lets wrk ask for what the files say, for so many seconds. */
function load(url, people, files, seconds) {
  const options = ['-t', '1', '-c', String(CONNECTIONS), '-d', `${seconds}s`, '--timeout', '30s', '-s', 'bench/load.lua', url, '--', people, ...files];
  const told = execFileSync('wrk', options, { encoding: 'utf8' });
  const result = JSON.parse(told.trim().split('\n').at(-1));
  if (result.refused + result.broken > 0) {
    console.log(`  ${result.refused} requests were refused and ${result.broken} came to nothing, of ${result.requests}`);
    missed = true;
  }
  return result;
}

function memory(pid) {
  return Number(fs.readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1] ?? 0) / 1024;
}

const { url, pid, end } = await startProgram({ READOUT_SPEECH_ENGINE: 'off', READOUT_LOG: 'warn' }, folder);
try {
  const lines = [];
  for (let number = 0; number < PEOPLE; number += 1) {
    const block = Math.floor(number / OF_ONE_ADDRESS);
    const address = `198.18.${Math.floor(block / 250)}.${(block % 250) + 1}`;
    lines.push(`${await signIn(url, `bench${number}@example.org`, address)}\t${address}`);
  }
  const people = path.join(folder, 'people');
  fs.writeFileSync(people, lines.join('\n'));
  const structured = await fetch(`${url}/api/structure-report`, {
    method: 'POST',
    headers: { cookie: lines[0].split('\t')[0], 'content-type': 'application/json' },
    body: JSON.stringify({ transcriptionText: DICTATION, modality: 'CT' }),
  });
  if (!structured.ok) throw new Error(`structuring: ${structured.status} ${await structured.text()}`);
  const report = await structured.json();
  const reportContent = `TECHNIQUE:\n${report.technique}\n\nFINDINGS:\n${report.findings}\n\nIMPRESSION:\n${report.impression}`;

  const asked = {
    'subscription status': requestFile('status', 'GET', '/api/subscription/status'),
    'list of templates': requestFile('templates', 'GET', '/api/templates'),
    'structure a report': requestFile('structure', 'POST', '/api/structure-report', { transcriptionText: DICTATION, modality: 'CT' }),
    'make an impression': requestFile('impression', 'POST', '/api/generate-impression', { findings: report.findings }),
    'check a report': requestFile('check', 'POST', '/api/check-report', { reportContent }),
    'export to Word': requestFile('export', 'POST', '/api/export-word', { reportContent, patientName: 'A. Patient' }),
  };
  const words = (text) => text.split(/\s+/).length;
  console.log(`${CONNECTIONS} connections of ${PEOPLE} people, a dictation of ${words(DICTATION)} words, a report of ${words(reportContent)}`);
  for (const [name, file] of Object.entries(asked)) {
    // The first of a kind fill what the patterns that read a report keep between texts.
    load(url, people, [file], Math.ceil(DURATION / 5));
    const runs = Array.from({ length: RUNS }, () => load(url, people, [file], DURATION));
    const rate = median(runs.map((run) => run.requests / run.seconds));
    const slowest = median(runs.map((run) => run.p99));
    const usual = median(runs.map((run) => run.p50));
    if (slowest > MOST_P99) missed = true;
    console.log(`${name}: ${rate.toFixed(0)} requests a second, median ${usual.toFixed(1)} ms, p99 ${slowest.toFixed(1)} ms`);
    // What one person may ask in a minute is used up by now.
    await new Promise((resolve) => setTimeout(resolve, Number(process.env.PAUSE ?? 5) * 1000));
  }

  // Many checks, as while somebody types: one of each but three of them.
  const mixed = [...Object.values(asked), asked['check a report'], asked['check a report']];
  const marks = [];
  let sent = 0;
  while (sent < REQUESTS) {
    sent += load(url, people, mixed, 2).requests;
    marks.push({ sent, memory: memory(pid) });
  }
  const early = marks.find((mark) => mark.sent >= REQUESTS / 4);
  const late = marks.at(-1);
  console.log(`memory after ${early.sent} mixed requests ${early.memory.toFixed(0)} MB, after ${late.sent} ${late.memory.toFixed(0)} MB`);
  if (late.memory > early.memory * MOST_GROWTH) {
    console.log('  memory grows');
    missed = true;
  }
} finally {
  await end();
  fs.rmSync(folder, { recursive: true, force: true });
}
process.exitCode = missed ? 1 : 0;
