import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';

/** All calls, and the most in any second. */
type Counts = { calls: number; mostInASecond: number };

/** A way to a wholesaler that counts the calls through it, in a thread of its own. */
export type CountingWay = {
  url: string;
  /** Forgets the calls so far. */
  reset(): void;
  counts(): Promise<Counts>;
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
      const [counts] = (await once(thread, 'message')) as [Counts];
      return counts;
    },
    close: () => thread.terminate(),
  };
}

/** The way itself, in this thread. */
export async function openCountingWay(target: string) {
  const agent = new Agent({ keepAlive: true });
  let times: number[] = [];
  const server = createServer((incoming, outgoing) => {
    times.push(performance.now());
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
    reset: () => (times = []),
    counts: (): Counts => ({ calls: times.length, mostInASecond: mostWithin(times, 1_000) }),
  };
}

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
