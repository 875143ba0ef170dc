import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#sandbox/postgres/port.ts';
import { INLINE_CELLS, THREAD_CELLS } from '#src/modules/trip/planner.ts';
import { scrape, valueOf } from '#test/support/metrics.ts';
import { until } from '#test/support/wire.ts';
import { worstRequests, type WorstRequest } from '#test/support/worst-requests.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';

/** The worst requests of all public addresses, on the built store: what is counted, never a time. */

/** The largest page: 203 places with their networks. */
const MAX_BYTES = 400_000;
/** A planned trip lists the eSIMs of one order at most, and the places of its form. */
const MAX_TRIP_BYTES = 180_000;

let world: World;
let metrics: string;
beforeAll(async () => {
  const port = await freePort();
  metrics = `http://127.0.0.1:${port}`;
  world = await startBuiltWorld({ METRICS_LISTEN: `127.0.0.1:${port}` });
  await until(async () => (await world.services.catalogue.faults()).length === 0, { what: 'plans are checked' });
});
afterAll(() => world?.close());

function fire({ path, method = 'GET', headers = {}, body }: WorstRequest): Promise<{ status: number; bytes: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; bytes: number }>();
  request(world.app.url + path, { method, headers: { 'accept-encoding': 'identity', ...headers }, agent: false })
    .on('response', async (answer) => resolve({ status: answer.statusCode!, bytes: (await buffer(answer)).length }))
    .on('error', reject)
    .end(body);
  return promise;
}

test('each is answered, without an error of ours, with a bounded number of bytes', async () => {
  const wrong: [string, number, number][] = [];
  for (const each of worstRequests()) {
    const { status, bytes } = await fire(each);
    const most = each.name.startsWith('trip') ? MAX_TRIP_BYTES : MAX_BYTES;
    if (status >= 500 || status === 431 || bytes > most) wrong.push([each.name, status, bytes]);
  }
  expect(wrong).toEqual([]);
});

test('the planner counts at most the cells of its limits, whatever the itinerary', async () => {
  for (const each of worstRequests(1).filter(({ name }) => name.startsWith('trip'))) await fire(each);
  const samples = await scrape(metrics);
  const counted = (where: string, le: number) =>
    samples
      .filter(
        ({ name, labels }) =>
          name === 'store_trip_cells_bucket' && labels['where'] === where && labels['le'] === `${le}`,
      )
      .reduce((sum, { value }) => sum + value, 0);
  const all = (where: string) => valueOf(samples, 'store_trip_cells_count', { where });
  expect(all('inline')).toBe(counted('inline', INLINE_CELLS));
  expect(all('thread')).toBeGreaterThan(4);
  expect(all('thread')).toBe(counted('thread', THREAD_CELLS));
  expect(valueOf(samples, 'store_trip_cells_count', { outcome: 'busy' })).toBeUndefined();
});

test('many large trips at once: some are planned, the others answer 503 with the itinerary', async () => {
  const path = (at: number) => `/plans/trip?stop=france:365&habit=${500 + at}`;
  const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => fire({ name: 'trip', path: path(at) })));
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  const busy = valueOf(await scrape(metrics), 'store_trip_cells_count', { outcome: 'busy' }) ?? 0;
  expect(busy).toBe(answers.filter(({ status }) => status === 503).length);
});
