import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { test } from '@playwright/test';
import { PROGRAM } from './program.mjs';

/** A running server with a data folder of its own. */
export interface RunningServer {
  url: string;
  data: string;
  /** Everything it wrote to standard error so far. */
  log(): string;
  /** Ends the process as a power cut would, keeping its data. */
  kill(): Promise<void>;
  /** After `kill`: another process with the same data at the same address. */
  again(settings?: Record<string, string>): Promise<RunningServer>;
  /** Ends it in good order and removes its data. */
  stop(): Promise<void>;
}

/** A server for the tests of a file: started before the first, stopped after the last. */
export function serverOfFile(): RunningServer {
  let running: RunningServer;
  test.beforeAll(async () => {
    running = await startServer();
  });
  test.afterAll(() => running.stop());
  return {
    get url() {
      return running.url;
    },
    get data() {
      return running.data;
    },
    log: () => running.log(),
    kill: () => running.kill(),
    async again(settings) {
      running = await running.again(settings);
      return running;
    },
    stop: () => running.stop(),
  };
}

/** Starts `readout serve` on a free port and waits until it says that it is ready. */
export async function startServer(settings: Record<string, string> = {}, data?: string): Promise<RunningServer> {
  const folder = data ?? fs.mkdtempSync(path.join(os.tmpdir(), 'readout-'));
  const child = spawn(PROGRAM, ['serve'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      READOUT_LISTEN: '127.0.0.1:0',
      READOUT_DATA_DIR: folder,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (part: Buffer) => {
    log += part.toString('utf8');
  });
  const url = await readyAddress(child, () => log);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    url,
    data: folder,
    log: () => log,
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
    again: (more = {}) => startServer({ ...settings, ...more, READOUT_LISTEN: new URL(url).host }, folder),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

function readyAddress(child: ChildProcess, log: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`readout serve ended with ${code}:\n${log()}`)));
    if (!child.stdout) return;
    readline.createInterface({ input: child.stdout }).on('line', (line) => {
      const address = line.match(/https?:\/\/\S+/)?.[0];
      if (address) resolve(address.replace(/\/$/, ''));
    });
  });
}
