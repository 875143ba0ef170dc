import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** A load balancer for several processes of a shop. It polls `/readyz` and never retries a request. */
export type LoadBalancer = {
  /** Adds a process, which gets requests once it is ready. A process that is no longer ready is removed. */
  add(url: string): void;
  /** Processes that get requests now. */
  ready(): string[];
  /** The number of requests received. */
  requests(): number;
  /** Requests without a response from a process, or with status 500 and above. */
  failures: string[];
  close(): Promise<void>;
};

const CHECK_MS = 100;

export async function startLoadBalancer(port: number): Promise<LoadBalancer> {
  const processes = new Map<string, { isReady: boolean; agent: Agent }>();
  const failures: string[] = [];
  let requests = 0;
  let closed = false;

  const ready = () => [...processes].filter(([, { isReady }]) => isReady).map(([url]) => url);

  const server = createServer((incoming, outgoing) => {
    const targets = ready();
    const target = targets[requests++ % targets.length];
    if (!target) return fail(incoming, outgoing, 'no process is ready');
    const forwarded = request(
      new URL(incoming.url ?? '/', target),
      {
        method: incoming.method,
        headers: { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' },
        agent: processes.get(target)!.agent,
      },
      (answer) => {
        if ((answer.statusCode ?? 0) >= 500) failures.push(`${incoming.method} ${incoming.url}: ${answer.statusCode}`);
        const { connection: _, 'keep-alive': __, ...headers } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, headers);
        answer.on('error', () => outgoing.destroy());
        answer.pipe(outgoing);
      },
    );
    forwarded.on('error', (error) => fail(incoming, outgoing, `${target}: ${error.message}`));
    outgoing.on('close', () => outgoing.writableFinished || forwarded.destroy());
    incoming.pipe(forwarded);
  });

  function fail(incoming: IncomingMessage, outgoing: ServerResponse, why: string): void {
    if (outgoing.closed || outgoing.headersSent) return void outgoing.destroy();
    failures.push(`${incoming.method} ${incoming.url}: ${why}`);
    outgoing.writeHead(502).end();
  }

  async function look(): Promise<void> {
    while (!closed) {
      await Promise.all(
        [...processes].map(async ([url, process]) => {
          process.isReady = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
            ({ ok }) => ok,
            () => false,
          );
        }),
      );
      await pause(CHECK_MS);
    }
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  void look();
  return {
    add: (url) => void processes.set(url, { isReady: false, agent: new Agent({ keepAlive: true }) }),
    ready,
    requests: () => requests,
    failures,
    async close() {
      closed = true;
      for (const { agent } of processes.values()) agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
