import { afterEach, expect, it, vi } from 'vitest';
import { requestEvents, requestFile, requestJson } from './client';

function answerWith(body: BodyInit | null, init?: ResponseInit) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response(body, init));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

afterEach(() => vi.unstubAllGlobals());

it('sends cookies, and no content type without a body', async () => {
  const fetch = answerWith('{"a":1}');
  await expect(requestJson('/api/auth/user')).resolves.toEqual({ a: 1 });
  expect(fetch).toHaveBeenCalledWith(
    '/api/auth/user',
    expect.objectContaining({ method: 'GET', credentials: 'include', headers: {}, body: undefined }),
  );
});

it('sends a body as JSON', async () => {
  const fetch = answerWith('{}');
  await requestJson('/api/auth/user', { method: 'POST', body: { findings: 'Clear lungs.' } });
  expect(fetch.mock.calls[0]?.[1]).toMatchObject({
    headers: { 'content-type': 'application/json' },
    body: '{"findings":"Clear lungs."}',
  });
});

it('leaves the content type of a form to the browser', async () => {
  const fetch = answerWith('{}');
  const form = new FormData();
  await requestJson('/api/transcribe', { method: 'POST', body: form });
  expect(fetch.mock.calls[0]?.[1]).toMatchObject({ headers: {}, body: form });
});

it('turns a non-OK answer into an error', async () => {
  answerWith('{"message":"Please sign in."}', { status: 401 });
  await expect(requestJson('/api/auth/user')).rejects.toMatchObject({
    name: 'ApiError',
    message: '401: {"message":"Please sign in."}',
    serverMessage: 'Please sign in.',
  });
});

it('gives nothing for an answer without a body', async () => {
  answerWith(null, { status: 204 });
  await expect(requestJson('/api/auth/user', { method: 'DELETE' })).resolves.toBeUndefined();
});

it('gives a file with its name', async () => {
  answerWith('docx', { headers: { 'content-disposition': 'attachment; filename="radiology_report_42.docx"' } });
  const { blob, fileName } = await requestFile('/api/export-word', { method: 'POST', body: {} });
  expect(fileName).toBe('radiology_report_42.docx');
  expect(await blob.text()).toBe('docx');
});

/** An event stream that arrives in these pieces, whatever they cut in two. */
function streaming(...pieces: string[]) {
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      controller.close();
    },
  });
  return answerWith(body, { headers: { 'content-type': 'text/event-stream' } });
}
const structured = (on: (data: unknown) => void) =>
  requestEvents('/api/structure-report', { method: 'POST', body: {} }, 'report', { section: on });

it('tells of events as they come, and gives the last one', async () => {
  streaming(': open\n\nevent: sec', 'tion\ndata: {"text":"Café', '."}\n\n', 'event: report\ndata: {"a":1}\n\n');
  const told = vi.fn();
  await expect(structured(told)).resolves.toEqual({ a: 1 });
  expect(told.mock.calls).toEqual([[{ text: 'Café.' }]]);
});

it('takes plain JSON for the last event', async () => {
  answerWith('{"a":1}', { headers: { 'content-type': 'application/json' } });
  await expect(structured(() => undefined)).resolves.toEqual({ a: 1 });
});

it('turns an error event into the error that an answer would have been', async () => {
  streaming('event: error\ndata: {"message":"The model is down.","code":"model"}\n\n');
  await expect(structured(() => undefined)).rejects.toMatchObject({ serverMessage: 'The model is down.', status: 502 });
});

it('fails as a lost connection when the stream ends before the last event', async () => {
  streaming('event: section\ndata: {"text":"Half"}\n\nevent: report\ndata: {"a"');
  await expect(structured(() => undefined)).rejects.toBeInstanceOf(TypeError);
});
