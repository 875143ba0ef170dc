import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * How a wholesaler fails. `refuses`: no connection. `hangs`: no answer, and no effect. `fails`: 503, and no effect.
 * `loses`: each order has its effect, and the connection
 * ends in place of the answer.
 */
export const OUTAGES = ['refuses', 'hangs', 'fails', 'loses'] as const;
export type Outage = (typeof OUTAGES)[number];

/** The way from the application to a wholesaler, on which everything can fail for a while. */
export type Way = {
  url: string;
  /** Every call fails in this way, for so many milliseconds from now. */
  fail(how: Outage, ms: number): Promise<void>;
  heal(): Promise<void>;
  close(): Promise<void>;
};

/** Opens a way to the server of this URL, on a free port of loopback. */
export async function openWay(target: string): Promise<Way> {
  const agent = new Agent({ keepAlive: true });
  let outage: Outage | undefined;
  let timer: NodeJS.Timeout | undefined;
  let server: Server | undefined = await listen(0);
  const { port } = server.address() as AddressInfo;

  async function listen(at: number): Promise<Server> {
    const made = createServer((incoming, outgoing) => {
      if (outage === 'fails') return void outgoing.writeHead(503).end();
      if (outage !== 'hangs')
        forward(target, agent, { incoming, outgoing, isLost: () => outage === 'loses' && isOrder(incoming) });
    });
    made.listen(at, '127.0.0.1');
    await once(made, 'listening');
    return made;
  }

  async function stop(): Promise<void> {
    const closing = server;
    server = undefined;
    closing?.closeAllConnections();
    if (closing?.listening) await new Promise((resolve) => closing.close(resolve));
  }

  const way: Way = {
    url: `http://127.0.0.1:${port}`,
    async fail(how, ms) {
      await way.heal();
      outage = how;
      if (how === 'refuses') await stop();
      timer = setTimeout(() => void way.heal(), ms);
    },
    async heal() {
      clearTimeout(timer);
      // Requests that hang get no answer later either.
      if (outage === 'hangs') server?.closeAllConnections();
      outage = undefined;
      server ??= await listen(port);
    },
    async close() {
      clearTimeout(timer);
      await stop();
      agent.destroy();
    },
  };
  return way;
}

/** True for a call that orders or tops up, at either wholesaler. */
const isOrder = ({ method, url = '' }: IncomingMessage) => method === 'POST' && /\/(?:orders?|topups?)$/.test(url);

function forward(
  target: string,
  agent: Agent,
  { incoming, outgoing, isLost }: { incoming: IncomingMessage; outgoing: ServerResponse; isLost: () => boolean },
): void {
  const { method, url = '/', headers } = incoming;
  const onward = request(new URL(url, target), { agent, headers, ...(method && { method }) }, (answer) => {
    if (isLost()) {
      answer.resume();
      outgoing.destroy();
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  outgoing.on('error', () => undefined);
  incoming.pipe(onward);
}
