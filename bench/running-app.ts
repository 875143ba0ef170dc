import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { Agent, request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer as readBuffer, text as readText } from 'node:stream/consumers';
import { clusterPaths } from '#sandbox/postgres/cluster.ts';
import { readPostmaster } from '#sandbox/postgres/postmaster.ts';
import { startEmbeddedPostgres } from '#sandbox/postgres/supervisor.ts';
import { PRODUCTION_ARGS } from '../scripts/launcher/production.mjs';
import { spawnApp, type SpawnedApp } from '#test/support/process.ts';
import { startVendors, type Vendors } from '#test/support/vendors.ts';

/** The application of this checkout, or another, as in production, in a process of its own, with a PostgreSQL on its data directory and the sandboxes in this one. */
export async function startApp(
  overrides: Record<string, string> = {},
  root?: string,
): Promise<
  SpawnedApp & {
    dataDir: string;
    env: Record<string, string>;
    sms: Vendors['sms'];
    databaseCpuMs(): Promise<number>;
    close(): Promise<void>;
  }
> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'cairn-bench-'));
  await chmod(dataDir, 0o755); // PostgreSQL, which root runs as nobody, walks through it
  const vendors = await startVendors(dataDir);
  const quiet = () => undefined;
  const appData = path.join(dataDir, 'app');
  const postgres = await startEmbeddedPostgres({
    dataDir: appData,
    log: { info: quiet, warn: quiet, error: quiet },
  });
  const env = {
    ...vendors.env,
    DATABASE_URL: postgres.url,
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: path.join(dataDir, 'compile-cache'),
    LOG_LEVEL: 'info',
    SWEEP_SECONDS: '60',
    WORKER_HEARTBEAT_SECONDS: '15',
    ...overrides,
  };
  const app = await spawnApp(env, root, productionArgs(root));
  return {
    ...app,
    dataDir,
    env,
    sms: vendors.sms,
    async databaseCpuMs() {
      const server = await readPostmaster(clusterPaths(appData));
      return server ? (await cpuMs(server.pid)) + (await descendantsCpuMs(server.pid)) : 0;
    },
    async close() {
      await app.kill('SIGTERM');
      await postgres.stop();
      await vendors.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** How a checkout is started in production: one that is older than the bundle from its sources. */
export function productionArgs(root = path.join(import.meta.dirname, '..')): string[] | undefined {
  return existsSync(path.join(root, PRODUCTION_ARGS.at(-1)!)) ? PRODUCTION_ARGS : undefined;
}

/** Does something `count` times, `parallel` at a time. */
export async function load(count: number, parallel: number, work: (turn: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: parallel }, one));
}

/** User and system time of a process with all its threads. */
export async function cpuMs(pid: number): Promise<number> {
  return (await statOf(`${pid}`)).cpuMs;
}

/** User and system time of a process's threads of one name; libuv's are `libuv-worker`. */
export async function threadsCpuMs(pid: number, name: string): Promise<number> {
  const threads = await Promise.all(
    (await readdir(`/proc/${pid}/task`)).map((thread) => statOf(`${pid}/task/${thread}`).catch(() => undefined)),
  );
  return threads.reduce((sum, each) => (each?.name === name ? sum + each.cpuMs : sum), 0);
}

/** User and system time of the processes that a process has started, and of theirs. */
export async function descendantsCpuMs(pid: number): Promise<number> {
  const all = await Promise.all(
    (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map((name) => statOf(name).catch(() => undefined)),
  );
  const below = (parent: number): number =>
    all.reduce((sum, each) => (each?.parent === parent ? sum + each.cpuMs + below(each.pid) : sum), 0);
  return below(pid);
}

/** proc(5): name, parent, user and system time in ticks of 10 ms, of a process (`12`) or a thread (`12/task/13`). */
async function statOf(which: string): Promise<{ pid: number; name: string; parent: number; cpuMs: number }> {
  const stat = await readFile(`/proc/${which}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    pid: Number(stat.split(' ', 1)[0]),
    name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')),
    parent: Number(fields[1]),
    cpuMs: (Number(fields[11]) + Number(fields[12])) * 10,
  };
}

const agent = new Agent({ keepAlive: true });

/** The cookie of the browser that each person uses; those of a token alone share one. */
function deviceCookie(body: Record<string, unknown>): string {
  const secret = typeof body['email'] === 'string' ? hash('sha256', body['email'], 'base64url') : 'd'.repeat(43);
  return `cairn_device=${secret}`;
}

/** The bytes of an address as they travel; throws unless it answers 200. */
export async function get(url: string, headers: Record<string, string> = {}): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(url, { agent, headers }, resolve).on('error', reject).end();
  const answer = await promise;
  const body = await readBuffer(answer);
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
  return body;
}

/**
 * One call of the identity wire, as the person's own browser makes it unless another `cookie` is given; throws when it is not answered with an accepted
 * status. Over node:http: it runs on the machine that it measures, and fetch would take three times the CPU.
 */
export async function identityCall<T = Record<string, string>>(
  url: string,
  call: string,
  body: Record<string, unknown>,
  accepted: readonly number[] = [200],
  cookie = deviceCookie(body),
): Promise<T> {
  const content = JSON.stringify(body);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(content),
    cookie,
  };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(`${url}/identity/${call}?key=cairn-web`, { method: 'POST', agent, headers }, resolve)
    .on('error', reject)
    .end(content);
  const answer = await promise;
  const text = await readText(answer);
  if (!accepted.includes(answer.statusCode ?? 0))
    throw new Error(`${call} answered ${answer.statusCode}: ${text.slice(0, 200)}`);
  return JSON.parse(text) as T;
}

/**
 * Sends one call many times, with as little CPU of this process as possible: bytes made once, on connections that the calls take in
 * turn; of the answer only status and length are read.
 */
export function repeatedCaller(
  url: string,
  call: string,
  bodies: readonly Record<string, unknown>[],
): (turn: number) => Promise<void> {
  const { hostname, port } = new URL(url);
  const requests = bodies.map((body) => {
    const content = JSON.stringify(body);
    const headers = [
      `Host: ${hostname}:${port}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(content)}`,
      `Cookie: ${deviceCookie(body)}`,
    ];
    return Buffer.from(`POST /identity/${call}?key=cairn-web HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${content}`);
  });
  const free: Socket[] = [];
  return (turn) =>
    new Promise((resolve, reject) => {
      let socket = free.pop();
      // The server closes connections that were idle for long.
      while (socket?.closed || socket?.readableEnded) socket = free.pop();
      socket ??= connect(Number(port), hostname).setNoDelay().setEncoding('latin1').unref();
      let answer = '';
      socket.on('data', function take(chunk: string) {
        answer += chunk;
        const end = answer.indexOf('\r\n\r\n');
        if (end < 0 || answer.length < end + 4 + Number(/content-length: (\d+)/i.exec(answer)![1])) return;
        socket.off('data', take);
        free.push(socket);
        if (answer.startsWith('HTTP/1.1 200 ')) resolve();
        else reject(new Error(`${call} answered ${answer.slice(0, 300)}`));
      });
      socket.write(requests[turn % requests.length]!);
    });
}

/** The value below which this share of the values lies; 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Limits out of the way. */
export const NO_LIMITS = {
  LIMIT_SIGN_UPS_PER_HOUR: '1000000',
  LIMIT_WRONG_PASSWORDS_PER_ACCOUNT: '1000000',
  LIMIT_WRONG_PASSWORDS_PER_ADDRESS: '1000000',
  LIMIT_LINK_MAILS_PER_ADDRESS: '1000000',
  LIMIT_LINK_MAILS_PER_EMAIL: '1000000',
};
