import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { AdminUser, AuditEvent } from '@/api/types';
import { Toaster } from '@/components/ui/toast';
import { toastStore } from '@/components/ui/toast-store';
import { Admin } from './admin';

const ASHA: AdminUser = {
  id: 'a',
  email: 'asha@example.org',
  firstName: 'Asha',
  lastName: 'Rao',
  subscriptionStatus: 'trial',
  transcriptionCount: 1234,
  reportStructuringCount: 7,
  lastActivityDate: '2026-11-20T10:30:00Z',
  timeRemainingFormatted: '2 days 4 hours 12 minutes',
  createdAt: '2026-11-19T08:00:00Z',
};
const BINH: AdminUser = {
  ...ASHA,
  id: 'b',
  email: 'binh@example.org',
  firstName: null,
  lastName: null,
  subscriptionStatus: 'expired',
  lastActivityDate: null,
  timeRemainingFormatted: null,
};
const EXPORTED: AuditEvent = {
  number: 2,
  at: '2026-11-20T10:30:00Z',
  kind: 'report.exported',
  actorEmail: 'asha@example.org',
  subjectEmail: 'asha@example.org',
  byProgram: false,
  isOfNobody: false,
  textSha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
};
const LEFT: AuditEvent[] = [EXPORTED, { ...EXPORTED, number: 1, kind: 'signature.changed', textSha256: null }];
const TOTALS = { users: 100_000, activeSubscriptions: 1200, trialUsers: 34, transcriptions: 56, reports: 78 };

type Sent = { path: string; body: unknown };
let sent: Sent[];

afterEach(() => {
  toastStore.dismiss();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The panel over a server that has these users; `change` answers what changes them. */
function show(
  users: AdminUser[],
  change: (path: string) => Response = () => Response.json({ message: 'Done.' }),
  billing = true,
) {
  sent = [];
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const body = init?.body ? JSON.parse(String(init.body)) : undefined;
    sent.push({ path, body });
    if (path.startsWith('/api/admin/audit?list=reports')) return Response.json({ events: LEFT, next: null });
    if (path.startsWith('/api/admin/audit')) return Response.json({ events: [], next: null });
    if (/\/(activate|deactivate)-/.test(path)) return change(path);
    return Response.json({
      total: 100_000,
      matching: users.length === 0 ? 0 : 60,
      users,
      totals: TOTALS,
      billing,
      paymentDashboardUrl: 'https://dashboard.razorpay.com/',
    });
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 1e9 } } })}>
      <Admin />
      <Toaster />
    </QueryClientProvider>,
  );
}

const lists = () => sent.filter(({ path }) => path.startsWith('/api/admin/users'));
const row = async (email: string) =>
  within((await screen.findByRole('cell', { name: email })).closest('tr') as HTMLElement);

it('shows dots and a line while it waits, then what is counted over everybody and the table', async () => {
  show([ASHA, BINH]);
  expect(screen.getAllByText('...')).toHaveLength(5);
  expect(screen.getByText('Loading users...')).toBeInTheDocument();
  const asha = await row('asha@example.org');
  const cells = asha.getAllByRole('cell').map((cell) => cell.textContent);
  expect(cells.slice(0, 5)).toEqual(['Asha Rao', 'asha@example.org', 'Trial', '1,234', '7']);
  expect(cells[5]).toMatch(/^20 Nov 2026/);
  expect(cells.slice(6, 8)).toEqual(['2 days 4 hours 12 minutes', '19 Nov 2026']);
  const binh = (await row('binh@example.org')).getAllByRole('cell').map((cell) => cell.textContent);
  expect([binh[0], binh[2], binh[5], binh[6]]).toEqual(['binh', 'Expired', 'Never', 'N/A']);
  for (const [label, figure] of [
    ['Total Users', '100,000'],
    ['Active Subscriptions', '1,200'],
    ['Trial Users', '34'],
    ['Total Transcriptions', '56'],
    ['Total Reports Generated', '78'],
  ]) {
    expect(screen.getByText(label as string).nextElementSibling).toHaveTextContent(figure as string);
  }
  expect(screen.getByRole('link', { name: /Payment dashboard/ })).toHaveAttribute(
    'href',
    'https://dashboard.razorpay.com/',
  );
  expect(screen.getByText('1-2 of 60')).toBeInTheDocument();
});

it('keeps the direction of a name to itself', async () => {
  show([{ ...ASHA, firstName: '\u202eahsA', lastName: null }]);
  const cells = (await row('asha@example.org')).getAllByRole('cell').slice(0, 2);
  for (const cell of cells) expect(cell.firstElementChild?.tagName).toBe('BDI');
});

it('lists what left under whose name beside the changes of subscriptions, by the hash of its text', async () => {
  show([ASHA]);
  const reports = within(await screen.findByRole('region', { name: 'Reports and Data' }));
  const [exported, changed] = await reports.findAllByRole('listitem');
  expect(exported).toHaveTextContent(new RegExp(`Exportedby asha@example.orgSHA-256 ${EXPORTED.textSha256}$`));
  expect(changed).toHaveTextContent(/Signature changedby asha@example.org$/);
  const changes = within(screen.getByRole('region', { name: 'Subscription Changes' }));
  expect(changes.getByText('No subscription has been changed yet')).toBeInTheDocument();
});

it('says when there is nobody', async () => {
  show([]);
  expect(await screen.findByText('No users found')).toBeInTheDocument();
});

it('activates by address: trimmed, told, cleared, and the lists are read anew', async () => {
  let answer: (response: Response) => void = () => undefined;
  show([ASHA], () => new Promise<Response>((resolve) => (answer = resolve)) as unknown as Response);
  await row('asha@example.org');
  const input = screen.getByLabelText("User's e-mail");
  const form = within(input.closest('form') as HTMLElement);
  expect(input).toHaveAttribute('type', 'email');
  expect(input).toBeRequired();
  expect(form.getByRole('button')).toBeDisabled();
  await userEvent.type(input, '   ');
  expect(form.getByRole('button', { name: 'Activate' })).toBeDisabled();
  await userEvent.type(input, 'binh@example.org ');
  const before = lists().length;
  await userEvent.click(form.getByRole('button', { name: 'Activate' }));
  expect(form.getByRole('button', { name: 'Activating...' })).toBeDisabled();
  expect(sent.at(-1)).toEqual({ path: '/api/admin/activate-user', body: { userEmail: 'binh@example.org' } });
  answer(Response.json({ message: 'binh@example.org has an active subscription for 30 days.' }));
  expect(await screen.findByText('binh@example.org has an active subscription for 30 days.')).toBeInTheDocument();
  expect(screen.getByText('User Activated!')).toBeInTheDocument();
  expect(input).toHaveValue('');
  await waitFor(() => expect(lists().length).toBe(before + 1));
});

it.each([
  ['Activate', 'Activation Failed', 'Failed to activate user. Make sure you have admin access.'],
  ['Trial', 'Trial Activation Failed', 'Failed to activate trial.'],
])('says when %s failed, in the words of the server if it sent some', async (button, title, fallback) => {
  let answer = new Response('', { status: 502 });
  show([BINH], () => answer);
  await userEvent.click((await row('binh@example.org')).getByRole('button', { name: button }));
  expect(await screen.findByRole('alert')).toHaveTextContent(`${title}${fallback}`);
  answer = Response.json({ message: 'This user already has an active subscription.' }, { status: 409 });
  await userEvent.click((await row('binh@example.org')).getByRole('button', { name: button }));
  expect(await screen.findByText('This user already has an active subscription.')).toBeInTheDocument();
});

it('says when deactivating failed', async () => {
  show([{ ...ASHA, subscriptionStatus: 'active' }], () => new Response('', { status: 502 }));
  const active = await row('asha@example.org');
  await userEvent.click(active.getByRole('button', { name: 'Deactivate' }));
  await new Promise((resolve) => setTimeout(resolve, 600));
  await userEvent.click(active.getByRole('button', { name: 'Deactivate now?' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Deactivation FailedFailed to deactivate user.');
});

it('offers a row what can be done with it, and asks before it takes something away', async () => {
  show([{ ...ASHA, subscriptionStatus: 'active' }, BINH]);
  const active = await row('asha@example.org');
  expect(active.getAllByRole('button').map((button) => button.textContent)).toEqual(['Deactivate']);
  const expired = await row('binh@example.org');
  expect(expired.getAllByRole('button').map((button) => button.textContent)).toEqual(['Activate', 'Trial']);
  expect(expired.getByRole('button', { name: 'Trial' })).toHaveAccessibleDescription('binh@example.org');

  await userEvent.click(active.getByRole('button', { name: 'Deactivate' }));
  expect(sent.some(({ path }) => path.includes('deactivate'))).toBe(false);
  // A second press of the same hand is no answer.
  await new Promise((resolve) => setTimeout(resolve, 600));
  await userEvent.click(active.getByRole('button', { name: 'Deactivate now?' }));
  await waitFor(() =>
    expect(sent).toContainEqual({
      path: '/api/admin/deactivate-user',
      body: { userEmail: 'asha@example.org' },
    }),
  );
  expect(await screen.findByText('User Deactivated')).toBeInTheDocument();

  await userEvent.click(expired.getByRole('button', { name: 'Trial' }));
  expect(await screen.findByText('Trial Activated')).toBeInTheDocument();
});

it('sorts and pages at the server, and what is searched for stands in no address', async () => {
  show([ASHA]);
  await row('asha@example.org');
  expect(lists()[0]?.path).toBe('/api/admin/users?sort=joined&descending=true&page=1&limit=25');
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(sent.at(-1)?.path).toContain('page=2'));
  await userEvent.click(screen.getByRole('button', { name: 'Reports' }));
  await waitFor(() => expect(sent.at(-1)?.path).toContain('sort=reports&descending=true&page=1'));
  expect(screen.getByRole('columnheader', { name: 'Reports' })).toHaveAttribute('aria-sort', 'descending');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search users' }), ' asha@example ');
  await waitFor(() =>
    expect(sent.at(-1)).toEqual({
      path: '/api/admin/users/search',
      body: { search: 'asha@example', sort: 'reports', descending: true, page: 1, limit: 25 },
    }),
  );
  expect(sent.every(({ path }) => !path.includes('asha'))).toBe(true);
});

it('asks again every 30 seconds, and when told to', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show([ASHA]);
  await row('asha@example.org');
  expect(lists()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(lists()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(lists()).toHaveLength(2);
  screen.getByRole('button', { name: 'Refresh' }).click();
  await waitFor(() => expect(lists()).toHaveLength(3));
});

it('tells who is no administrator so, shows no table and asks no more', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const fetch = vi.fn(async () => Response.json({ message: 'Only administrators may do this.' }, { status: 403 }));
  vi.stubGlobal('fetch', fetch);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Admin />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('You are no administrator here')).toBeInTheDocument();
  expect(screen.getByText(/Only authorised admin e-mails configured on the server/)).toBeInTheDocument();
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Activate' })).toBeNull();
  const asked = fetch.mock.calls.length;
  await vi.advanceTimersByTimeAsync(90_000);
  expect(fetch).toHaveBeenCalledTimes(asked);
});

it('says nothing of money where nobody pays', async () => {
  show([ASHA, BINH], undefined, false);
  expect(await screen.findByText('binh@example.org')).toBeInTheDocument();
  expect(screen.getByText('Total Users')).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Reports and Data' })).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Subscription Changes' })).toBeNull();
  for (const word of ['Manual Activation', 'Payment dashboard', 'Trial Users', 'Status', 'Time Remaining', 'Actions']) {
    expect(screen.queryByText(word)).toBeNull();
  }
  expect(screen.queryByText(/proof of payment|Expired|Activate/)).toBeNull();
});
