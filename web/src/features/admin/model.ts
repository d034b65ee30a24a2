/** What the admin panel shows of users and events, and in which order it asks for them. */
import type { AdminUser, AuditEvent, UserSort } from '@/api/types';

export const USERS_A_PAGE = 25;
export const REFETCH_MS = 30_000;

/** Which users are looked at. */
export interface UsersView {
  readonly search: string;
  readonly sort: UserSort;
  readonly descending: boolean;
  /** From 1. */
  readonly page: number;
}

export const NEWEST: UsersView = { search: '', sort: 'joined', descending: true, page: 1 };

export interface Column {
  readonly sort: UserSort;
  readonly label: string;
  /** Numbers and dates are looked at from their large end, words from their first. */
  readonly descending: boolean;
  /** Of no meaning where nobody pays. */
  readonly paid?: boolean;
}

export const COLUMNS: readonly Column[] = [
  { sort: 'name', label: 'Name', descending: false },
  { sort: 'email', label: 'Email', descending: false },
  { sort: 'status', label: 'Status', descending: false, paid: true },
  { sort: 'transcriptions', label: 'Transcriptions', descending: true },
  { sort: 'reports', label: 'Reports', descending: true },
  { sort: 'lastActive', label: 'Last Active', descending: true },
  { sort: 'timeRemaining', label: 'Time Remaining', descending: false, paid: true },
  { sort: 'joined', label: 'Joined', descending: true },
];

export function columnsOf(billed: boolean): readonly Column[] {
  return billed ? COLUMNS : COLUMNS.filter(({ paid }) => !paid);
}

/** The view after a click on a column's head: its order, and the other way round with the next click. */
export function sortedBy(view: UsersView, { sort, descending }: Column): UsersView {
  return { ...view, sort, descending: view.sort === sort ? !view.descending : descending, page: 1 };
}

/** Where the page stands among all that match: "26-50 of 1,234". */
export function pageRange(page: number, shown: number, matching: number): string {
  if (shown === 0) return `0 of ${counted(matching)}`;
  const first = (page - 1) * USERS_A_PAGE + 1;
  return `${counted(first)}-${counted(first + shown - 1)} of ${counted(matching)}`;
}

export function lastPage(matching: number): number {
  return Math.max(1, Math.ceil(matching / USERS_A_PAGE));
}

export function counted(count: number): string {
  return count.toLocaleString('en-US');
}

/** The full name, else the first, else the last name, else the part of the address before the at sign. */
export function nameOf({ firstName, lastName, email }: Pick<AdminUser, 'firstName' | 'lastName' | 'email'>): string {
  if (firstName && lastName) return `${firstName} ${lastName}`;
  return firstName || lastName || email.split('@')[0] || email;
}

export type BadgeLook = { readonly label: string; readonly tone: 'ok' | 'accent' | 'danger' | 'warn' | 'plain' };

const BADGES: Readonly<Record<string, BadgeLook>> = {
  active: { label: 'Active', tone: 'ok' },
  trial: { label: 'Trial', tone: 'accent' },
  expired: { label: 'Expired', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'warn' },
};

/** A status that this page does not know shows as it came. */
export function badgeFor(status: string): BadgeLook {
  return BADGES[status] ?? { label: status, tone: 'plain' };
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const MINUTE = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

export function dayOf(date: string): string {
  return DAY.format(new Date(date));
}

export function minuteOf(date: string): string {
  return MINUTE.format(new Date(date));
}

const ACTIONS: Readonly<Record<string, string>> = {
  'subscription.activated': 'Activated',
  'subscription.paid': 'Paid',
  'payment.settled': 'Payment settled',
  'subscription.trial-granted': 'Trial granted',
  'subscription.deactivated': 'Deactivated',
  'subscription.cancelled': 'Cancelled',
  'account.address-changed': 'Address changed',
  'report.exported': 'Exported',
  'report.signed': 'Signed',
  'signature.changed': 'Signature changed',
  'account.data-downloaded': 'Data downloaded',
};

/** An event that this page does not know shows as it came. */
export function actionOf({ kind }: Pick<AuditEvent, 'kind'>): string {
  return ACTIONS[kind] ?? kind;
}

/** Who did it. */
export function actorOf({ byProgram, actorEmail }: Pick<AuditEvent, 'byProgram' | 'actorEmail'>): string {
  if (actorEmail) return actorEmail;
  return byProgram ? 'Command line or payment' : 'Deleted account';
}

/** Whose subscription it was. */
export function subjectOf({ subjectEmail, isOfNobody }: Pick<AuditEvent, 'subjectEmail' | 'isOfNobody'>): string {
  return subjectEmail ?? (isOfNobody ? 'No account' : 'Deleted account');
}
