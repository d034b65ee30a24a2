/**
 * The one way to the server: sends cookies, sends a body as JSON (or a form as it is), and turns a non-OK answer into
 * an `ApiError`. A request that never reached the server rejects with the browser's own `TypeError`.
 */
import { ApiError } from './api-error';
import { eventsOf } from './event-stream';
import { noteAnswer } from './signed-out';
import { unlessSilent } from './silent-network';
import type { ApiPath } from './types';

/** What an operation that failed half way is told as: its own status was sent before it failed. */
const BAD_GATEWAY = 502;

/** Characters of JSON that take a thin line seconds: files, not texts. */
const MUCH = 256 * 1024;

export type RequestOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON, unless it is `FormData`. */
  body?: unknown;
  signal?: AbortSignal;
};

/** The answer's JSON; `undefined` when the answer has no body. */
export async function requestJson<T>(path: ApiPath, options: RequestOptions = {}): Promise<T> {
  const text = await send(path, options, (response) => response.text());
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
  return send(path, options, async (response) => ({
    blob: await response.blob(),
    fileName: fileNameOf(response.headers.get('content-disposition')),
  }));
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
  const read = async (response: Response, heard: () => void): Promise<T> => {
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return (await response.json()) as T;
    for await (const { name, data } of eventsOf(response, heard)) {
      if (name === last) return JSON.parse(data) as T;
      if (name === 'error') throw new ApiError(BAD_GATEWAY, 'Bad Gateway', data);
      on[name]?.(JSON.parse(data));
    }
    throw new TypeError('The connection was lost.');
  };
  return send(path, options, read, { accept: 'text/event-stream, application/json' });
}

/** What `read` makes of the answer. It is read in here, because the network may fall silent in the midst of it. */
function send<T>(
  path: ApiPath,
  { method = 'GET', body, signal: caller }: RequestOptions,
  read: (response: Response, heard: () => void) => Promise<T>,
  more: Readonly<Record<string, string>> = {},
): Promise<T> {
  const isForm = body instanceof FormData;
  const sent = body === undefined || isForm ? body : JSON.stringify(body);
  const uploads = sent instanceof FormData || (sent !== undefined && sent.length > MUCH);
  const request = async (signal: AbortSignal, heard: () => void): Promise<T> => {
    const response = await fetch(path, {
      method,
      credentials: 'include',
      headers: { ...more, ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }) },
      body: sent,
      signal,
    });
    heard();
    noteAnswer(response);
    if (!response.ok) throw await ApiError.from(response);
    return read(response, heard);
  };
  return unlessSilent(caller, request, { uploads });
}

function fileNameOf(disposition: string | null): string | undefined {
  return disposition?.match(/filename="([^"]+)"/)?.[1];
}
