import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A way to a wholesaler that counts the calls through it. */
export type CountingWay = {
  url: string;
  /** Forgets the calls so far. */
  reset(): void;
  /** All calls, and the most in any second. */
  counts(): { calls: number; mostInASecond: number };
  close(): Promise<void>;
};

export async function openCountingWay(target: string): Promise<CountingWay> {
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
    counts: () => ({ calls: times.length, mostInASecond: mostWithin(times, 1_000) }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
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
