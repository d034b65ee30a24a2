// Two hundred open live dictations of which twenty speak: the wait for words, medians of three rounds of other speakers, and the memory of
// those that are paused.
// Needs the recordings of bench/speech/live.sh. Exits with 1 when a paused dictation is lost, or a speaker gets no text or waits too long.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from '../tests/peers/node_modules/ws/wrapper.mjs';
import { startProgram } from '../web/e2e/support/program.mjs';

const OPEN = 200;
const SPEAKING = 20;
const OF_ONE_USER = 3;
const SPOKEN_SECONDS = 30;
const ROUNDS = 3;
/** A browser's quarter of a second at 24 kbit/s. */
const PIECE = 750;
const PIECE_MS = 250;
/** Seconds that one speaker in twenty may wait longer than: for the first text, the silence before the voice included, and for the last. */
const MOST_FIRST = 3;
const MOST_LAST = 2;

const voices = path.resolve(import.meta.dirname, '../target/bench-live');
const recordings = fs
  .readdirSync(voices)
  .filter((name) => /^(flite|espeak)-.*\.webm$/.test(name))
  .map((name) => fs.readFileSync(path.join(voices, name)));
const sorted = (values) => values.toSorted((a, b) => a - b);
const median = (values) => sorted(values)[Math.floor(values.length / 2)];
const p95 = (values) => sorted(values)[Math.min(values.length - 1, Math.ceil(values.length * 0.95) - 1)];

function megabytes(pid) {
  return Number(fs.readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1] ?? 0) / 1024;
}

/** Each user comes from an address of their own, as behind a proxy; the mail with the link lies in the outbox. */
async function signIn({ url, data }, number) {
  const outbox = path.join(data, 'outbox');
  const before = new Set(fs.existsSync(outbox) ? fs.readdirSync(outbox) : []);
  const post = (address, fields) =>
    fetch(`${url}${address}`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: url,
        'x-forwarded-for': `198.51.${100 + Math.floor(number / 200)}.${1 + (number % 200)}`,
      },
      body: new URLSearchParams(fields),
    });
  await post('/api/login/email', { email: `speaker${number}@example.org`, next: '/app' });
  const mail = fs.readdirSync(outbox).find((name) => !before.has(name));
  const token = fs.readFileSync(path.join(outbox, mail), 'utf8').replaceAll('=\r\n', '').match(/token=(?:3D)?([\w-]+)/)?.[1];
  const confirmed = await post('/api/login/email/confirm', { token });
  return confirmed.headers.getSetCookie()[0].split(';')[0];
}

/** A page's side of a live dictation. */
class Dictation {
  constructor(url, cookie, recording) {
    this.recording = recording;
    this.sent = 0;
    this.lost = null;
    this.socket = new WebSocket(`${url.replace('http', 'ws')}/api/transcribe/live`, { headers: { cookie, origin: url } });
    this.ready = new Promise((resolve) => this.listen(resolve));
    this.final = new Promise((resolve) => {
      this.finished = resolve;
    });
  }

  listen(resolve) {
    this.socket.on('open', () => this.tell({ type: 'start', mime: 'audio/webm;codecs=opus' }));
    this.socket.on('close', () => {
      this.lost ??= 'closed';
      resolve();
      this.finished(null);
    });
    this.socket.on('message', (data) => {
      const message = JSON.parse(data.toString());
      if (message.type === 'ready') resolve();
      if (message.type === 'error') {
        this.lost = message.code;
        resolve();
      }
      if (message.type === 'text') this.firstWord ??= performance.now();
      if (message.type === 'final') this.finished(message);
    });
  }

  tell(message) {
    this.socket.send(JSON.stringify(message));
  }

  /** Speaks for so long, as fast as a person. */
  async speak(seconds) {
    this.firstWord = undefined;
    const began = performance.now();
    for (let piece = 0; piece < (seconds * 1000) / PIECE_MS; piece += 1) {
      this.socket.send(this.recording.subarray(this.sent, this.sent + PIECE));
      this.sent += PIECE;
      await sleep(Math.max(0, began + (piece + 1) * PIECE_MS - performance.now()));
    }
    return began;
  }
}

const program = await startProgram({ READOUT_LIVE_SESSIONS: String(SPEAKING), READOUT_LIVE_SOCKETS: '400' });
let failed = false;
try {
  const cookies = [];
  for (let number = 0; number < Math.ceil((OPEN + SPEAKING) / OF_ONE_USER); number += 1) cookies.push(await signIn(program, number));
  /** Open and ready; whoever comes before others have been heard to their pause comes again. */
  async function open(number) {
    for (;;) {
      const cookie = cookies[Math.floor(number / OF_ONE_USER)];
      const dictation = new Dictation(program.url, cookie, recordings[number % recordings.length]);
      await dictation.ready;
      if (dictation.lost !== 'live_full') return dictation;
      await sleep(500);
    }
  }
  /** Seconds that each of so many waits who begin within three seconds. */
  async function speakBeside() {
    const speakers = await Promise.all(Array.from({ length: SPEAKING }, (_, index) => open(OPEN - SPEAKING + index)));
    const waits = await Promise.all(
      speakers.map(async (speaker, index) => {
        await sleep((index * 3000) / SPEAKING);
        const began = await speaker.speak(SPOKEN_SECONDS);
        speaker.tell({ type: 'finish' });
        const stopped = performance.now();
        const final = await speaker.final;
        return { text: final?.text, first: (speaker.firstWord ?? Number.NaN) - began, last: performance.now() - stopped };
      }),
    );
    for (const { socket } of speakers) socket.terminate();
    return {
      silent: waits.filter(({ text }) => !text).length,
      first: waits.map((wait) => wait.first / 1000),
      last: waits.map((wait) => wait.last / 1000),
    };
  }
  const warm = await open(OPEN + SPEAKING - 1);
  console.log(`one dictation open and silent: ${megabytes(program.pid).toFixed(0)} MB`);
  warm.socket.close();

  const paused = [];
  const atGroups = [];
  while (paused.length < OPEN - SPEAKING) {
    const group = await Promise.all(Array.from({ length: SPEAKING }, (_, index) => open(paused.length + index)));
    await Promise.all(group.map((dictation) => dictation.speak(3)));
    for (const dictation of group) dictation.tell({ type: 'pause' });
    await sleep(4000);
    paused.push(...group);
    atGroups.push(megabytes(program.pid));
  }
  const each = (atGroups.at(-1) - atGroups[0]) / (paused.length - SPEAKING);
  console.log(
    `${SPEAKING} paused: ${atGroups[0].toFixed(0)} MB; ${paused.length} paused: ${atGroups.at(-1).toFixed(0)} MB; ${each.toFixed(2)} MB for each more`,
  );

  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await speakBeside());
  const over = (figure) => median(rounds.map(figure));
  const first = { usual: over((waits) => median(waits.first)), late: over((waits) => p95(waits.first)) };
  const last = { usual: over((waits) => median(waits.last)), late: over((waits) => p95(waits.last)) };
  const silent = rounds.reduce((sum, waits) => sum + waits.silent, 0);
  console.log(
    `${SPEAKING} speaking beside them, ${ROUNDS} rounds: first text ${first.usual.toFixed(1)} s after they begin, p95 ${first.late.toFixed(1)} s (the voice begins after 0.8 s); text after stop ${last.usual.toFixed(2)} s, p95 ${last.late.toFixed(2)} s; ${silent} got none`,
  );
  const lost = paused.filter((dictation) => dictation.lost).length;
  const one = paused[0];
  await one.speak(5);
  one.tell({ type: 'finish' });
  const goesOn = (await one.final)?.text;
  const reasons = [...new Set(paused.flatMap((dictation) => dictation.lost ?? []))].join(', ');
  console.log(
    `paused dictations lost: ${lost} of ${paused.length}${lost ? ` (${reasons})` : ''}; one that went on ${goesOn ? 'got its text' : 'got NO text'}`,
  );
  failed = lost > 0 || silent > 0 || !goesOn || first.late > MOST_FIRST || last.late > MOST_LAST;
  for (const { socket } of paused) socket.terminate();
} finally {
  await program.stop();
}
process.exit(failed ? 1 : 0);
