import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { worstRequests, type WorstRequest } from '#test/support/worst-requests.ts';
import { until } from '#test/support/wire.ts';
import budgets from './budgets.json' with { type: 'json' };
import { get, NO_LIMITS, quantile, startApp } from './running-app.ts';

/**
 * `node bench/worst-requests.ts [--each]`: p99 of `/healthz` while the worst requests of all public addresses are fired,
 * four at a time, as a multiple of its idle p99 in the same run. `--each` fires them one at a time, and lists those
 * during which the probe waited longest. Exits with 1 over the budget. Needs a build.
 */
const { values } = parseArgs({ options: { each: { type: 'boolean', default: false } } });
const AT_ONCE = 4;
const IDLE_MS = 10_000;
const LOAD_MS = 20_000;
const PROBE_PAUSE_MS = 5;

const app = await startApp(NO_LIMITS);
const probeAgent = new Agent({ keepAlive: true });

/** Milliseconds of one request to /healthz, over a connection of its own. */
async function probe(): Promise<number> {
  const start = performance.now();
  const sent = request(`${app.url}/healthz`, { agent: probeAgent }).end();
  const [answer] = (await once(sent, 'response')) as [NodeJS.ReadableStream];
  await once(answer.resume(), 'end');
  return performance.now() - start;
}

async function probeUntil(isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    times.push(await probe());
    await pause(PROBE_PAUSE_MS);
  }
  return times;
}
const probeFor = (ms: number): Promise<number[]> => {
  const end = performance.now() + ms;
  return probeUntil(() => performance.now() > end);
};

/** The status; 0 when the connection was closed. */
async function fire({ path, method = 'GET', headers = {}, body }: WorstRequest): Promise<number> {
  const sent = request(app.url + path, { method, headers: { 'accept-encoding': 'br', ...headers }, agent: false });
  sent.end(body);
  try {
    const [answer] = (await once(sent, 'response')) as [NodeJS.ReadableStream & { statusCode: number }];
    await once(answer.resume(), 'end');
    return answer.statusCode;
  } catch {
    return 0;
  }
}

const write = (line: string): void => void process.stdout.write(`${line}\n`);
try {
  await until(async () => (await get(`${app.url}/api/offers`)).toString().includes('"available":true'), {
    what: 'plans are checked',
  });
  // The first use of each loads its code.
  for (const each of worstRequests(0)) await fire(each);
  await probeFor(1_000);
  const idle = await probeFor(IDLE_MS);

  if (values.each) {
    const waits: { name: string; ms: number }[] = [];
    for (const each of worstRequests(1)) {
      let over = false;
      const probing = probeUntil(() => over);
      await fire(each);
      over = true;
      waits.push({ name: each.name, ms: Math.max(...(await probing)) });
    }
    for (const { name, ms } of waits.toSorted((a, b) => b.ms - a.ms).slice(0, 20))
      write(`${ms.toFixed(1).padStart(7)} ms ${name}`);
  }

  const end = performance.now() + LOAD_MS;
  const statuses = new Map<number, number>();
  let round = 2;
  let queue: WorstRequest[] = [];
  const fireOn = async (): Promise<void> => {
    while (performance.now() < end) {
      if (queue.length === 0) queue = worstRequests(round++);
      const status = await fire(queue.shift()!);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const [busy] = await Promise.all([probeFor(LOAD_MS), ...Array.from({ length: AT_ONCE }, fireOn)]);
  const [idleP99, busyP99] = [quantile(idle, 0.99), quantile(busy, 0.99)];
  const ratio = busyP99 / idleP99;
  const limit = budgets.worstRequests.healthz;
  write(`idle  p50 ${quantile(idle, 0.5).toFixed(1)} ms, p99 ${idleP99.toFixed(1)} ms (${idle.length} probes)`);
  write(
    `load  p50 ${quantile(busy, 0.5).toFixed(1)} ms, p99 ${busyP99.toFixed(1)} ms (${busy.length} probes), ${JSON.stringify(Object.fromEntries(statuses))}`,
  );
  write(`p99 under load: ${ratio.toFixed(1)} times idle, at most ${limit}`);
  if (ratio > limit || (statuses.get(0) ?? 0) > 0) process.exitCode = 1;
} finally {
  probeAgent.destroy();
  await app.close();
}
