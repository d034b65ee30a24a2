import { test } from '@playwright/test';
import { type RunningProgram, startProgram } from './program.mjs';

/** A running server with a data folder of its own. */
export interface RunningServer extends Omit<RunningProgram, 'pid' | 'secondsToReady' | 'end'> {
  /** After `kill`: another process with the same data at the same address. */
  again(settings?: Record<string, string>): Promise<RunningServer>;
}

/** For tests in which nobody dictates: the engine in the program takes its time to get ready. */
export const NOBODY_DICTATES = { READOUT_SPEECH_ENGINE: 'off' };

/** A server for the tests of a file: started before the first, with these settings, and stopped after the last. */
export function serverOfFile(settings: () => Record<string, string> = () => ({})): RunningServer {
  let running: RunningServer;
  test.beforeAll(async () => {
    running = await startServer(settings());
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
  const program = await startProgram(settings, data);
  const address = { READOUT_LISTEN: new URL(program.url).host };
  return { ...program, again: (more = {}) => startServer({ ...settings, ...more, ...address }, program.data) };
}
