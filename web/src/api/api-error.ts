/**
 * The one error a non-OK response becomes. Its message is `STATUS: body` (the status text when the body is empty).
 * The server's envelope, when the body is one, is beside it: `serverMessage` is the sentence meant for a person.
 */

type Envelope = { message?: string; code?: string; requestId?: string; requiresPremium?: boolean };

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The sentence for a person that the server sent, if it sent one. */
  readonly serverMessage: string | undefined;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  readonly requiresPremium: boolean;
  /** After how many seconds the server wants to be asked again, if it said so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, statusText: string, body: string, retryAfter: string | null = null) {
    super(`${status}: ${body || statusText}`);
    const envelope = parseEnvelope(body);
    this.status = status;
    this.serverMessage = envelope.message;
    this.code = envelope.code;
    this.requestId = envelope.requestId;
    this.requiresPremium = envelope.requiresPremium ?? false;
    this.retryAfterSeconds = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
  }

  static async from(response: Response): Promise<ApiError> {
    const body = await response.text().catch(() => '');
    return new ApiError(response.status, response.statusText, body, response.headers.get('retry-after'));
  }
}

/** True for the one answer that means signed out. A network error or a 5xx does not. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** The server's sentence when there is one, else the fallback. */
export function messageOf(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.serverMessage) || fallback;
}

function parseEnvelope(body: string): Envelope {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return {};
  }
  if (typeof value !== 'object' || value === null) return {};
  const field = (name: keyof Envelope) => (value as Record<string, unknown>)[name];
  const text = (name: keyof Envelope) => {
    const found = field(name);
    return typeof found === 'string' && found !== '' ? found : undefined;
  };
  return {
    message: text('message'),
    code: text('code'),
    requestId: text('requestId'),
    requiresPremium: field('requiresPremium') === true,
  };
}
