import { connect, type Socket } from 'node:net';

/** One page of an order: what its event stream asks for. */
export type Page = { url: string; orderId: string; cookie: string };

export type Streams = {
  /** Streams by what they got: a status, `final` after the eSIM, or the code of an error. */
  counts(): Record<string, number>;
  /** Events of an order that arrived so far. */
  events(): number;
  /** How often a stream was opened again, which had ended or was lost. */
  reconnects(): number;
  /** Calls `listener` for each event of this order. */
  onEvent(orderId: string, listener: () => void): void;
  close(): void;
};

/** Source addresses: one has some 28,000 ports for each address that it connects to. */
const SOURCES = 8;

/**
 * Opens the streams over bare sockets, `parallel` at a time, and opens one again after the delay that the server named,
 * as a page does; one of an order with its eSIM ends. Each page comes from a network of its own.
 */
export async function openStreams(pages: readonly Page[], parallel: number): Promise<Streams> {
  const sockets = new Set<Socket>();
  const statuses = new Map<number, string>();
  const listeners = new Map<string, (() => void)[]>();
  const tally = { events: 0, reconnects: 0 };
  let closed = false;

  const open = (index: number): Promise<void> =>
    new Promise((resolve) => {
      const page = pages[index]!;
      const { hostname, port } = new URL(page.url);
      const localAddress = `127.0.0.${2 + (index % SOURCES)}`;
      const socket = connect({ host: hostname, port: Number(port), localAddress }).setEncoding('latin1');
      sockets.add(socket);
      let retryMs = 2_000;
      let isFinal = false;
      socket.write(
        `GET /api/orders/${page.orderId}/events HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${page.cookie}\r\nAccept: text/event-stream\r\nX-Forwarded-For: 198.${18 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}\r\n\r\n`,
      );
      socket.on('data', (text: string) => {
        const status = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1];
        if (status) statuses.set(index, status);
        for (const [, ms] of text.matchAll(/^retry: (\d+)$/gm)) retryMs = Number(ms);
        const events = text.split('event: order\n').length - 1;
        tally.events += events;
        isFinal ||= text.includes('LPA:1$');
        if (events > 0) for (const listener of listeners.get(page.orderId) ?? []) listener();
        // The end of a chunked body: the stream is over, and the connection is kept for another request.
        if (text.endsWith('\r\n0\r\n\r\n')) socket.destroy();
        if (events > 0 || status !== '200') resolve();
      });
      socket.on('error', (error: NodeJS.ErrnoException) => statuses.set(index, error.code ?? 'error'));
      socket.on('close', () => {
        sockets.delete(socket);
        resolve();
        if (closed) return;
        if (isFinal) return void statuses.set(index, 'final');
        if (statuses.get(index) === '200') statuses.delete(index);
        setTimeout(
          () => {
            tally.reconnects += 1;
            if (!closed) void open(index);
          },
          retryMs * (0.5 + Math.random() / 2),
        );
      });
    });

  const queue = pages.keys();
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (const index of queue) await open(index);
    }),
  );
  return {
    counts: () =>
      Object.fromEntries([...Map.groupBy(statuses.values(), (each) => each)].map(([name, all]) => [name, all.length])),
    events: () => tally.events,
    reconnects: () => tally.reconnects,
    onEvent: (orderId, listener) => void listeners.set(orderId, [...(listeners.get(orderId) ?? []), listener]),
    close() {
      closed = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}
