/**
 * The one way to the server: sends cookies, sends a body as JSON (or a form as it is), and turns a non-OK answer into
 * an `ApiError`. A request that never reached the server rejects with the browser's own `TypeError`.
 */
import { ApiError } from './api-error';
import type { ApiPath } from './types';

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

/** The answer's bytes, and the file name the server gave it. */
export async function requestFile(
  path: ApiPath,
  options: RequestOptions = {},
): Promise<{ blob: Blob; fileName: string | undefined }> {
  const response = await send(path, options);
  return { blob: await response.blob(), fileName: fileNameOf(response.headers.get('content-disposition')) };
}

async function send(path: ApiPath, { method = 'GET', body, signal }: RequestOptions): Promise<Response> {
  const isForm = body instanceof FormData;
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: body === undefined || isForm ? undefined : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
    signal,
  });
  if (!response.ok) throw await ApiError.from(response);
  return response;
}

function fileNameOf(disposition: string | null): string | undefined {
  return disposition?.match(/filename="([^"]+)"/)?.[1];
}
