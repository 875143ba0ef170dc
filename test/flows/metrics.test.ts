import { get as httpGet } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#sandbox/postgres/port.ts';
import { startBuiltShop } from '#test/support/books.ts';
import { scrape, untilMetric, valueOf } from '#test/support/metrics.ts';
import { bought, post, orderRequest } from '#test/support/shop.ts';
import type { World } from '#test/support/world.ts';

let world: World;
let port: number;
let metrics: string;

beforeAll(async () => {
  port = await freePort();
  metrics = `http://127.0.0.1:${port}`;
  world = await startBuiltShop({ METRICS_LISTEN: `127.0.0.1:${port}`, LIMIT_ORDERS_PER_EMAIL: '1' });
});
afterAll(() => world.close());

test('one purchase shows in the metrics: requests by route, vendor calls, jobs, its mail, and the time from payment to eSIM', async () => {
  const before = valueOf(await scrape(metrics), 'store_orders_ended_last_day', { state: 'fulfilled' }) ?? 0;
  const buyer = await bought(world.app);
  await fetch(`${world.app.url}/fr/plans/local/france?utm=1`);
  await fetch(`${world.app.url}/nothing/${buyer.order.id}`);
  await fetch(`${world.app.url}/identity/v1/accounts:${buyer.order.id}?key=cairn-web`, { method: 'POST' });
  await post(world.app, '/api/orders', orderRequest({ email: buyer.email }));
  await untilMetric(metrics, 'store_mails_total', { kind: 'esim-ready', outcome: 'sent' }, (count) => count === 1);
  await untilMetric(
    metrics,
    'store_http_request_duration_seconds_count',
    { route: '/webhooks/stripe', method: 'POST', status: '2xx' },
    (count) => count > 0,
  );

  const samples = await scrape(metrics);
  const requests = (route: string, method: string, status: string) =>
    valueOf(samples, 'store_http_request_duration_seconds_count', { route, method, status });
  expect(requests('/api/orders', 'POST', '2xx')).toBe(1);
  expect(requests('/api/orders/:orderId', 'GET', '2xx')).toBeGreaterThan(0);
  expect(requests('/plans/local/:slug', 'GET', '2xx')).toBe(1);
  expect(requests('other', 'GET', '4xx')).toBe(1);
  expect(requests('/identity/*', 'POST', '4xx')).toBe(1);
  const calls = (vendor: string, operation: string) =>
    valueOf(samples, 'store_vendor_call_duration_seconds_count', { vendor, operation, outcome: 'ok' });
  expect(calls('stripe', 'openPage')).toBe(1);
  expect(calls('airalo', 'placeOrder')).toBe(1);
  expect(calls('smtp', 'send')).toBeGreaterThan(0);
  // Jobs run at least once, and the sweep may have queued this one again. The wholesaler was called once.
  expect(
    valueOf(samples, 'store_job_duration_seconds_count', { task: 'fulfil-line', outcome: 'done' }),
  ).toBeGreaterThan(0);
  expect(valueOf(samples, 'store_pay_to_esim_seconds_count')).toBe(1);
  expect(valueOf(samples, 'store_limit_refusals_total', { limit: 'orders-per-email' })).toBe(1);
  expect(valueOf(samples, 'store_orders_ended_last_day', { state: 'fulfilled' })).toBe(before + 1);
  expect(valueOf(samples, 'store_orders', { state: 'fulfilling' })).toBe(0);
  expect(valueOf(samples, 'store_catalogue_age_seconds', { wholesaler: 'airalo' })).toBeGreaterThan(0);
  expect(valueOf(samples, 'store_database_up')).toBe(1);
});

test('no label contains a value that a caller chose: an id, an address, a path', async () => {
  const labels = (await scrape(metrics)).flatMap(({ labels: { le: _, ...others } }) => Object.values(others));
  expect(labels.filter((label) => label.includes('@') || /[0-9a-f]{8}-[0-9a-f]{4}/.test(label))).toEqual([]);
});

test('a foreign Host header is refused, as is any method but GET', async () => {
  const answer = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    httpGet({ port, path: '/metrics', headers: { host: `store.example:${port}` } }, (response) =>
      readText(response).then((text) => resolve({ status: response.statusCode, text }), reject),
    ).on('error', reject);
  });
  expect(answer).toEqual({ status: 421, text: expect.not.stringContaining('store_') });
  expect((await fetch(`${metrics}/metrics`, { method: 'POST' })).status).toBe(405);
  expect((await fetch(`${world.app.url}/metrics`)).status).toBe(404);
});

test('one profile is taken at a time, of at most one minute', async () => {
  expect((await fetch(`${metrics}/debug/pprof/cpu?seconds=61`)).status).toBe(400);
  const leaving = new AbortController();
  const long = fetch(`${metrics}/debug/pprof/heap?seconds=60`, { signal: leaving.signal }).catch(() => 'left');
  await expect.poll(async () => (await fetch(`${metrics}/debug/pprof/cpu?seconds=0.1`)).status).toBe(409);
  leaving.abort();
  expect(await long).toBe('left');

  await expect
    .poll(() => fetch(`${metrics}/debug/pprof/cpu?seconds=0.1`).then((each) => (each.ok ? each.json() : null)))
    .toMatchObject({ nodes: expect.any(Array), samples: expect.any(Array) });
  const heap = await fetch(`${metrics}/debug/pprof/heap?seconds=0.1`);
  expect(heap.headers.get('content-disposition')).toMatch(/\.heapprofile"$/);
  expect(await heap.json()).toMatchObject({ head: expect.any(Object), samples: expect.any(Array) });
});
