import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { CheckFlag, StructuredReport, SubscriptionStatus, SystemTemplate } from '@/api/types';
import { Providers } from '@/app/providers';
import { toastStore } from '@/components/ui/toast-store';
import { areOriginsShown, rememberOriginsShown } from '@/features/report/origins-shown';
import { copyrightYears } from '@/lib/constants';
import * as navigation from '@/lib/navigation';
import { WorkspacePage } from './workspace-page';

const TRIAL: SubscriptionStatus = {
  status: 'trial',
  trialExpired: false,
  hasActiveSubscription: false,
  hasPremiumAccess: false,
  daysRemaining: 2,
};
const PREMIUM: SubscriptionStatus = { ...TRIAL, status: 'active', hasActiveSubscription: true, hasPremiumAccess: true };
const CHEST: SystemTemplate = {
  id: 'ct-chest',
  modality: 'CT',
  bodyPart: 'CT Chest',
  keywords: ['thorax'],
  sex: null,
  contrast: false,
  technique: 'Plain CT.',
  findings: [{ anatomy: 'lung', text: 'Lungs are clear.' }],
  impression: [],
  reportText: 'TECHNIQUE:\nPlain CT.\n\nFINDINGS:\n- Lungs are clear, ___ mm.',
};

const STRUCTURED: StructuredReport = {
  clinicalHistory: '',
  technique: 'Plain CT.',
  findings: '- A nodule.',
  impression: '',
  statements: [],
  flags: [],
  repairs: [],
  setAside: [],
  takenBack: [],
  engine: { name: 'rules' },
  template: null,
};
const STRUCTURED_TEXT = 'TECHNIQUE:\nPlain CT.\n\nFINDINGS:\n- A nodule.';

/** What the checks say of a report: that `left` should be right. */
function sideFlags(report: string): CheckFlag[] {
  const start = report.indexOf('left');
  if (start < 0) return [];
  const place = { start, end: start + 'left'.length };
  const fix = { ...place, replacement: 'right', label: 'Change to right' };
  return [{ kind: 'laterality_mismatch', message: 'The findings say right.', section: 'impression', ...place, fix }];
}

let status: SubscriptionStatus;
let expiresAt: string;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const server = setupServer(
  http.get('/api/auth/user', () =>
    HttpResponse.json({ id: 'u', firstName: 'Asha', lastName: 'Rao', email: 'a@x.org' }),
  ),
  http.get('/api/subscription/status', () => HttpResponse.json(status)),
  http.get('/api/subscription-status', () =>
    HttpResponse.json({ status: status.status, expiresAt, trialStartDate: inDays(-0.5) }),
  ),
  http.get('/api/templates', () => HttpResponse.json({ templates: [CHEST] })),
  http.post('/api/templates/match', () => HttpResponse.json({ template: null, candidates: [] })),
  http.post('/api/check-report', async ({ request }) => {
    const { reportContent } = (await request.json()) as { reportContent: string };
    return HttpResponse.json({ flags: sideFlags(reportContent), conservation: [], impression: [] });
  }),
  http.get('/api/custom-templates', () => HttpResponse.json([])),
  http.get('/api/user/storage-key', () => new HttpResponse(null, { status: 503 })),
  http.get('/api/engines', () =>
    HttpResponse.json({
      speech: { name: 'Embedded', grade: 'draft', audioLeavesMachine: false, ready: true, live: false },
      structuring: { name: 'rules', textLeavesMachine: false },
    }),
  ),
);
const leave = vi.spyOn(navigation, 'leaveFor').mockImplementation(() => undefined);

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  status = TRIAL;
  expiresAt = inDays(2.5);
  leave.mockClear();
  localStorage.clear();
});
afterEach(() => {
  server.resetHandlers();
  act(() => toastStore.dismiss());
});
afterAll(() => server.close());

async function open() {
  const location = memoryLocation({ path: '/app', record: true });
  render(
    <Router hook={location.hook}>
      <Providers>
        <WorkspacePage />
      </Providers>
    </Router>,
  );
  return { user: userEvent.setup(), location };
}

const ready = () => screen.findByRole('textbox', { name: 'Structured Report' });

it('has every card, label, hint and note', async () => {
  await open();
  await ready();
  const cards = [
    'Patient Information',
    'Advanced Features',
    'Voice Recording',
    'Transcription Preview',
    'Structured Report',
  ];
  for (const name of cards) expect(screen.getByRole('region', { name })).toBeInTheDocument();
  for (const label of ['Patient ID', 'Patient Name', 'Study Date', 'Age']) {
    expect(screen.getByLabelText(label)).toBeInTheDocument();
  }
  for (const label of ['Modality', 'Report Template', 'Sex']) {
    expect(await screen.findByRole('combobox', { name: label })).toBeInTheDocument();
  }
  expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
  expect(screen.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contact');
  expect(screen.getByRole('button', { name: 'Click to Start Recording' })).toBeEnabled();
  expect(screen.getByRole('timer')).toHaveTextContent('00:00');
  expect(screen.getByTestId('level-bars').children).toHaveLength(30);
  expect(screen.getByText('Allow 5-6 seconds for transcription')).toBeInTheDocument();
  expect(screen.getByText('25-30 seconds')).toBeInTheDocument();
  expect(screen.getAllByText('0 characters')).toHaveLength(2);
  expect(await screen.findByText('Audio stays on this server')).toBeInTheDocument();
  expect((await screen.findByText('How to Use')).closest('details')).toHaveAttribute('open');
  expect(screen.getAllByRole('listitem')).toHaveLength(5);
  expect(screen.getByText(/Medical disclaimer/)).toBeInTheDocument();
  expect(screen.getByText(`© ${copyrightYears(new Date())} Readout`)).toBeInTheDocument();
});

it('shows how long the trial lasts, and a price that can be dismissed for good', async () => {
  const { user } = await open();
  expect(await screen.findByText(/^Free trial: 2 days 1[12] hours \d+ minutes? remaining$/)).toBeInTheDocument();
  const promo = await screen.findByRole('complementary', { name: 'Introductory price' });
  expect(promo).toHaveTextContent('₹399 a month instead of ₹999');
  expect(within(promo).getByRole('link')).toHaveAttribute('href', '/subscribe');
  await user.click(within(promo).getByRole('button'));
  expect(promo).not.toBeInTheDocument();
  expect(localStorage.getItem('promo-dismissed')).not.toBeNull();
});

it('locks what is for subscribers, and says so', async () => {
  const { user } = await open();
  await ready();
  const compare = screen.getByRole('checkbox', { name: 'Compare with Previous Report' });
  await user.click(compare);
  expect(screen.getByText('Comparison reports are only available for premium subscribers.')).toBeInTheDocument();
  expect(screen.getByText('Premium Feature')).toBeInTheDocument();
  expect(compare).not.toBeChecked();
  await user.click(screen.getByRole('checkbox', { name: 'Include Signature in Export' }));
  expect(screen.getByText('Signature inclusion is only available for premium subscribers.')).toBeInTheDocument();
  expect(screen.queryByText('Comparison reports are only available for premium subscribers.')).not.toBeInTheDocument();
  expect(screen.getByText('Premium Features')).toBeInTheDocument();
});

it('opens the previous report for subscribers; Clear & Close wipes it and unticks the box', async () => {
  status = PREMIUM;
  const { user } = await open();
  expect(await screen.findByText(/^Premium subscription: /)).toBeInTheDocument();
  expect(screen.queryByText(/Introductory price/)).not.toBeInTheDocument();
  const compare = await screen.findByRole('checkbox', { name: 'Compare with Previous Report' });
  await user.click(compare);
  const dialog = await screen.findByRole('dialog', { name: 'Previous Report Comparison' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Previous report' }), 'Old report');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(compare).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Edit the previous report' }));
  expect(await screen.findByRole('textbox', { name: 'Previous report' })).toHaveValue('Old report');
  await user.click(screen.getByRole('button', { name: 'Clear & Close' }));
  expect(compare).not.toBeChecked();
});

it('is not ticked to compare with nothing', async () => {
  status = PREMIUM;
  const { user } = await open();
  const compare = await screen.findByRole('checkbox', { name: 'Compare with Previous Report' });
  for (const button of ['Close', 'Save']) {
    await user.click(compare);
    const dialog = await screen.findByRole('dialog', { name: 'Previous Report Comparison' });
    expect(compare).toBeChecked();
    await user.click(within(dialog).getByRole('button', { name: button }));
    expect(compare).not.toBeChecked();
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  }
});

it('loads a template, and gives the old text back on Undo', async () => {
  const { user } = await open();
  const report = await ready();
  await user.type(report, 'My own words');
  await user.click(await screen.findByRole('combobox', { name: 'Report Template' }));
  await user.type(await screen.findByRole('combobox', { name: 'Type to search templates' }), 'thor');
  await user.click(await screen.findByRole('option', { name: 'CT Chest' }));
  expect(report).toHaveValue(CHEST.reportText);
  expect(screen.getByText('CT Chest template has been loaded.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: '1 blank to fill' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(report).toHaveValue('My own words');
  await user.click(screen.getByRole('button', { name: 'Redo' }));
  expect(report).toHaveValue(CHEST.reportText);
});

it('marks what comes from the template, and hides the marks on this device for good', async () => {
  const { user } = await open();
  const report = await ready();
  const marked = () => report.previousElementSibling?.querySelectorAll('.hl-template').length;
  expect(screen.queryByRole('switch', { name: 'Show origins' })).not.toBeInTheDocument();
  await user.click(await screen.findByRole('combobox', { name: 'Report Template' }));
  await user.click(await screen.findByRole('option', { name: /CT Chest/ }));
  const shown = () => screen.getByRole('switch', { name: 'Show origins' });
  expect(shown()).toBeChecked();
  expect(marked()).toBe(1);
  await user.click(shown());
  expect(marked()).toBe(0);
  expect(areOriginsShown()).toBe(false);
  await user.click(shown());
  expect(marked()).toBe(1);
  expect(areOriginsShown()).toBe(true);
});

it('opens with the marks hidden where they were hidden before', async () => {
  rememberOriginsShown(false);
  const { user } = await open();
  await ready();
  await user.click(await screen.findByRole('combobox', { name: 'Report Template' }));
  await user.click(await screen.findByRole('option', { name: /CT Chest/ }));
  expect(screen.getByRole('switch', { name: 'Show origins' })).not.toBeChecked();
});

it('offers an impression only for findings without one', async () => {
  const { user } = await open();
  const report = await ready();
  const offered = () => screen.queryByRole('button', { name: 'Generate Impression' });
  expect(offered()).not.toBeInTheDocument();
  await user.type(report, 'FINDINGS:{Enter}- Normal.');
  expect(offered()).toBeEnabled();
  await user.type(report, '{Enter}IMPRESSION:{Enter}1. Normal.');
  expect(offered()).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Regenerate the impression' })).toBeEnabled();
});

it('disables what would start a second request, and nothing else', async () => {
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  server.use(
    http.post('/api/structure-report', async () => {
      await finished;
      return new HttpResponse(null, { status: 500 });
    }),
  );
  const { user } = await open();
  const report = await ready();
  await user.type(report, 'FINDINGS:{Enter}- Normal.');
  await user.type(screen.getByRole('textbox', { name: 'Transcription Preview' }), 'Normal.');
  await user.click(screen.getByRole('button', { name: 'Structure Report with AI' }));
  expect(screen.getByRole('button', { name: 'Structure Report with AI' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Generate Impression' })).toBeDisabled();
  await user.type(report, ' More.');
  expect(report).toHaveValue('FINDINGS:\n- Normal. More.');
  finish();
  expect(await screen.findByText('Failed to structure report. Please try again.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Structure Report with AI' })).toBeEnabled();
});

it('starts commands by their keys and leaves the focus where it is', async () => {
  const { user } = await open();
  await ready();
  const id = screen.getByLabelText('Patient ID');
  await user.click(id);
  await user.keyboard('{Alt>}s{/Alt}');
  expect(screen.getByText('Please record and transcribe audio first.')).toBeInTheDocument();
  await user.keyboard('{Alt>}r{/Alt}');
  expect(await screen.findByText('This browser cannot record audio')).toBeInTheDocument();
  expect(id).toHaveFocus();
  expect(id).toHaveValue('');
});

it('sends an expired trial to subscribe, but not while there is a report on the page', async () => {
  status = { ...TRIAL, trialExpired: true };
  const { location } = await open();
  await vi.waitFor(() => expect(location.history.at(-1)).toBe('/subscribe'));
});

it('lets a report be finished when the trial ends during it, and then asks to subscribe', async () => {
  expiresAt = new Date(Date.now() + 3_000).toISOString();
  const { user, location } = await open();
  const report = await ready();
  await user.type(report, 'F');
  status = { ...TRIAL, trialExpired: true };
  expect(await screen.findByText('Free trial expired', {}, { timeout: 8_000 })).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: 'Subscribe Now' })).toHaveAttribute('href', '/subscribe');
  expect(location.history).toEqual(['/app']);
  expect(report).toHaveValue('F');
  await user.click(screen.getByRole('button', { name: 'New Report' }));
  await vi.waitFor(() => expect(location.history.at(-1)).toBe('/subscribe'));
});

it('reads the subscription again two seconds after a payment', async () => {
  window.history.replaceState(null, '', '/app?payment=success');
  await open();
  await screen.findByText(/^Free trial: /);
  status = PREMIUM;
  expect(await screen.findByText(/^Premium subscription: /, {}, { timeout: 4_000 })).toBeInTheDocument();
  expect(window.location.search).toBe('');
});

it('keeps the page when the subscription cannot be read', async () => {
  server.use(http.get('/api/subscription/status', () => new HttpResponse(null, { status: 500 })));
  const { location } = await open();
  await ready();
  expect(location.history).toEqual(['/app']);
});

it('sends a signed-out visitor home', async () => {
  server.use(http.get('/api/auth/user', () => new HttpResponse(null, { status: 401 })));
  await open();
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith('/'));
});

it('lists what to verify under the report, goes there by key and puts it right by key', async () => {
  const { user } = await open();
  const report = await ready();
  await user.type(report, 'IMPRESSION:{Enter}1. Cyst in the left kidney.');
  const list = within(await screen.findByRole('region', { name: 'To verify' }));
  expect(await list.findByText('The findings say right.')).toBeInTheDocument();
  const field = report as HTMLTextAreaElement;
  await user.keyboard('{Alt>}f{/Alt}');
  expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('left');
  expect(list.getByRole('button', { current: true })).toHaveTextContent('Side');
  await user.keyboard('{Alt>}a{/Alt}');
  expect(field).toHaveValue('IMPRESSION:\n1. Cyst in the right kidney.');
  await waitFor(() => expect(screen.queryByText('The findings say right.')).not.toBeInTheDocument());
});

it('puts a flag aside for good', async () => {
  const { user } = await open();
  await user.type(await ready(), 'left');
  await user.click(await screen.findByRole('button', { name: 'Put aside: The findings say right.' }));
  expect(screen.queryByText('The findings say right.')).not.toBeInTheDocument();
  await user.type(await ready(), ' kidney');
  await new Promise((resolve) => setTimeout(resolve, 900));
  expect(screen.queryByText('The findings say right.')).not.toBeInTheDocument();
});

it('says when the report could not be checked', async () => {
  server.use(http.post('/api/check-report', () => new HttpResponse(null, { status: 503 })));
  const { user } = await open();
  await user.type(await ready(), 'left');
  expect(await screen.findByText(/could not be checked just now/)).toBeInTheDocument();
});

it('shows where it was dictated what is not in the report, and puts it there', async () => {
  // The test's document lays nothing out.
  Range.prototype.getClientRects = () => document.createElement('p').getClientRects();
  const dictated = 'A nodule. Hernia in the right groin.';
  const lost = {
    kind: 'lost',
    message: 'Dictated but not in the report: Hernia in the right groin.',
    text: 'Hernia in the right groin.',
    section: null,
    statement: null,
    dictated: { start: 10, end: 36 },
  };
  server.use(http.post('/api/structure-report', () => HttpResponse.json({ ...STRUCTURED, flags: [lost] })));
  const { user } = await open();
  const report = await ready();
  const preview = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Transcription Preview' });
  await user.type(preview, dictated);
  await user.click(screen.getByRole('button', { name: 'Structure Report with AI' }));
  const row = await screen.findByRole('button', { name: /Not in report/ });
  await user.click(row);
  expect(preview).toHaveFocus();
  expect(preview.value.slice(preview.selectionStart, preview.selectionEnd)).toBe('Hernia in the right groin.');
  await user.click(screen.getByRole('button', { name: 'Put into report' }));
  expect(report).toHaveValue(`${STRUCTURED_TEXT}\n- Hernia in the right groin.`);
  expect(row).not.toBeInTheDocument();
  const marked = report.previousElementSibling?.querySelectorAll('.hl-dictated') ?? [];
  expect([...marked].map((mark) => mark.textContent)).toEqual(['Hernia in the right groin.']);
});
