import type { OrderView } from '#src/shared/views.ts';
import type { Address } from './wire.ts';

/** An order's event stream as a browser's fetch reads it. */
export type OrderStream = {
  status: number;
  headers: Headers;
  /** Reads until a state satisfies `wanted`, and returns it. Throws when the stream ends first. */
  next(wanted: (order: OrderView) => boolean): Promise<OrderView>;
  /** Reads to the end and returns everything received, from the first byte. */
  rest(): Promise<string>;
  close(): Promise<void>;
};

export async function openStream(app: Address, orderId: string, headers: Record<string, string>): Promise<OrderStream> {
  const hangUp = new AbortController();
  const answer = await fetch(`${app.url}/api/orders/${orderId}/events`, { headers, signal: hangUp.signal });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let all = '';
  let read = 0;

  return {
    status: answer.status,
    headers: answer.headers,
    async next(wanted) {
      for (;;) {
        for (let end = all.indexOf('\n\n', read); end >= 0; end = all.indexOf('\n\n', read)) {
          const event = all.slice(read, end);
          read = end + 2;
          const order = /^event: order\ndata: (.*)$/s.exec(event)?.[1];
          const state = order === undefined ? undefined : (JSON.parse(order) as OrderView);
          if (state && wanted(state)) return state;
        }
        const { done, value } = await reader.read();
        if (done) throw new Error(`The stream ended with: ${all.slice(-200)}`);
        all += value;
      }
    },
    async rest() {
      for (let part = await reader.read(); !part.done; part = await reader.read()) all += part.value;
      return all;
    },
    close: async () => hangUp.abort(),
  };
}
