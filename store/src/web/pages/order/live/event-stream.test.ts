import { describe, expect, it } from 'vitest';
import { readEventStream, type StreamEvent } from './event-stream.ts';

function streamOf(...chunks: string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      controller.close();
    },
  });
}

async function all(
  stream: ReadableStream<Uint8Array>,
  options?: Parameters<typeof readEventStream>[1],
): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of readEventStream(stream, options)) events.push(event);
  return events;
}

describe('readEventStream', () => {
  it('joins fragments within a line, a line end and a character', async () => {
    const text = new TextEncoder().encode('event: order\r\ndata: {"é":1}\r\n\r\n');
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of text) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    expect(await all(pieces)).toEqual([{ event: 'order', data: '{"é":1}' }]);
  });

  it('treats comments as heartbeats, not as events', async () => {
    let lines = 0;
    expect(await all(streamOf(': heartbeat\n\n: heartbeat\n\n'), { onLine: () => (lines += 1) })).toEqual([]);
    expect(lines).toBe(4);
  });

  it('reports the server’s retry delay, and ignores an invalid one', async () => {
    const delays: number[] = [];
    await all(streamOf('retry: 1500\n\nretry: soon\n\n'), { onRetry: (delay) => delays.push(delay) });
    expect(delays).toEqual([1500]);
  });

  it('joins several data lines; an event without a name is "message"', async () => {
    expect(await all(streamOf('data: a\ndata:b\n\n'))).toEqual([{ event: 'message', data: 'a\nb' }]);
  });

  it('drops an event that is incomplete at the end of the stream', async () => {
    expect(await all(streamOf('data: whole\n\ndata: half\n'))).toEqual([{ event: 'message', data: 'whole' }]);
  });
});
