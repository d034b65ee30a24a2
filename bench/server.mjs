// Cold start, memory at rest, the time from "stop" to text and memory over many recordings, on the real server over HTTP; start and
// memory beside Orthanc, an image server with a web interface that hospitals run for themselves too. Exits with 1 when Orthanc does not
// start, or memory grows; all else is measured then. Shorter: RECORDINGS=16 node bench/server.mjs
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startProgram } from '../web/e2e/support/program.mjs';

const STARTS = 7;
const TRANSCRIPTIONS = 5;
/** Recordings of half a minute, after which memory is looked at: an hour of speech, as ten radiologists dictate in their busiest one. */
const RECORDINGS = Number(process.env.RECORDINGS ?? 120);
const DICTATE_AT_ONCE = 4;
/** Memory after all of them may be so much more than after a quarter. */
const MOST_GROWTH = 1.1;
const DICTATION =
  'There is a four millimeter nodule in the right upper lobe. No pleural effusion. Heart size is normal. ' +
  'The mediastinum is unremarkable. There is no enlarged lymph node. The liver is normal in size. ' +
  'A simple cyst of two point five centimeters is seen in the left kidney. There is no hydronephrosis. ' +
  'The spleen is normal. The pancreas is normal. No free fluid is seen in the abdomen. ' +
  'The urinary bladder is well distended. The prostate is mildly enlarged. No enlarged pelvic lymph node is seen. ' +
  'Degenerative changes are seen in the lumbar spine. No lytic or sclerotic lesion is seen.';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'readout-bench-'));
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const seconds = (value) => `${value.toFixed(2)} s`;

/** Starts the server on the same data folder. */
const start = (settings = {}) => startProgram(settings, folder);

/** Resident memory of a process in MB: all of it, and what is its own (not file-backed). */
function memory(pid) {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (name) => Number(status.match(new RegExp(`${name}:\\s+(\\d+)`))?.[1] ?? 0);
  return { resident: kilobytes('VmRSS') / 1024, own: kilobytes('RssAnon') / 1024 };
}

/** Orthanc as Debian installs it, with its own defaults but for where it listens and writes: in how long it answers, and its memory then. */
async function orthanc() {
  const data = fs.mkdtempSync(path.join(folder, 'orthanc-'));
  const configuration = path.join(data, 'orthanc.json');
  const own = { HttpPort: 18042, DicomPort: 14242, RemoteAccessAllowed: false, StorageDirectory: data, IndexDirectory: data };
  fs.writeFileSync(configuration, JSON.stringify(own));
  const began = performance.now();
  const child = spawn('Orthanc', [configuration], { stdio: 'ignore' });
  const ended = new Promise((resolve) => {
    child.once('exit', () => resolve(true));
    child.once('error', () => resolve(true));
  });
  const answers = async () => (await fetch('http://127.0.0.1:18042/system').catch(() => null))?.ok;
  while (!(await answers())) {
    if (await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 2, false))])) throw new Error('Orthanc does not start');
  }
  const secondsToReady = (performance.now() - began) / 1000;
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const { resident } = memory(child.pid);
  child.kill();
  await ended;
  return { secondsToReady, resident };
}

/** Signs in through the outbox link and returns the session cookie. */
async function signIn(url, email) {
  const form = (fields) => ({
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url },
    body: new URLSearchParams(fields),
  });
  const sent = await (await fetch(`${url}/api/login/email`, form({ email, next: '/app' }))).text();
  const token = sent.match(/token=([\w-]+)/)?.[1] ?? '';
  const confirmed = await fetch(`${url}/api/login/email/confirm`, form({ token }));
  return (confirmed.headers.getSetCookie()[0] ?? '').split(';')[0];
}

/** What is heard in a recording. */
async function transcribe(url, cookie, bytes) {
  const form = new FormData();
  form.append('audio', new Blob([bytes], { type: 'audio/webm;codecs=opus' }), 'recording.webm');
  const response = await fetch(`${url}/api/transcribe`, { method: 'POST', headers: { cookie, origin: url }, body: form });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()).text;
}

/** Thirty seconds of dictation as a browser records it: WebM, Opus, 24 kbit/s, mono. */
function recording() {
  const wav = path.join(folder, 'dictation.wav');
  const webm = path.join(folder, 'dictation.webm');
  execFileSync('flite', ['-voice', 'slt', '-t', DICTATION, '-o', wav]);
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', wav, '-t', '30', '-c:a', 'libopus', '-b:a', '24k', '-ac', '1', webm]);
  const length = Number(execFileSync('soxi', ['-D', wav], { encoding: 'utf8' }));
  return { bytes: fs.readFileSync(webm), length: Math.min(length, 30) };
}

try {
  // In turns, so that what else the machine does meets both.
  const starts = [];
  const others = [];
  for (let round = 0; round < STARTS; round += 1) {
    const { secondsToReady, end } = await start();
    starts.push(secondsToReady);
    await end();
    try {
      others.push(await orthanc());
    } catch (error) {
      console.log(`round ${round + 1}: ${error.message}`);
      process.exitCode = 1;
    }
  }
  console.log(`cold start to ready: median ${seconds(median(starts))}, worst ${seconds(Math.max(...starts))} of ${STARTS}`);

  const bare = await start({ READOUT_SPEECH_ENGINE: 'off' });
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const atRest = memory(bare.pid);
  console.log(`memory at rest without a speech model: ${atRest.resident.toFixed(0)} MB resident, ${atRest.own.toFixed(0)} MB of it its own`);
  await bare.end();
  if (others.length > 0) {
    const otherStart = median(others.map(({ secondsToReady }) => secondsToReady));
    const otherMemory = median(others.map(({ resident }) => resident));
    console.log(
      `Orthanc: ready in ${seconds(otherStart)} (${(otherStart / median(starts)).toFixed(1)} times), ${otherMemory.toFixed(0)} MB resident at rest (${(otherMemory / atRest.resident).toFixed(1)} times)`,
    );
  }

  const { url, pid, end } = await start();
  const cookie = await signIn(url, 'bench@example.org');
  const { bytes, length } = recording();
  const took = [];
  let text = '';
  for (let round = 0; round <= TRANSCRIPTIONS; round += 1) {
    const began = performance.now();
    text = await transcribe(url, cookie, bytes);
    if (round > 0) took.push((performance.now() - began) / 1000); // the first waits for the engine
  }
  console.log(
    `stop to text of a ${length.toFixed(0)} s dictation: median ${seconds(median(took))}, worst ${seconds(Math.max(...took))} of ${TRANSCRIPTIONS} (${text.split(/\s+/).length} words)`,
  );
  const loaded = memory(pid);
  console.log(`memory with the embedded speech model: ${loaded.resident.toFixed(0)} MB resident`);

  const people = Array.from({ length: DICTATE_AT_ONCE }, (_, number) => signIn(url, `radiologist${number}@example.org`));
  const heard = [];
  let begun = 0;
  const dictate = async (cookie) => {
    while (begun < RECORDINGS) {
      begun += 1;
      await transcribe(url, cookie, bytes);
      heard.push(memory(pid).resident);
    }
  };
  await Promise.all((await Promise.all(people)).map(dictate));
  const early = heard[Math.ceil(heard.length / 4) - 1];
  const late = heard.at(-1);
  console.log(
    `memory after ${Math.ceil(heard.length / 4)} recordings of ${length.toFixed(0)} s, ${DICTATE_AT_ONCE} at once, ${early.toFixed(0)} MB, after ${heard.length} ${late.toFixed(0)} MB`,
  );
  if (late > early * MOST_GROWTH) {
    console.log('  memory grows');
    process.exitCode = 1;
  }
  await end();
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
