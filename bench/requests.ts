import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spawnApp } from '#test/support/process.ts';
import { startVendors } from '#test/support/vendors.ts';
import { until } from '#test/support/wire.ts';
import budgets from './budgets.json' with { type: 'json' };

/**
 * `node bench/requests.ts`: CPU of the application per request, in milliseconds and as a multiple of the cheapest route's
 * (/healthz) in the same run, beside its budget. Linux only: CPU is read from /proc. Exits with 1 over a budget.
 */
const ROUTES = ['/healthz', '/', '/plans', '/plans/local/france', '/plans/local/france?plan=france-3gb', '/checkout/france-3gb', '/auth', '/api/offers'] as const;
const ROUNDS = 5;
const REQUESTS = 200;
const PARALLEL = 8;

const dataDir = await mkdtemp(path.join(tmpdir(), 'cairn-bench-'));
await chmod(dataDir, 0o755); // PostgreSQL, which root runs as nobody, walks through it
const vendors = await startVendors(dataDir);
const app = await spawnApp({ ...vendors.env, NODE_ENV: 'production', LOG_LEVEL: 'info', SWEEP_SECONDS: '60', WORKER_HEARTBEAT_SECONDS: '15' });
const cpu = new Map<string, number[]>();
try {
  await until(async () => (await (await fetch(`${app.url}/api/offers`)).text()).includes('"available":true'), { what: 'plans are checked' });
  for (const route of ROUTES) await load(route, REQUESTS);
  // Round by round, so that a noisy moment of the machine falls on all routes alike; the median round counts.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const route of ROUTES) {
      const before = await cpuMs(app.pid);
      await load(route, REQUESTS);
      cpu.set(route, [...(cpu.get(route) ?? []), ((await cpuMs(app.pid)) - before) / REQUESTS]);
    }
  }
} finally {
  await app.kill('SIGTERM');
  await vendors.close();
  await rm(dataDir, { recursive: true, force: true });
}

const median = (route: string) => cpu.get(route)!.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)]!;
const base = median('/healthz');
for (const route of ROUTES) {
  const limit = (budgets.cpuRatio as Record<string, number | string>)[route] as number | undefined;
  const ratio = median(route) / base;
  const over = limit !== undefined && ratio > limit;
  if (over) process.exitCode = 1;
  process.stdout.write(`${route.padEnd(40)} ${median(route).toFixed(2)} ms  ${ratio.toFixed(1)}x${limit === undefined ? '' : ` of ${limit}x`}${over ? '  OVER' : ''}\n`);
}

async function load(route: string, requests: number): Promise<void> {
  let left = requests;
  const one = async () => {
    while (left-- > 0) {
      const answer = await fetch(app.url + route, { headers: { 'accept-encoding': 'br' } });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${route} answered ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, one));
}

/** User and system time of a process (proc(5), fields 14 and 15, in ticks of 10 ms). */
async function cpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
