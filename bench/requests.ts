import { until } from '#test/support/wire.ts';
import budgets from './budgets.json' with { type: 'json' };
import { cpuMs, load, median, startApp } from './running-app.ts';

/**
 * `node bench/requests.ts`: CPU of the application per request, in milliseconds and as a multiple of the cheapest route's
 * (/healthz) in the same run, beside its budget. Linux only: CPU is read from /proc. Exits with 1 over a budget.
 */
const ROUTES = [
  '/healthz',
  '/',
  '/plans',
  '/plans/local/france',
  '/plans/local/france?plan=france-3gb',
  '/checkout/france-3gb',
  '/auth',
  '/api/offers',
] as const;
const ROUNDS = 5;
const REQUESTS = 200;
const PARALLEL = 8;

const app = await startApp();
const cpu = new Map<string, number[]>();
try {
  await until(async () => (await (await fetch(`${app.url}/api/offers`)).text()).includes('"available":true'), {
    what: 'plans are checked',
  });
  for (const route of ROUTES) await request(route);
  // Round by round, so that a noisy moment of the machine falls on all routes alike; the median round counts.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const route of ROUTES) {
      const before = await cpuMs(app.pid);
      await request(route);
      cpu.set(route, [...(cpu.get(route) ?? []), ((await cpuMs(app.pid)) - before) / REQUESTS]);
    }
  }
} finally {
  await app.close();
}

const base = median(cpu.get('/healthz')!);
for (const route of ROUTES) {
  const limit = (budgets.cpuRatio as Record<string, number | string>)[route] as number | undefined;
  const ratio = median(cpu.get(route)!) / base;
  const over = limit !== undefined && ratio > limit;
  if (over) process.exitCode = 1;
  process.stdout.write(
    `${route.padEnd(40)} ${median(cpu.get(route)!).toFixed(2)} ms  ${ratio.toFixed(1)}x${limit === undefined ? '' : ` of ${limit}x`}${over ? '  OVER' : ''}\n`,
  );
}

function request(route: string): Promise<void> {
  return load(REQUESTS, PARALLEL, async () => {
    const answer = await fetch(app.url + route, { headers: { 'accept-encoding': 'br' } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${route} answered ${answer.status}`);
  });
}
