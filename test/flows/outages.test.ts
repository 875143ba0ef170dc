import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from '#test/support/accounts.ts';
import { type Relay, startRelay } from '#test/support/relay.ts';
import { order, post } from '#test/support/shop.ts';
import { startBuiltShop } from '#test/support/books.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

let database: TestDatabase;
let relay: Relay;
let world: World;
beforeAll(async () => {
  database = await freshDatabase();
  relay = await startRelay(database.url);
  world = await startBuiltShop({ DATABASE_URL: relay.url, SMTP_URL: 'smtp://127.0.0.1:9' });
});
afterAll(async () => {
  await world?.close();
  await relay?.close();
  await database?.drop();
});

const readiness = async () => {
  const answer = await fetch(`${world.app.url}/readyz`);
  return { status: answer.status, body: (await answer.json()) as unknown, retry: answer.headers.get('retry-after') };
};

describe('PostgreSQL is unreachable', () => {
  it('→ 503 with Retry-After everywhere, and everything works again after recovery', async () => {
    const buyer = await order(world.app);
    const { idToken } = await createAccount(world.app);
    const bearer = { authorization: `Bearer ${idToken}` };
    const { url } = world.app;
    const calls: Record<string, () => Promise<Response>> = {
      home: () => fetch(`${url}/`),
      plan: () => fetch(`${url}/plans/local/france`),
      'page with a query': () => fetch(`${url}/plans?x=1`),
      'order page': () => fetch(`${url}/orders/${buyer.order.id}`, { headers: { cookie: buyer.cookie } }),
      'data of a page': () => fetch(`${url}/plans.data`),
      offers: () => fetch(`${url}/api/offers`),
      order: () => fetch(`${url}/api/orders/${buyer.order.id}`, { headers: { cookie: buyer.cookie } }),
      events: () => fetch(`${url}/api/orders/${buyer.order.id}/events`, { headers: { cookie: buyer.cookie } }),
      account: () => fetch(`${url}/api/account`, { headers: bearer }),
      photo: () => fetch(`${url}/photos/${'0'.repeat(64)}.webp`),
      'mailed link': () => fetch(`${url}/orders/${buyer.order.id}/open?key=x`, { redirect: 'manual' }),
      jwks: () => fetch(`${url}/.well-known/jwks.json`),
      ready: () => fetch(`${url}/readyz`),
      lookup: () => post(world.app, '/identity/v1/accounts:lookup?key=cairn-web', { idToken }),
      token: () =>
        post(world.app, '/identity/v1/token?key=cairn-web', { grant_type: 'refresh_token', refresh_token: 'x' }),
    };
    relay.drop();
    for (const [name, call] of Object.entries(calls)) {
      const answer = await call();
      const text = await answer.text();
      // Cached responses are still served.
      if (['home', 'plan', 'page with a query', 'data of a page', 'offers', 'jwks'].includes(name) && answer.ok)
        continue;
      expect(answer.status, name).toBe(503);
      expect(answer.headers.get('retry-after'), name).toBe('5');
      if (['home', 'plan', 'page with a query', 'order page'].includes(name)) expect(text).toContain('</html>');
      // With a body in the identity API's format, the SDK would sign the user out.
      if (['lookup', 'token'].includes(name)) expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    }
    relay.heal();
    await until(async () => (await readiness()).status === 200, { what: 'the database is back' });
    for (const name of ['home', 'offers', 'order', 'account', 'lookup'])
      expect((await calls[name]!()).status, name).toBe(200);
  });
});

describe('/readyz', () => {
  it('an unreachable vendor is a warning', async () => {
    expect(await readiness()).toEqual({
      status: 200,
      body: { status: 'ready', warnings: ['mail can not be reached'] },
      retry: null,
    });
  });

  it('PostgreSQL reports a full disk → 503', async () => {
    await world.services.db.execute(sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`);
    await world.services.db.execute(sql`create trigger full_disk before insert on accounts execute function refuse()`);
    await expect(createAccount(world.app)).rejects.toThrow();
    expect(await readiness()).toEqual({ status: 503, body: { status: 'disk full' }, retry: '5' });
  });
});
