import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP relay in front of a server, usually PostgreSQL, which can fail as machines and networks do. */
export type Relay = {
  /** The URL of the server, with the address of the relay. */
  url: string;
  /** Connections that are open now. */
  connections(): number;
  /** Connections that were opened so far. */
  accepted(): number;
  /**
   * The server goes silent: no byte passes in either direction, and nothing is closed. New connections are accepted and
   * get no answer, except those whose first bytes contain `except` (PostgreSQL: the application name).
   */
  freeze(except?: string): void;
  /** The server is down: open connections are reset, and new ones are closed at once. */
  drop(): void;
  /**
   * New connections work. Connections that were frozen stay silent for ever, as those of a dead machine whose standby
   * took over its address; their sessions at the server end.
   */
  heal(): void;
  /** The frozen server goes on (SIGCONT, a network that is back): frozen connections continue where they stopped. */
  thaw(): void;
  /** New connections lead to the servers of these URLs, in turn; one: a fail-over behind one address. */
  moveTo(...urls: string[]): void;
  close(): Promise<void>;
};

/** One connection: the sockets of the client and of the server. */
type Pair = { client: Socket; server: Socket };

/** Starts a relay to the host and port of `url` on a free port of loopback. */
export async function startRelay(url: string): Promise<Relay> {
  let targets = [new URL(url)];
  let state: 'open' | 'frozen' | 'dropped' = 'open';
  let exception: string | undefined;
  let accepted = 0;
  const pairs = new Set<Pair>();
  const clients = new Set<Socket>();

  const listener = createServer((client) => {
    accepted += 1;
    clients.add(client);
    client.on('error', () => client.destroy()).on('close', () => clients.delete(client));
    if (state === 'dropped') return void client.resetAndDestroy();
    const target = targets[accepted % targets.length]!;
    const server = connect(Number(target.port), target.hostname);
    const pair = { client, server };
    pairs.add(pair);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => one.destroy());
      one.on('data', (chunk: Buffer) => {
        if (!other.write(chunk)) one.pause();
      });
      other.on('drain', () => state !== 'frozen' && one.resume());
      one.on('close', () => pairs.delete(pair) && other.destroy());
    }
    if (state !== 'frozen') return;
    const open = exception;
    if (open === undefined) return pause(pair);
    client.once('data', (chunk: Buffer) => {
      if (!chunk.includes(open)) pause(pair);
    });
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const way = new URL(url);
  way.hostname = '127.0.0.1';
  way.port = String((listener.address() as AddressInfo).port);

  return {
    url: way.href,
    connections: () => clients.size,
    accepted: () => accepted,
    freeze(except) {
      state = 'frozen';
      exception = except;
      for (const pair of pairs) pause(pair);
    },
    drop() {
      state = 'dropped';
      for (const { server } of pairs) server.destroy();
      for (const client of clients) client.resetAndDestroy();
    },
    heal() {
      if (state === 'frozen') for (const pair of pairs) abandon(pair, pairs);
      state = 'open';
    },
    thaw() {
      state = 'open';
      for (const { client, server } of pairs) {
        client.resume();
        server.resume();
      }
    },
    moveTo: (...urls) => void (targets = urls.map((each) => new URL(each))),
    async close() {
      for (const { server } of pairs) server.destroy();
      for (const client of clients) client.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}

/** A paused socket reads nothing, so that it does not see the end of the other side either. */
function pause({ client, server }: Pair): void {
  client.pause();
  server.pause();
}

/** Ends the session at the server. The client's side stays open and silent until the client closes it. */
function abandon(pair: Pair, pairs: Set<Pair>): void {
  pairs.delete(pair);
  pair.server.destroy();
  pair.client.removeAllListeners('data');
  pair.client.resume();
}
