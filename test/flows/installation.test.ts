import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, createServer } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#sandbox/postgres/port.ts';
import { loadConfig } from '#src/config/config.ts';
import { start } from '#src/main.ts';
import { booksOf } from '#test/support/books.ts';
import { capturedLog } from '#test/support/captured-log.ts';
import { realMerchantFile } from '#test/support/merchant.ts';
import { openStream } from '#test/support/order-stream.ts';
import { launchBuilt, spawnBuilt, type SpawnedApp } from '#test/support/process.ts';
import { look, order } from '#test/support/shop.ts';
import { startSurroundings, type Surroundings } from '#test/support/surroundings.ts';
import { control, held, payHosted, until } from '#test/support/wire.ts';

/** Starting and stopping: a start that is not safe is refused with a reason, and a stop leaves no work half done. */

let around: Surroundings;
let app: SpawnedApp | undefined;
beforeAll(async () => {
  around = await startSurroundings();
});
afterAll(async () => {
  await app?.kill();
  await around?.close();
});

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;

/** Starts with these changes and returns the message of the refusal. */
async function refusal(changes: Record<string, string>): Promise<string> {
  const running = await start(loadConfig({ ...around.env, ...changes }), capturedLog().log).catch(
    (error: unknown) => error as Error & { code?: string },
  );
  if (!(running instanceof Error)) {
    await running.stop();
    throw new Error('it started');
  }
  expect(running.code).toBe('startup-error');
  return running.message;
}

describe('a refused start', () => {
  it('lists every fault of the configuration at once and exits with 78', async () => {
    const process = await launchBuilt({ ...around.env, PORT: '0', STRIPE_SECRET_KEY: 'sk_live_abc', MAIL_FROM: '' });
    expect(await process.exited).toBe(78);
    expect(process.output()).toContain('The configuration has 3 faults');
    for (const name of ['PORT', 'STRIPE_SECRET_KEY', 'MAIL_FROM']) expect(process.output()).toContain(`- ${name}: `);
    expect(process.output()).not.toContain('sk_live_abc');
    expect(process.output()).not.toMatch(/^\s+at /m);
  });

  it('a busy port is a clear error, and no process is left running', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const process = await launchBuilt({ ...around.env, PORT: String(port) });
    expect(await process.exited).toBe(78);
    expect(process.output()).toContain(`Port ${port} on 127.0.0.1 is in use`);
    expect(await refusal({ PORT: String(port) })).toContain(`Port ${port} on 127.0.0.1 is in use`);
    await new Promise((resolve) => other.close(resolve));
  });

  it.each<[string, (url: URL) => unknown, string]>([
    ['a wrong password', (url) => (url.password = 'wrong'), 'the password is wrong. Check the user and the password'],
    ['no password', (url) => (url.password = ''), 'it asks for a password. Put one into DATABASE_URL.'],
    ['an unknown database', (url) => (url.pathname = '/none'), 'there is no such database. Create it, or'],
  ])('says in words that the database refuses it, and exits with 78: %s', async (_what, change, says) => {
    const url = new URL(around.env['DATABASE_URL']!);
    change(url);
    const process = await launchBuilt({ ...around.env, DATABASE_URL: url.href });
    expect(await process.exited).toBe(78);
    expect(process.output()).toContain(`\nThe database: ${says}`);
    expect(process.output()).not.toMatch(/^\s+at /m);
  });
});

describe('a database that belongs to another installation', () => {
  beforeAll(async () => {
    const first = await start(loadConfig(around.env), capturedLog().log);
    await first.stop();
  });

  it('with a changed key is refused', async () => {
    expect(await refusal({ CAIRN_SECRET_KEYS: key('test') })).toContain(
      'the key "test" is not the one this database was written with',
    );
  });

  it('without its key is refused', async () => {
    expect(await refusal({ CAIRN_SECRET_KEYS: key('other') })).toContain(
      'was written with the key test, which is not given',
    );
  });

  it('with a new key in front is refused until every process can read it', async () => {
    const both = `${key('newer')},${around.env['CAIRN_SECRET_KEYS']}`;
    expect(await refusal({ CAIRN_SECRET_KEYS: both })).toContain(
      'the key "newer" is new to this database: put it behind the key test',
    );
  });

  it("takes a new key in two steps, while two processes read each other's encrypted values", async () => {
    const old = around.env['CAIRN_SECRET_KEYS']!;
    const added = key('newer');
    const [reading, writing] = [`${old},${added}`, `${added},${old}`];
    const run = async (keys: string) =>
      start(loadConfig({ ...around.env, CAIRN_SECRET_KEYS: keys, PORT: String(await freePort()) }), capturedLog().log);

    const first = await run(reading);
    // Nothing is encrypted with the new key yet, so a process with the old configuration may still start.
    await (await run(old)).stop();
    const second = await run(writing);
    const sealed = second.services.vault.seal('code', 'esim:1');
    expect(sealed).toMatch(/^v1\.newer\./);
    expect(first.services.vault.open(sealed, 'esim:1')).toBe('code');
    expect(second.services.vault.open(first.services.vault.seal('code', 'esim:2'), 'esim:2')).toBe('code');
    await Promise.all([first.stop(), second.stop()]);

    expect(await refusal({})).toContain('was written with the key newer, which is not given');
    around.env['CAIRN_SECRET_KEYS'] = writing;
  });

  it('of another mode is refused in each direction', async () => {
    const live = {
      CAIRN_MODE: 'live',
      NODE_ENV: 'production',
      CAIRN_SANDBOXES: '',
      PUBLIC_URL: 'https://store.example',
      STRIPE_SECRET_KEY: 'sk_live_abc',
      STRIPE_API_URL: '',
      AIRALO_API_URL: '',
      SMTP_URL: 'smtps://mail.store.example',
      GOOGLE_ISSUER: '',
      FACEBOOK_DIALOG_URL: '',
      FACEBOOK_GRAPH_URL: '',
      TWILIO_API_URL: '',
      MERCHANT_FILE: realMerchantFile(),
      LEGAL_REVIEWED: '1',
    };
    expect(await refusal(live)).toContain("was created in sandbox mode and can't be used in live mode");
    await around.database.db.execute(sql`update installation set mode = 'live'`);
    expect(await refusal({})).toContain("was created in live mode and can't be used in sandbox mode");
    await around.database.db.execute(sql`update installation set mode = 'staging'`);
    expect(await refusal(live)).toContain("was created in staging mode and can't be used in live mode");
    await around.database.db.execute(sql`update installation set mode = 'sandbox'`);
  });
});

it('a process is not ready before all that its configuration asks for listens', async () => {
  const [own, administration] = [String(await freePort()), await freePort()];
  const url = `http://127.0.0.1:${own}`;
  const ready = async () => {
    const answer = await fetch(`${url}/readyz`);
    return [answer.status, await answer.json()];
  };
  const env = { ...around.env, PORT: own, ADMIN_LISTEN: `https://127.0.0.1:${administration}` };
  const running = await around.database.db.transaction(async (tx) => {
    // The administration listener waits for its certificate, and the worker starts after it.
    await tx.execute(sql`lock table authorities in access exclusive mode`);
    const launched = await launchBuilt(env);
    await until(async () => (await fetch(`${url}/healthz`)).ok, { what: 'it serves requests' });
    expect.soft(await ready()).toEqual([503, { status: 'starting' }]);
    return launched;
  });
  await until(async () => (await ready())[0] === 200, { what: 'it is ready' }).catch((error: unknown) => {
    throw new Error(running.output(), { cause: error });
  });
  const socket = connect(administration, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
  expect(await running.kill('SIGTERM')).toBe(0);
});

describe('SIGTERM', () => {
  it('drains, ends streams with a retry hint, finishes running jobs and requests, accepts no new ones, and exits with 0', async () => {
    app = await spawnBuilt({
      ...around.env,
      SHUTDOWN_SECONDS: '13',
      DRAIN_SECONDS: '3',
      WHOLESALE_CALL_TIMEOUT_SECONDS: '12',
    });
    const shop = app;
    await until(
      async () =>
        ((await (await fetch(`${shop.url}/api/offers`)).json()) as { offers: { plans: { available: boolean }[] }[] })
          .offers[0]?.plans[0]?.available,
      { what: 'the shop is open' },
    );
    const [buyer, waiting] = [await order(shop), await order(shop)];
    const stream = await openStream(shop, buyer.order.id, { cookie: buyer.cookie });
    await stream.next(() => true);

    // A job during its call to the wholesaler, and a request during its call to the payment vendor.
    await control(around.airalo, { hold: { call: 'orders.create', when: 'before' } });
    await payHosted(buyer.paymentUrl);
    await held(around.airalo, 'orders.create');
    await control(around.stripe, { hold: { call: 'sessions.retrieve', when: 'after' } });
    const request = fetch(`${shop.url}/api/orders/${waiting.order.id}/payment`, {
      method: 'POST',
      headers: { cookie: waiting.cookie, 'content-type': 'application/json' },
      body: '{}',
    });
    await held(around.stripe, 'sessions.retrieve');

    const ended = shop.kill('SIGTERM');
    // /readyz fails, so a load balancer stops using it. Until then it answers, and closes each connection.
    await until(async () => (await fetch(`${shop.url}/readyz`)).status === 503, { what: 'it is not ready' });
    const drained = await fetch(`${shop.url}/api/offers`);
    expect([drained.status, drained.headers.get('connection')]).toEqual([200, 'close']);
    expect(await stream.rest()).toMatch(/retry: 1\d{3}\n\n$/);
    await until(
      () =>
        fetch(`${shop.url}/healthz`).then(
          () => false,
          () => true,
        ),
      { what: 'no new connection is taken' },
    );
    await control(around.stripe, { release: { call: 'sessions.retrieve' } });
    expect(await (await request).json()).toEqual({ paymentUrl: waiting.paymentUrl });
    await control(around.airalo, { release: { call: 'orders.create' } });

    expect(await ended).toBe(0);
    const books = await booksOf({ ...around, db: around.database.db }, buyer.order.id);
    expect(books).toMatchObject({ status: 'fulfilled' });
    expect([books.payments.length, books.wholesale.length, books.esims.length]).toEqual([1, 1, 1]);
    const { rows } = await around.database.db.execute(
      sql`select 1 from graphile_worker._private_jobs where locked_by is not null`,
    );
    expect(rows).toEqual([]);
  });

  it('refuses new connections at once, and answers what a proxy sends on an idle one', async () => {
    app = await spawnBuilt({ ...around.env, TRUSTED_PROXIES: '127.0.0.1' });
    const shop = app;
    const proxy = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = async (agent: Agent) => {
      const [answer] = (await once(get(`${shop.url}/healthz`, { agent }), 'response')) as [IncomingMessage];
      await once(answer.resume(), 'end');
      return [answer.statusCode, answer.headers.connection];
    };
    expect(await ask(proxy)).toEqual([200, 'keep-alive']);
    const ended = shop.kill('SIGTERM');
    await until(
      () =>
        ask(new Agent()).then(
          () => false,
          ({ code }: NodeJS.ErrnoException) => code === 'ECONNREFUSED',
        ),
      { what: 'no new connection is taken' },
    );
    expect(await ask(proxy)).toEqual([200, 'close']);
    expect(await ended).toBe(0);
  });

  it('has a time limit: a job that hangs is cancelled, and the next process runs it again', async () => {
    await control(around.airalo, { hold: { call: 'orders.create', when: 'before' } });
    app = await spawnBuilt({ ...around.env, SHUTDOWN_SECONDS: '3', WHOLESALE_CALL_TIMEOUT_SECONDS: '60' });
    const shop = app;
    const buyer = await order(shop);
    await payHosted(buyer.paymentUrl);
    await held(around.airalo, 'orders.create');
    expect(await shop.kill('SIGTERM')).toBe(0);

    await control(around.airalo, { release: { call: 'orders.create' } });
    app = await spawnBuilt(around.env);
    const next = app;
    await until(async () => (await look(next, buyer)).status === 'fulfilled', { what: 'the next process finishes it' });
    const books = await booksOf({ ...around, db: around.database.db }, buyer.order.id);
    expect([books.payments.length, books.wholesale.length, books.esims.length]).toEqual([1, 1, 1]);
    expect(await next.kill('SIGTERM')).toBe(0);
  });
});
