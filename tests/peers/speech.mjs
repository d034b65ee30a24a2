// A speech server for tests that cannot mishear: it has OpenAI's interface, and knows the sentences that may be said. Where one of them
// sounds in a recording it answers its words, those alone that are in it when the recording cuts the sentence off.
// node speech.mjs FOLDER prints `{"http": PORT}` when it listens. FOLDER/sentences.jsonl lists what may be said, a line
// `{"file", "words"}` each, and if wanted `confidence`, or `unknown` and `otherwise`: a word that has to be asked for in the prompt, and what
// is heard without. A line `{"hold": true}` on its standard input keeps answers back until `{"hold": false}`; it prints a line when it
// knows.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import readline from 'node:readline';
import { bandsOf, find, SAMPLE_RATE, secondsOf, voicedOf } from './sound.mjs';

const [folder] = process.argv.slice(2);
const list = fs.readFileSync(path.join(folder, 'sentences.jsonl'), 'utf8').split('\n');
const sentences = list.map((line) => {
  const sentence = JSON.parse(line);
  const sound = voicedOf(bandsOf(pcmOfWav(fs.readFileSync(path.join(folder, sentence.file)))));
  return { ...sentence, sound };
});

let held = null;

const server = createServer(async (request, response) => {
  const route = `${request.method} ${request.url}`;
  if (route === 'GET /v1/models') return json(response, 200, { data: [] });
  if (route !== 'POST /v1/audio/transcriptions') return json(response, 404, { error: 'not found' });
  try {
    const form = await formOf(request);
    const heard = hear(await pcmOf(form.get('file')), form.get('prompt') ?? '');
    if (held) await held.over;
    json(response, 200, heard);
  } catch (problem) {
    process.stderr.write(`${problem.stack}\n`);
    json(response, 400, { error: String(problem) });
  }
});

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ http: server.address().port })}\n`);
  readline.createInterface({ input: process.stdin }).on('line', (line) => {
    const { hold } = JSON.parse(line);
    held?.end();
    held = hold ? waiting() : null;
    process.stdout.write('{"told": true}\n');
  });
});

function waiting() {
  let end;
  const over = new Promise((resolve) => {
    end = resolve;
  });
  return { over, end };
}

/** What is said in it: the words of each sentence where it sounds. */
function hear(pcm, prompt) {
  const words = find(bandsOf(pcm), sentences).flatMap(({ sentence, at }) => wordsOf(sentence, at, prompt, pcm.length));
  return { text: words.map(({ word }) => word).join(' '), words };
}

/** The words of a sentence that begins at this frame, which may lie before the recording, and ends within it or not. */
function wordsOf({ words, sound, confidence = 0.95, unknown, otherwise }, at, prompt, samples) {
  const spoken = (unknown && !prompt.toLowerCase().includes(unknown) ? otherwise : words).split(' ');
  const begin = secondsOf(at);
  const length = secondsOf(sound.length);
  const letters = spoken.join('').length;
  let before = 0;
  return spoken
    .map((word) => {
      const start = begin + (before / letters) * length;
      before += word.length;
      return { word, start, end: begin + (before / letters) * length, probability: confidence };
    })
    .filter(({ start, end }) => start > -0.1 && end < samples / SAMPLE_RATE + 0.1);
}

async function formOf(request) {
  const body = await all(request);
  return new Response(body, { headers: { 'content-type': request.headers['content-type'] } }).formData();
}

async function pcmOf(file) {
  const bytes = Buffer.from(await file.arrayBuffer());
  return bytes.toString('latin1', 0, 4) === 'RIFF' ? pcmOfWav(bytes) : decoded(bytes);
}

/** Of a file with one channel of 16-bit samples at `SAMPLE_RATE`. */
function pcmOfWav(bytes) {
  let at = 12;
  while (bytes.toString('latin1', at, at + 4) !== 'data') at += 8 + bytes.readUInt32LE(at + 4);
  return samplesOf(bytes.subarray(at + 8, at + 8 + bytes.readUInt32LE(at + 4)));
}

/** Of whatever a browser records; one that was cut off is read as far as it goes. */
async function decoded(bytes) {
  const format = `-loglevel error -i pipe:0 -f s16le -ac 1 -ar ${SAMPLE_RATE} pipe:1`;
  const child = spawn('ffmpeg', format.split(' '), { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(child, 'close');
  // It may have seen enough before all is written.
  child.stdin.on('error', () => undefined);
  child.stdin.end(bytes);
  const pcm = await all(child.stdout);
  await ended;
  return samplesOf(pcm);
}

async function all(stream) {
  const parts = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

function samplesOf(bytes) {
  return Float32Array.from({ length: Math.floor(bytes.length / 2) }, (_, index) => bytes.readInt16LE(index * 2) / 32_768);
}

function json(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
