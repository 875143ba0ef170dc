import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';

/** Calls, and the most in any second. */
type Counts = { calls: number; mostInASecond: number };

/** All calls, and those to each address, with `:id` in place of numbers and page numbers left out. */
type CountsOfWay = { all: Counts; byAddress: Record<string, Counts> };

/** A way to a wholesaler that counts the calls through it, in a thread of its own. */
export type CountingWay = {
  url: string;
  /** Forgets the calls so far. */
  reset(): void;
  counts(): Promise<CountsOfWay>;
  close(): Promise<unknown>;
};

export async function startCountingWay(target: string): Promise<CountingWay> {
  const thread = new Worker(new URL('./counting-thread.ts', import.meta.url), { workerData: target });
  const [url] = (await once(thread, 'message')) as [string];
  return {
    url,
    reset: () => thread.postMessage('reset'),
    async counts() {
      thread.postMessage('counts');
      const [counts] = (await once(thread, 'message')) as [CountsOfWay];
      return counts;
    },
    close: () => thread.terminate(),
  };
}

/** The way itself, in this thread. */
export async function openCountingWay(target: string) {
  const agent = new Agent({ keepAlive: true });
  let calls: Call[] = [];
  const server = createServer((incoming, outgoing) => {
    calls.push({ at: performance.now(), address: addressOf(incoming.url ?? '/') });
    const { method, headers } = incoming;
    const call = request(new URL(incoming.url ?? '/', target), { agent, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    call.on('error', () => outgoing.destroy());
    incoming.pipe(call);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reset: () => (calls = []),
    counts: (): CountsOfWay => ({
      all: countsOf(calls),
      byAddress: Object.fromEntries(
        Array.from(
          Map.groupBy(calls, ({ address }) => address),
          ([address, some]) => [address, countsOf(some)],
        ),
      ),
    }),
  };
}

type Call = { at: number; address: string };

const addressOf = (url: string) => url.replace(/\?.*/, '').replaceAll(/\d{4,}/g, ':id');

const countsOf = (calls: readonly Call[]): Counts => ({
  calls: calls.length,
  mostInASecond: mostWithin(
    calls.map(({ at }) => at),
    1_000,
  ),
});

/** The most of these times, in order, within so many milliseconds. */
function mostWithin(times: readonly number[], ms: number): number {
  let most = 0;
  let from = 0;
  times.forEach((at, index) => {
    while (at - times[from]! >= ms) from += 1;
    most = Math.max(most, index - from + 1);
  });
  return most;
}
