import { until } from '#test/support/wire.ts';
import { cpuMs, get, load, median, startApp } from '../running-app.ts';

/** An application with its database in processes of their own. */
export type GrowthApp = { url: string; databaseUrl: string; env: Record<string, string> };

/** Requests that are measured on a small and on a large database. */
export type Growth = {
  rows: readonly {
    name: string;
    /** How many times more requests than usual a round makes. */
    share: number;
    request: (app: GrowthApp, turn: number) => Promise<void>;
  }[];
  /** Environment of an application. */
  env?(): Promise<Record<string, string>>;
  /** Prepares both applications; the large one is then grown. */
  prepare?(app: GrowthApp): Promise<void>;
  grow(app: GrowthApp): Promise<void>;
  /** One more line of the report, about the large one. */
  note?(app: GrowthApp): Promise<string>;
};

type Options = { rounds: number; requests: number; limits: Record<string, number | string> };

const PARALLEL = 4;

/**
 * Measures CPU per request, of the application and its database, on a small and on a large database, in alternating rounds.
 * Prints a line per row. Answers false when a ratio exceeds its limit.
 */
export async function compareGrowth(growth: Growth, { rounds, requests, limits }: Options): Promise<boolean> {
  const apps = { small: await open(await growth.env?.()), large: await open(await growth.env?.()) };
  try {
    for (const app of Object.values(apps)) await growth.prepare?.(app);
    await growth.grow(apps.large);
    const costs = growth.rows.map((row) => ({ ...row, small: [] as number[], large: [] as number[] }));
    for (let round = 0; round <= rounds; round += 1)
      for (const row of costs)
        for (const size of ['small', 'large'] as const) {
          const app = apps[size];
          const cpu = async () => (await cpuMs(app.pid)) + (await app.databaseCpuMs());
          const before = await cpu();
          const count = requests * row.share;
          await load(count, PARALLEL, (turn) => row.request(app, turn));
          // The first round warms up.
          if (round > 0) row[size].push(((await cpu()) - before) / count);
        }
    const within = costs.map(({ name, small, large }) => report(name, small, large, limits[name]));
    if (growth.note) process.stdout.write(`${await growth.note(apps.large)}\n`);
    return within.every(Boolean);
  } finally {
    for (const app of Object.values(apps)) await app.close();
  }
}

function report(name: string, small: number[], large: number[], limit: number | string | undefined): boolean {
  const ratio = median(large.map((cost, round) => cost / small[round]!));
  const over = typeof limit === 'number' && ratio > limit;
  const figures = `${median(small).toFixed(2).padStart(6)} → ${median(large).toFixed(2).padStart(6)} ms`;
  const bound = typeof limit === 'number' ? `, at most ${limit}` : '';
  process.stdout.write(`${name.padEnd(20)} ${figures}  ${ratio.toFixed(2)} times${bound}${over ? '  OVER' : ''}\n`);
  return !over;
}

async function open(env: Record<string, string> = {}) {
  const app = await startApp(env);
  await until(async () => (await get(`${app.url}/api/offers`)).toString().includes('"available":true'), {
    what: 'plans are checked',
  });
  return { ...app, databaseUrl: app.env['DATABASE_URL']! };
}
