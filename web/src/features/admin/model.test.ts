import { describe, expect, it } from 'vitest';
import {
  actionOf,
  actorOf,
  badgeFor,
  COLUMNS,
  type Column,
  lastPage,
  NEWEST,
  nameOf,
  pageRange,
  sortedBy,
  subjectOf,
} from './model';

it('falls back from the full name to the first, the last and the part before the at sign', () => {
  const check = (firstName: string | null, lastName: string | null, shown: string) =>
    expect(nameOf({ firstName, lastName, email: 'asha.rao@example.org' })).toBe(shown);
  check('Asha', 'Rao', 'Asha Rao');
  check('Asha', null, 'Asha');
  check(null, 'Rao', 'Rao');
  check(null, null, 'asha.rao');
  check('', '', 'asha.rao');
});

it('shows a status that it does not know as it came', () => {
  expect(['active', 'trial', 'expired', 'cancelled', 'paused'].map((status) => badgeFor(status).label)).toEqual([
    'Active',
    'Trial',
    'Expired',
    'Cancelled',
    'paused',
  ]);
});

describe('the order', () => {
  const column = (label: string) => COLUMNS.find((candidate) => candidate.label === label) as Column;

  it('begins at the end that is looked for, turns with the second click and goes back to the first page', () => {
    const view = { ...NEWEST, search: 'asha', page: 7 };
    const once = sortedBy(view, column('Reports'));
    expect(once).toEqual({ search: 'asha', sort: 'reports', descending: true, page: 1 });
    expect(sortedBy({ ...once, page: 3 }, column('Reports'))).toEqual({ ...once, descending: false });
    expect(sortedBy(view, column('Email'))).toMatchObject({ sort: 'email', descending: false });
    expect(sortedBy(NEWEST, column('Joined'))).toMatchObject({ sort: 'joined', descending: false });
  });
});

describe('the pages', () => {
  it('say where they stand among all', () => {
    expect(pageRange(1, 25, 100_000)).toBe('1-25 of 100,000');
    expect(pageRange(4000, 25, 100_000)).toBe('99,976-100,000 of 100,000');
    expect(pageRange(2, 1, 26)).toBe('26-26 of 26');
    expect(pageRange(1, 0, 0)).toBe('0 of 0');
  });

  it('end where the users end', () => {
    expect([0, 1, 25, 26, 100_000].map(lastPage)).toEqual([1, 1, 1, 2, 4000]);
  });
});

it('names who did what to whom, also when nobody is there any more', () => {
  expect(actionOf({ kind: 'subscription.trial-granted' })).toBe('Trial granted');
  expect(actionOf({ kind: 'payment.received' })).toBe('payment.received');
  expect(actionOf({ kind: 'report.exported' })).toBe('Exported');
  expect(actionOf({ kind: 'report.signed' })).toBe('Signed');
  expect(actionOf({ kind: 'signature.changed' })).toBe('Signature changed');
  expect(actionOf({ kind: 'account.data-downloaded' })).toBe('Data downloaded');
  expect(actorOf({ byProgram: false, actorEmail: 'chief@example.org' })).toBe('chief@example.org');
  expect(actorOf({ byProgram: true, actorEmail: null })).toBe('Command line or payment');
  expect(actorOf({ byProgram: false, actorEmail: null })).toBe('Deleted account');
  expect(actionOf({ kind: 'subscription.paid' })).toBe('Paid');
  expect(actionOf({ kind: 'payment.settled' })).toBe('Payment settled');
  expect(subjectOf({ subjectEmail: null, isOfNobody: false })).toBe('Deleted account');
  expect(subjectOf({ subjectEmail: null, isOfNobody: true })).toBe('No account');
});
