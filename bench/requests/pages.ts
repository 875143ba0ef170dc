import { freePort } from '#sandbox/postgres/port.ts';
import { launchProcess } from '#test/support/process.ts';
import { until } from '#test/support/wire.ts';
import { cpuMs, median, type startApp } from '../running-app.ts';
import { drive, fetchOnce, getRequest } from './connections.ts';
import type { Raw } from './raw.ts';

/** Rows by name. `rendered`: by an application that keeps no public page. */
export const PAGES = {
  json: { path: '/api/catalogue/destinations', rendered: false },
  offers: { path: '/api/offers', rendered: false },
  home: { path: '/', rendered: false },
  destination: { path: '/plans/local/france', rendered: false },
  'rendered-home': { path: '/', rendered: true },
  'rendered-plans': { path: '/plans?q=fra', rendered: true },
} as const;
export type PageName = keyof typeof PAGES;

type App = Awaited<ReturnType<typeof startApp>>;
export type Setting = { app: App; raw: Raw; rounds: number; seconds: number };

/** Medians of the rounds: requests per second and CPU as multiples of raw's, and CPU of one request in milliseconds. */
export type PageRow = { name: PageName; rate: number; cpu: number; ms: number; rawMs: number };

type Round = { perSecond: number; ms: number };

export async function measurePages(names: readonly PageName[], setting: Setting): Promise<PageRow[]> {
  const uncached = names.some((name) => PAGES[name].rendered) ? await startUncached(setting.app) : undefined;
  const rows = names.map((name) => {
    const { path, rendered } = PAGES[name];
    return { name, path, server: rendered ? uncached! : setting.app, own: [] as Round[], raw: [] as Round[] };
  });
  try {
    for (let round = 0; round <= setting.rounds; round += 1)
      for (const row of rows) {
        const request = getRequest(row.path);
        await setting.raw.copy(row.path, await fetchOnce(row.server.url, request));
        const sides = [
          { server: row.server, into: row.own },
          { server: setting.raw, into: row.raw },
        ];
        // In turns also within the round; the first one warms up.
        for (const { server, into } of round % 2 === 0 ? sides : sides.toReversed()) {
          const measured = await measureServer(server, request, setting.seconds);
          if (round > 0) into.push(measured);
        }
      }
  } finally {
    await uncached?.kill();
  }
  return rows.map(({ name, own, raw }) => ({
    name,
    rate: median(own.map(({ perSecond }, round) => perSecond / raw[round]!.perSecond)),
    cpu: median(own.map(({ ms }, round) => ms / raw[round]!.ms)),
    ms: median(own.map(({ ms }) => ms)),
    rawMs: median(raw.map(({ ms }) => ms)),
  }));
}

/** Requests per second of a server, and its CPU for each in milliseconds. */
export async function measureServer(
  { url, pid }: { url: string; pid: number },
  request: Buffer,
  seconds: number,
): Promise<Round> {
  const before = await cpuMs(pid);
  const driven = await drive(url, () => request, { seconds });
  return { perSecond: driven.count / driven.seconds, ms: ((await cpuMs(pid)) - before) / driven.count };
}

/** The application on the database of `app`, without its cache of pages. */
async function startUncached(app: App) {
  const port = String(await freePort());
  const started = launchProcess({ ...app.env, PORT: port }, undefined, [UNCACHED]);
  const url = `http://127.0.0.1:${port}`;
  await until(() => fetchOnce(url, getRequest('/healthz')), { what: 'the application without a cache answers' });
  return { ...started, url };
}

const UNCACHED = 'bench/requests/uncached-app.ts';
