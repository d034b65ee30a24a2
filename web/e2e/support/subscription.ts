import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** What is written in the place of a user's subscription: a paid period that runs, or one that is over. */
const SCRIPT = `
import sqlite3, sys, time
database, email, days = sys.argv[1], sys.argv[2], int(sys.argv[3])
now = int(time.time() * 1_000_000)
connection = sqlite3.connect(database, timeout=10)
changed = connection.execute(
    "UPDATE subscriptions SET state = 'active', activated_at = ?, cancelled_at = NULL, ends_at = ? "
    "WHERE user_id = (SELECT id FROM users WHERE email = ?)",
    (now - 86_400_000_000 * 30, now + 86_400_000_000 * days, email),
).rowcount
connection.commit()
sys.exit(changed != 1)
`;

/** Gives the user a paid period that ends so many days from now, or ended, in the store of a running server. */
export function subscribe(data: string, email: string, days: number): void {
  execFileSync('python3', ['-c', SCRIPT, path.join(data, 'readout.sqlite'), email, String(days)]);
}

const SET_END = `
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], timeout=10)
changed = database.execute(
    "UPDATE subscriptions SET ends_at = ? WHERE user_id = (SELECT id FROM users WHERE email = ?)",
    (int(sys.argv[3]) * 1000, sys.argv[2]),
)
assert changed.rowcount == 1, "there is no such user"
database.commit()
`;

/**
 * Moves the end of somebody's trial or paid period to a moment, in the store of a running server. A program that is sold has
 * no switch that moves its clock, so what is moved is the row.
 */
export function endAt(data: string, email: string, at: number): void {
  execFileSync('python3', ['-c', SET_END, path.join(data, 'readout.sqlite'), email, String(Math.round(at))]);
}
