import { expect, it } from 'vitest';
import type { Peer } from '@/api/types';
import { textPrivacy } from './text-privacy';

const check = (textLeavesMachine: boolean, server: Peer | null) =>
  textPrivacy({ structuring: { name: 'scribe', textLeavesMachine, server } });

it('says whether the text leaves the server, to whom, and whether others can read it on the way', () => {
  const far = { host: 'far.example', onThisMachine: false, readableOnTheWay: false };
  expect(check(false, null)).toBe('The text stays on this server.');
  expect(check(true, far)).toMatch(/^The text is sent to an outside service \(scribe at far\.example\)\. /);
  expect(check(true, { ...far, readableOnTheWay: true })).toContain('(scribe at far.example), unencrypted.');
});
