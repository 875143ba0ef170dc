import { freePort } from '#sandbox/postgres/port.ts';
import { spawnApp } from '#test/support/process.ts';
import { cpuMs, median, productionArgs, type startApp } from '../running-app.ts';
import { getRequest } from './connections.ts';
import { measureServer } from './pages.ts';

/** An answer from memory, and a page that is rendered for each request. */
const PATHS = { json: '/api/catalogue/destinations', checkout: '/checkout/france-3gb' } as const;
const SCRAPES = 50;

type Setting = { app: Awaited<ReturnType<typeof startApp>>; rounds: number; seconds: number };

/** CPU of a request by a process with METRICS_LISTEN, as a multiple of one without, and CPU of one scrape in milliseconds. */
export async function measureWatched({ app, rounds, seconds }: Setting) {
  const address = `127.0.0.1:${await freePort()}`;
  const port = String(await freePort());
  const watched = await spawnApp({ ...app.env, PORT: port, METRICS_LISTEN: address }, undefined, productionArgs());
  try {
    const rows = Object.entries(PATHS).map(([name, path]) => ({
      name,
      request: getRequest(path),
      plain: [] as number[],
      watched: [] as number[],
    }));
    // In turns also within the round; the first one warms up.
    for (let round = 0; round <= rounds; round += 1)
      for (const row of rows) {
        const sides = [
          { server: app, into: row.plain },
          { server: watched, into: row.watched },
        ];
        for (const { server, into } of round % 2 === 0 ? sides : sides.toReversed()) {
          const { ms } = await measureServer(server, row.request, seconds);
          if (round > 0) into.push(ms);
        }
      }
    const before = await cpuMs(watched.pid);
    for (let scrape = 0; scrape < SCRAPES; scrape += 1) await (await fetch(`http://${address}/metrics`)).text();
    return {
      ratios: Object.fromEntries(
        rows.map(({ name, plain, watched: own }) => [name, median(own.map((ms, round) => ms / plain[round]!))]),
      ),
      added: Object.fromEntries(
        rows.map(({ name, plain, watched: own }) => [name, median(own.map((ms, round) => ms - plain[round]!))]),
      ),
      scrapeMs: ((await cpuMs(watched.pid)) - before) / SCRAPES,
    };
  } finally {
    await watched.kill('SIGTERM');
  }
}
