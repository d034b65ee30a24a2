/** Server-sent events of an answer, as they arrive. */

export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/**
 * Ends with the answer; an event that was cut off in the middle is not given. Tells `heard` of every piece: one that holds
 * no event may be the server's sign of life.
 */
export async function* eventsOf(response: Response, heard: () => void): AsyncGenerator<ServerEvent> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let pending = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard();
      pending += value;
      const blocks = pending.split(/\r?\n\r?\n/);
      pending = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parse(block);
        if (event) yield event;
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** Null for a comment, which only keeps the connection open. */
function parse(block: string): ServerEvent | null {
  let name = 'message';
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, field, value = ''] = /^(event|data): ?(.*)$/.exec(line) ?? [];
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
  }
  return data.length > 0 ? { name, data: data.join('\n') } : null;
}
