/** A server that is away for a while: what was asked for comes without being asked for again. */
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { dictate, fill, refuse, STRUCTURED, sent, server, shown, study, workspace } from './workspace-fixture';

const activity = () => workspace.activity.get();
const isWaiting = () => vi.waitFor(() => expect(activity().delay).toBe('away'));
/** The server, for the next look at it, which is at once. */
function serverIsBack(): void {
  isReady = true;
  window.dispatchEvent(new Event('online'));
}

let isReady: boolean;
let asked: number;
beforeEach(() => {
  isReady = false;
  asked = 0;
  server.use(http.get('/readyz', () => (isReady ? new HttpResponse('ready\n') : HttpResponse.error())));
});

/** The first request to this path finds no server, or loses it; the next ones are answered as ever. */
const lose = (path: string, lost: () => Response = () => HttpResponse.error()) =>
  server.use(
    http.post(path, () => {
      asked++;
      return asked === 1 ? lost() : undefined;
    }),
  );

/** A report that breaks off after its first section. */
function brokenOff(): Response {
  const section = { section: 'clinicalHistory', text: 'Cou' };
  const body = new ReadableStream({
    async start(stream) {
      stream.enqueue(new TextEncoder().encode(`event: section\ndata: ${JSON.stringify(section)}\n\n`));
      await vi.waitFor(() => expect(activity().draft).toEqual({ clinicalHistory: 'Cou' }));
      stream.error(new TypeError('network error'));
    },
  });
  return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } });
}

it('a report that breaks off half-way is put back, and written whole from what stands there then', async () => {
  lose('/api/structure-report', brokenOff);
  fill();
  const structuring = workspace.structure();
  await isWaiting();
  expect(activity()).toMatchObject({ running: 'structure', draft: null });
  // Meanwhile it is the radiologist's page.
  workspace.editTranscript('A large nodule.');
  workspace.amend({ report: 'FINDINGS:\n- My own words.' });
  serverIsBack();
  await structuring;
  expect(asked).toBe(2);
  expect(sent['/api/structure-report']).toMatchObject({ transcriptionText: 'A large nodule.' });
  expect(study().madeFrom?.transcriptionText).toBe('A large nodule.');
  expect(study().report).toContain(STRUCTURED.findings);
  expect(shown()?.[0]).toBe('Report Structured');
  expect(activity()).toMatchObject({ running: null, delay: null, reportFailure: null });
  workspace.undo();
  expect(study().report).toBe('FINDINGS:\n- My own words.');
});

it('a dictation that was emptied meanwhile is structured as it was', async () => {
  lose('/api/structure-report');
  fill();
  const structuring = workspace.structure();
  await isWaiting();
  workspace.editTranscript('');
  serverIsBack();
  await structuring;
  expect(sent['/api/structure-report']).toMatchObject({ transcriptionText: 'A nodule.' });
});

it('an impression comes into what was edited meanwhile', async () => {
  lose('/api/generate-impression');
  fill();
  const generating = workspace.impression();
  await isWaiting();
  workspace.amend({ report: 'FINDINGS:\n- A large nodule.' });
  serverIsBack();
  await generating;
  expect(sent['/api/generate-impression']).toMatchObject({ findings: '- A large nodule.' });
  expect(study().report).toBe('FINDINGS:\n- A large nodule.\n\nIMPRESSION:\n1. Nodule.');
});

it('a recording is transcribed, as the same take', async () => {
  lose('/api/transcribe', () => new HttpResponse('<h1>502 Bad Gateway</h1>', { status: 502 }));
  await dictate('abc');
  const transcribing = workspace.transcribe();
  await isWaiting();
  workspace.editTranscript('Typed.');
  serverIsBack();
  await transcribing;
  expect(asked).toBe(2);
  expect(sent['/api/transcribe']).toMatchObject({ audioData: btoa('abc'), takeId: expect.any(String) });
  expect(study().transcript.text).toBe('Typed.\nLiver normal.');
  expect(shown()?.[0]).toBe('Transcription Complete');
});

it('Cancel and New Report end the wait, and nothing is sent', async () => {
  for (const end of [workspace.cancel, workspace.newReport]) {
    asked = 0;
    lose('/api/structure-report');
    fill();
    const structuring = workspace.structure();
    await isWaiting();
    end();
    expect(activity()).toMatchObject({ running: null, delay: null });
    serverIsBack();
    await structuring;
    expect(asked).toBe(1);
  }
});

it('what fails again is said as ever', async () => {
  lose('/api/structure-report', () => {
    refuse('/api/structure-report');
    return HttpResponse.error();
  });
  fill();
  const before = study();
  const structuring = workspace.structure();
  await isWaiting();
  serverIsBack();
  await structuring;
  expect(study()).toBe(before);
  expect(shown()).toEqual(['Structuring Failed', 'Failed to structure report. Please try again.', 'destructive']);
  expect(activity()).toMatchObject({ delay: null, reportFailure: 'The engine is down.' });
});
