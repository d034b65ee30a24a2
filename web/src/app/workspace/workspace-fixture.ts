/** A workspace with a fake microphone, a fake vault and a server that answers, for the tests of the workspace. */
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { StructuredReport, TakeContext, Transcription } from '@/api/types';
import { toastStore } from '@/components/ui/toast-store';
import { type FakeMicrophone, fakeMicrophone } from '@/features/recorder/fake-capture';
import { type FakeLink, fakeLink } from '@/features/recorder/fake-link';
import { type FakeVault, fakeShelf, fakeVault } from '@/lib/vault/fake-vault';
import type { ReportShelf } from '@/lib/vault/report-shelf';
import type { DictationPage } from './dictation';
import { createRecentReports } from './recent-reports';
import { createStudyKeeping, type StudyKeeping } from './study-keeping';
import { createWorkspace, type Workspace } from './workspace';

export const NOW = new Date(2026, 10, 20, 9, 30).getTime();
export const STRUCTURED: StructuredReport = {
  clinicalHistory: 'Cough.',
  technique: 'Plain CT.',
  findings: '- A nodule.',
  comparison: '',
  impression: '',
  statements: [],
  flags: [],
  repairs: [],
  setAside: [],
  takenBack: [],
  engine: { name: 'rules' },
  template: null,
};

export const sent: Record<string, unknown> = {};
export const answer = (path: string, json: object) =>
  http.post(path, async ({ request }) => {
    sent[path] = await request.json();
    return HttpResponse.json(json);
  });
export const refuse = (path: string, status = 502) =>
  server.use(http.post(path, () => HttpResponse.json({ message: 'The engine is down.', code: 'engine' }, { status })));
export const transcribed = (text: string) => ({
  text,
  heard: text.toLowerCase(),
  words: [],
  doubtful: [],
  skippedCommands: 0,
  takenBack: [],
  engine: 'x',
  seconds: 1,
  cut: false,
});

/** What the server answers about a recording in which nobody speaks. */
export const nothingSaid = () =>
  HttpResponse.json({ message: 'Nothing was said in the recording.', code: 'nothing_heard' }, { status: 422 });

export const server = setupServer(
  answer('/api/transcribe', transcribed('Liver normal.')),
  answer('/api/structure-report', STRUCTURED),
  answer('/api/generate-impression', { impression: '1. Nodule.', leftOut: [], flags: [], engine: { name: 'rules' } }),
  http.post('/api/export-word', async ({ request }) => {
    sent['/api/export-word'] = await request.json();
    return new HttpResponse('PK');
  }),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

export const saved: string[] = [];
export let vault: FakeVault;
export let microphone: FakeMicrophone;
export let workspace: Workspace;
/** The live connections, the newest last. */
export const links: FakeLink[] = [];
/** The template that each of them was opened with. */
export const linkedContexts: (TakeContext | undefined)[] = [];
let premium: boolean;
let shelf: ReportShelf;
let hours: number;
let clock: number;
let live: boolean;

/** The engine listens live for the rest of the test. */
export function goLive(): void {
  live = true;
}

/** The engine at the other end of the newest live connection. */
export function liveEngine(): FakeLink['says'] {
  const link = links.at(-1);
  if (!link) throw new Error('no live connection was opened');
  return link.says;
}
export const engineSays = (committed: string, tentative = '') => liveEngine().onText({ committed, tentative });
export const engineEnds = (text: string, doubtful: Transcription['doubtful'] = []) =>
  liveEngine().onFinal({ ...transcribed(text), doubtful });

/** A page whose report takes words at its end and lets them be corrected, and has no words to give back. */
export const reportPage: DictationPage = {
  insert(text) {
    const { report } = study();
    workspace.amend({ report: report + text });
    return { start: report.length, text, replaced: '', report: study().report };
  },
  remove: () => false,
  correct({ start, end }, words) {
    const { report } = study();
    workspace.amend({ report: report.slice(0, start) + words + report.slice(end) });
    return true;
  },
  command: () => undefined,
};

/** Gives the user premium access for the rest of the test. */
export function subscribe(): void {
  premium = true;
}

beforeEach(async () => {
  for (const path of Object.keys(sent)) delete sent[path];
  saved.length = 0;
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  premium = false;
  live = false;
  links.length = 0;
  linkedContexts.length = 0;
  vault = fakeVault();
  shelf = fakeShelf();
  hours = 24;
  clock = NOW;
  ({ workspace, microphone } = openPage());
  await workspace.open();
});
afterEach(() => {
  server.resetHandlers();
  vi.restoreAllMocks();
});

function openPage() {
  const mike = fakeMicrophone();
  const page = createWorkspace({
    keeping: createStudyKeeping(
      async () => vault,
      () => NOW,
    ),
    recent: createRecentReports(
      async () => ({ shelf, hours }),
      () => clock,
    ),
    hasPremium: () => premium,
    isLive: () => live,
    openLink: (_mimeType, listeners, context) => {
      linkedContexts.push(context);
      const link = fakeLink(listeners);
      links.push(link);
      return link;
    },
    openCapture: mike.open,
    now: () => clock,
  });
  return { workspace: page, microphone: mike };
}

export const study = () => workspace.history.get().study;
export const shown = () => {
  const message = toastStore.current();
  return message && [message.title, message.description, message.variant ?? 'default'];
};
export const fill = () =>
  workspace.amend({ transcript: { text: 'A nodule.', takes: [] }, report: 'FINDINGS:\n- A nodule.' });

export async function dictate(words: string): Promise<void> {
  await workspace.toggleRecording();
  microphone.say(words);
  await workspace.toggleRecording();
}

/** Goes on with a page that was opened after the one before it went without a word. */
export async function pageAfterCrash(): Promise<void> {
  ({ workspace, microphone } = openPage());
  await workspace.open();
}

/** Opens what the page before left behind. */
export async function openAbandoned(): Promise<void> {
  const [found] = workspace.keeping.abandoned.get();
  if (!found) throw new Error('the page before left nothing behind');
  await workspace.openStudy(found);
}

/** Goes on with a page that is not open yet and keeps its study otherwise. */
export function workWith(keeping: StudyKeeping): void {
  workspace = createWorkspace({
    keeping,
    recent: workspace.recent,
    hasPremium: () => premium,
    openCapture: microphone.open,
  });
}

/** Goes on with another vault, for the pages opened from now on. */
export function keepIn(another: FakeVault): void {
  vault = another;
}

/** How many hours reports are kept, for the pages opened from now on. */
export function keepReports(forHours: number): void {
  hours = forHours;
}

/** Lets time pass for recordings and for what is kept of reports. */
export function passHours(passed: number): void {
  clock += passed * 3_600_000;
}

/** From now on the browser's storage is full. */
export function refuseStorage(): void {
  const full = () => Promise.reject(new Error('quota'));
  Object.assign(vault, { saveDraft: full, begin: full, append: full });
}
