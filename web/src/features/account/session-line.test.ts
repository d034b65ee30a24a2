import { expect, it } from 'vitest';
import type { OpenSession } from '@/api/types';
import { sessionLine } from './session-line';

const NOW = new Date('2026-11-25T12:00:00Z');

function check(session: Partial<OpenSession>, line: string) {
  const whole = { id: '1', current: false, startedAt: null, lastUsedAt: null, provider: null, browser: null };
  expect(sessionLine({ ...whole, ...session }, NOW)).toBe(line);
}

it('says when and how a session began, and when it was last used', () => {
  check(
    { startedAt: '2026-11-20T09:00:00Z', lastUsedAt: '2026-11-25T09:00:00Z', provider: 'google' },
    'Signed in 20 Nov 2026 by Google · last used 3 hours ago',
  );
  check(
    { lastUsedAt: '2026-11-25T11:30:00Z', provider: 'email' },
    'Signed in by e-mail link · last used within the hour',
  );
  check({ lastUsedAt: '2026-11-23T11:30:00Z' }, 'last used 2 days ago');
  check(
    { startedAt: '2026-11-25T11:59:00Z', lastUsedAt: '2026-11-25T12:00:00Z', current: true },
    'Signed in 25 Nov 2026',
  );
  check({}, '');
});
