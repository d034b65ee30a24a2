/** Starts the program: the one place for browser tests, benchmarks and measurements, which plain Node runs too. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** TESTED_PROGRAM, else what cargo built last, wherever it was told to build. */
export const PROGRAM =
  process.env.TESTED_PROGRAM ?? path.resolve(ROOT, process.env.CARGO_TARGET_DIR ?? 'target', 'debug/readout');

/**
 * `readout serve` on a free port, once it says that it is ready. Nothing of this shell's settings reaches it. Without a folder
 * of the caller's it has a data folder of its own, which goes with it.
 */
export async function startProgram(settings = {}, data = undefined) {
  const began = performance.now();
  const folder = data ?? fs.mkdtempSync(path.join(os.tmpdir(), 'readout-'));
  const child = spawn(PROGRAM, ['serve'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      READOUT_LISTEN: '127.0.0.1:0',
      READOUT_DATA_DIR: folder,
      // Nobody waits at the end of a test for what it has left unanswered.
      READOUT_SHUTDOWN_TIMEOUT: '5',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (part) => {
    log += part.toString('utf8');
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const end = async (signal) => {
    child.kill(signal);
    await ended;
  };
  const url = await readyAddress(child, () => log);
  return {
    url,
    data: folder,
    pid: child.pid,
    secondsToReady: (performance.now() - began) / 1000,
    log: () => log,
    kill: () => end('SIGKILL'),
    end: () => end('SIGTERM'),
    async stop() {
      await end('SIGTERM');
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

function readyAddress(child, log) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`readout serve ended with ${code}:\n${log()}`)));
    readline.createInterface({ input: child.stdout }).on('line', (line) => {
      const address = line.match(/https?:\/\/\S+/)?.[0];
      if (address) resolve(address.replace(/\/$/, ''));
    });
  });
}
