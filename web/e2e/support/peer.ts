import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import readline from 'node:readline';

/** A program of tests/peers that runs. */
export interface Peer<Said> {
  /** What it said when it listened: its ports. */
  said: Said;
  /** Hands it a line, and waits for its next one. */
  tell(line: object): Promise<void>;
  stop(): void;
}

/** Starts `node SCRIPT ...` in tests/peers and waits until it says where it listens. */
export async function startPeer<Said>(script: string, ...options: readonly string[]): Promise<Peer<Said>> {
  const child: ChildProcess = spawn('node', [script, ...options], {
    cwd: path.resolve(import.meta.dirname, '../../../tests/peers'),
    stdio: ['pipe', 'pipe', process.env.PEER_LOG ? 'inherit' : 'ignore'],
  });
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error(`${script} has no input or output`);
  const lines = readline.createInterface({ input: stdout });
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', () => reject(new Error(`${script} ended; PEER_LOG=1 shows why`)));
  });
  // It ends when it is stopped, too.
  ended.catch(() => undefined);
  const nextLine = () => Promise.race([ended, new Promise<string>((resolve) => lines.once('line', resolve))]);
  return {
    said: JSON.parse(await nextLine()) as Said,
    tell: async (line) => {
      const answer = nextLine();
      stdin.write(`${JSON.stringify(line)}\n`);
      await answer;
    },
    stop: () => child.kill(),
  };
}
