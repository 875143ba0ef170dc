import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Currency } from '#src/shared/money.ts';
import { storeOf } from '#test/support/process.ts';

/**
 * `node bench/rendering-process.ts CHECKOUT`, forked by bench/pages.ts: renders pages of a built checkout without
 * caches, and answers each message `{ path, count }` with the CPU milliseconds of one rendering.
 */
type Locals = { nonce: string; requestId: string; locale: 'en' };
/** A Response in versions up to 2026-11-22. */
type Page = Response | { status: number };
type Render = (request: Request, locals: Locals) => Promise<Page>;

const root = path.resolve(process.argv[2] ?? '.');
const built = (await import(path.join(storeOf(root), 'build/server/index.js'))) as {
  createPages?: (services: object, options: object) => { render: Render };
  /** The name in versions up to 2026-11-21, which cached pages without a query. */
  createWebHandler?: (services: object, options: object) => Render;
};
const services = { catalogue: await catalogueOf(root), config: { publicUrl: 'http://127.0.0.1' } };
const options = { mode: 'sandbox', identity: { apiKey: 'key', projectId: 'project' }, onError: fail };
const render = built.createPages?.(services, options).render ?? built.createWebHandler!(services, options);

process.on('message', ({ path, count }: { path: string; count: number }) => void measure(path, count));

/** The checkout's own catalogue, on the database of a running shop. Before 2026-11-22 it was a constant. */
async function catalogueOf(checkout: string): Promise<object> {
  const file = (name: string) => path.join(storeOf(checkout), 'src', name);
  if (existsSync(file('modules/catalogue/offers.ts'))) {
    const { OFFERS } = (await import(file('modules/catalogue/offers.ts'))) as { OFFERS: { plans: object[] }[] };
    const offers = OFFERS.map((offer) => ({
      ...offer,
      plans: offer.plans.map((plan) => ({ ...plan, available: true })),
    }));
    return { offers: async () => offers };
  }
  const { openDatabase } = (await import(file('db/database.ts'))) as typeof import('#src/db/database.ts');
  const { createCatalogue } = (await import(
    file('modules/catalogue/catalogue.ts')
  )) as typeof import('#src/modules/catalogue/catalogue.ts');
  const { db } = openDatabase(process.env['DATABASE_URL']!, { max: 2, onError: fail });
  const wholesalers = { all: () => [], find: () => null };
  return createCatalogue({ db, wholesalers, currency: 'USD' as Currency, knownNetworks: () => [] });
}

async function measure(page: string, count: number): Promise<void> {
  const before = process.cpuUsage();
  for (let turn = 0; turn < count; turn += 1) {
    const request = new Request(`http://127.0.0.1${page}?turn=${turn}`);
    const answer = await render(request, { nonce: 'bm9uY2U', requestId: 'request', locale: 'en' });
    if ('arrayBuffer' in answer) await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${page} answered ${answer.status}`);
  }
  const { user, system } = process.cpuUsage(before);
  process.send!((user + system) / 1_000 / count);
}

function fail(error: unknown): void {
  throw error;
}
