/**
 * The one way to the server: sends cookies, sends a body as JSON (or a form as it is), and turns a non-OK answer into
 * an `ApiError`. A request that never reached the server rejects with the browser's own `TypeError`.
 */
import { ApiError } from './api-error';
import { eventsOf } from './event-stream';
import { noteAnswer } from './signed-out';
import type { ApiPath } from './types';

/** What an operation that failed half way is told as: its own status was sent before it failed. */
const BAD_GATEWAY = 502;

export type RequestOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON, unless it is `FormData`. */
  body?: unknown;
  signal?: AbortSignal;
};

/** The answer's JSON; `undefined` when the answer has no body. */
export async function requestJson<T>(path: ApiPath, options: RequestOptions = {}): Promise<T> {
  const response = await send(path, options);
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** Removes what is at `path`. What is not there is removed: a proxy asks a second server when the first dies before it answers. */
export async function requestRemoval(path: ApiPath): Promise<void> {
  try {
    await requestJson(path, { method: 'DELETE' });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

/** The answer's bytes, and the file name the server gave it. */
export async function requestFile(
  path: ApiPath,
  options: RequestOptions = {},
): Promise<{ blob: Blob; fileName: string | undefined }> {
  const response = await send(path, options);
  return { blob: await response.blob(), fileName: fileNameOf(response.headers.get('content-disposition')) };
}

/**
 * The result of an operation that tells how it goes: the data of the event named `last`, after whatever `on` was told
 * before it. A server that answers with plain JSON has told nothing before. An `error` event holds what a failed
 * answer's body would.
 */
export async function requestEvents<T>(
  path: ApiPath,
  options: RequestOptions,
  last: string,
  on: Readonly<Record<string, (data: unknown) => void>>,
): Promise<T> {
  const response = await send(path, options, { accept: 'text/event-stream, application/json' });
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return (await response.json()) as T;
  for await (const { name, data } of eventsOf(response)) {
    if (name === last) return JSON.parse(data) as T;
    if (name === 'error') throw new ApiError(BAD_GATEWAY, 'Bad Gateway', data);
    on[name]?.(JSON.parse(data));
  }
  throw new TypeError('The connection was lost.');
}

async function send(
  path: ApiPath,
  { method = 'GET', body, signal }: RequestOptions,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const isForm = body instanceof FormData;
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: { ...more, ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
    signal,
  });
  noteAnswer(response);
  if (!response.ok) throw await ApiError.from(response);
  return response;
}

function fileNameOf(disposition: string | null): string | undefined {
  return disposition?.match(/filename="([^"]+)"/)?.[1];
}
