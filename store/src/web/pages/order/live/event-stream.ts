/** One event of a text/event-stream. */
export type StreamEvent = { event: string; data: string };

/**
 * Reads a text/event-stream (WHATWG HTML, 9.2.6): lines end in CR, LF or both, a blank line dispatches the event,
 * comments are heartbeats. `onLine` is called for every line, `onRetry` with the server's retry delay in milliseconds.
 * An event that is incomplete at the end of the stream is dropped, as the standard requires.
 */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
  { onLine, onRetry }: { onLine?: () => void; onRetry?: (milliseconds: number) => void } = {},
): AsyncGenerator<StreamEvent> {
  let event = 'message';
  let data: string[] = [];
  for await (const line of linesOf(body)) {
    onLine?.();
    if (line === '') {
      if (data.length > 0) yield { event, data: data.join('\n') };
      event = 'message';
      data = [];
      continue;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
    if (field === 'retry' && /^\d+$/.test(value)) onRetry?.(Number(value));
  }
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      // A CR at the end may be half of a CR LF: it waits for the next fragment.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
