import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EsimView, OrderSummary } from '#src/shared/views.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startBuiltWorld({}, undefined, { withDemo: true });
});
afterAll(() => world.close());

test('owns the two sample eSIMs, 3GB and 5GB, purchased on the day of the start', async () => {
  const saved = JSON.parse(
    await readFile(path.join(world.env['CAIRN_DATA_DIR'] ?? '', 'demo-account.json'), 'utf8'),
  ) as { email: string; password: string };
  const signedIn = await fetch(`${world.app.url}/identity/v1/accounts:signInWithPassword?key=cairn-web`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ returnSecureToken: true, email: saved.email, password: saved.password }),
  });
  const { idToken } = (await signedIn.json()) as { idToken: string };
  const ask = async <T>(what: string) =>
    (await (await fetch(`${world.app.url}${what}`, { headers: { authorization: `Bearer ${idToken}` } })).json()) as T;

  const { esims } = await ask<{ esims: EsimView[] }>('/api/esims');
  expect(esims.map((esim) => ({ data: esim.dataMb / 1024, active: esim.active }))).toEqual([
    { data: 3, active: true },
    { data: 5, active: true },
  ]);
  // The sandbox page shows how to sign in.
  const page = await fetch(`${world.app.url}/_sandbox`, { headers: { accept: 'text/html' } });
  const html = await page.text();
  expect(html).toContain(saved.email);
  expect(html).toContain(saved.password);

  const { orders } = await ask<{ orders: OrderSummary[] }>('/api/orders');
  expect(orders.map((order) => order.line.dataMb / 1024).toSorted()).toEqual([3, 5]);
  // Samples are not sales.
  expect(await world.services.orders.bestSold({ since: new Date(0), limit: 9 })).toEqual([]);
  for (const order of orders) expect(Date.now() - Date.parse(order.createdAt)).toBeLessThan(3_600_000);
});
