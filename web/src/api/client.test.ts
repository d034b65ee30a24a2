import { afterEach, expect, it, vi } from 'vitest';
import { requestFile, requestJson } from './client';

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
    expect.objectContaining({ method: 'GET', credentials: 'include', headers: undefined, body: undefined }),
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
  expect(fetch.mock.calls[0]?.[1]).toMatchObject({ headers: undefined, body: form });
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
