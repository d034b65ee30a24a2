import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { RunningServer } from './server';

const SET_END = `
import sqlite3, sys
database = sqlite3.connect(sys.argv[1])
changed = database.execute(
    "UPDATE subscriptions SET ends_at = ? WHERE user_id = (SELECT id FROM users WHERE email = ?)",
    (int(sys.argv[3]) * 1000, sys.argv[2]),
)
assert changed.rowcount == 1, "there is no such user"
database.commit()
`;

/**
 * Moves the end of somebody's trial or paid period to a moment, while the server is stopped. A program that is sold has
 * no switch that moves its clock, so what is moved is the row.
 */
export async function endAt(server: RunningServer, email: string, at: number): Promise<void> {
  await server.kill();
  const database = path.join(server.data, 'readout.sqlite');
  execFileSync('python3', ['-c', SET_END, database, email, String(Math.round(at))]);
  await server.again();
}
