import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** `urls`: the processes, in turn; `orders`: whose streams, in turn. */
export type Watching = {
  urls: readonly string[];
  orders: readonly { id: string; cookie: string }[];
  count: number;
  atOnce: number;
};
/** `open`: with a state received; `ended`: by the server, and opened again; `refused`: not answered with 200. */
export type Watched = { open: number; ended: number; refused: number };

/** A source address has some 28,000 ports for one target. */
const STREAMS_PER_SOURCE = 20_000;
const AGAIN_MS = 1_000;

const { urls, orders, count, atOnce } = workerData as Watching;
const watched: Watched = { open: 0, ended: 0, refused: 0 };

/** Opens one stream over a socket of its own, which costs little here. Resolves with its first state or its refusal. */
function open(turn: number): Promise<void> {
  const { hostname, port, host } = new URL(urls[turn % urls.length]!);
  const { id, cookie } = orders[Math.floor(turn / urls.length) % orders.length]!;
  const localAddress = `127.0.0.${1 + Math.floor(turn / STREAMS_PER_SOURCE)}`;
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    let head = '';
    let isOpen = false;
    socket.on('connect', () =>
      socket.write(`GET /api/orders/${id}/events HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`),
    );
    socket.on('data', (chunk) => {
      if (isOpen) return;
      head += chunk.toString('latin1');
      if (!head.includes('event: order')) return;
      isOpen = true;
      head = '';
      watched.open += 1;
      resolve();
    });
    socket.on('error', () => undefined);
    socket.on('end', () => socket.end());
    socket.on('close', () => {
      watched[isOpen ? 'ended' : 'refused'] += 1;
      if (isOpen) watched.open -= 1;
      resolve();
      void pause(AGAIN_MS * (1 + Math.random())).then(() => open(turn));
    });
  });
}

parentPort!.on('message', () => parentPort!.postMessage(watched));
let next = 0;
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    while (next < count) await open(next++);
  }),
);
