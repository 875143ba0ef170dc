import { channel } from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { Queryable } from '../db/database.ts';
import type { Standing } from '../shared/standing.ts';
import { createMetrics } from './metrics.ts';
import type { Reporting } from '../db/reporting.ts';
import { createReadings } from './readings.ts';
import { watchRequests } from './requests.ts';
import { createTelemetry } from './telemetry.ts';
import { outcomeOf, outcomeOfError, reported } from './vendor-calls.ts';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

describe('a vendor call', () => {
  test.each([
    [{ sessionId: 'cs_1' }, 'ok'],
    [undefined, 'ok'],
    [{ kind: 'done' }, 'ok'],
    [{ kind: 'made' }, 'ok'],
    [{ kind: 'disputed', fault: 'charge_disputed' }, 'refused'],
    [{ kind: 'refused', fault: 'expired_card' }, 'refused'],
    [{ kind: 'refused', code: 'out-of-stock' }, 'refused'],
    [{ kind: 'refused', code: 'unreachable' }, 'failed'],
    [{ kind: 'refused', code: 'unauthorized' }, 'failed'],
    [{ kind: 'unknown', fault: 'timeout' }, 'failed'],
  ])('that answers %o counts as %s', (answer, outcome) => {
    expect(outcomeOf(answer)).toBe(outcome);
  });

  test.each([
    ['mail-refused', 'refused'],
    ['mail-temporary', 'failed'],
    ['payment-unavailable', 'failed'],
    ['not-found', 'refused'],
    ['ECONNREFUSED', 'failed'],
  ])('that throws %s counts as %s', (code, outcome) => {
    expect(outcomeOfError(withCode(code))).toBe(outcome);
  });

  test('keeps its result, its error and its `this`; a function without a call is not wrapped', async () => {
    const metrics = createMetrics();
    const adapter = {
      own: 'cs_1',
      async session(id: string) {
        return `${id} ${this.own}`;
      },
      async refund(): Promise<never> {
        throw withCode('payment-refused');
      },
      verify: () => 'now',
      charges: { charge: async () => 'paid' },
    };
    const calls = reported(adapter, 'stripe', createTelemetry(metrics), { local: ['verify'] });
    expect(await calls.session('a')).toBe('a cs_1');
    await expect(calls.refund()).rejects.toMatchObject({ code: 'payment-refused' });
    expect(calls.verify()).toBe('now');
    expect(await calls.charges.charge()).toBe('paid');
    const text = await metrics.registry.metrics();
    expect(text).toContain(
      'store_vendor_call_duration_seconds_count{vendor="stripe",operation="session",outcome="ok"} 1',
    );
    expect(text).toContain('{vendor="stripe",operation="refund",outcome="refused"} 1');
    expect(text).toContain('{vendor="stripe",operation="charge",outcome="ok"} 1');
    expect(text).not.toContain('verify');
  });
});

describe('readings', () => {
  const one = (state: string, oldestSeconds: number): Standing[] => [{ state, count: 2, oldestSeconds }];
  const nothing = async () => [];
  /** Modules whose order query is `open`. */
  const portsWith = (open: (db: Queryable) => Promise<Standing[]>) => ({
    orders: { standing: { open, ended: nothing, replacements: nothing } },
    payments: { standing: { events: nothing, refunds: nothing, disputes: nothing } },
    autoTopUps: { standing: { states: nothing } },
    rights: { standing: { requests: nothing, overdue: nothing } },
    withdrawals: { standing: { open: nothing } },
    esims: { standing: { overdue: nothing } },
    fulfilment: {
      wholesalers: { find: () => null },
      standing: {
        wholesale: async () => [{ wholesaler: 'one', ...one('held', 8)[0]! }],
        breakers: async () => [
          { wholesaler: 'one', state: 'open' as const },
          { wholesaler: 'two', state: 'closed' as const },
          { wholesaler: 'three', state: 'half_open' as const },
        ],
      },
    },
    notifications: { standing: { unsent: nothing } },
    reconciliation: {
      standing: {
        lastRun: async () => ({ seconds: 60 }),
        balances: async () => [
          { wholesaler: 'one', cents: 12_345, currency: 'USD', seconds: 30 },
          { wholesaler: 'two', cents: null, currency: null, seconds: 40 },
        ],
        booksRead: async () => [{ wholesaler: 'one', seconds: 50 }],
        differences: nothing,
      },
    },
    installation: { secondsSinceBackup: async () => 90 },
    catalogue: { standing: { secondsSinceLists: nothing, unsellablePlans: nothing } },
  });
  const db = { execute: async () => ({ rows: [] }) } as unknown as Queryable;
  const reporting: Pick<Reporting, 'read'> = { read: (work) => work(db) };
  const read = async (metrics: ReturnType<typeof createMetrics>) =>
    (await metrics.registry.metrics())
      .split('\n')
      .filter((line) => /^store_(orders|database|wholesale|backup)/.test(line));

  test('are shared by concurrent calls', async () => {
    const events = new EventEmitter();
    let reads = 0;
    const metrics = createMetrics();
    const readings = createReadings(
      metrics,
      portsWith(async () => {
        reads += 1;
        await new Promise((resolve) => events.once('go', resolve));
        return one('paid', 7);
      }),
      { reporting, lowBalance: 200 },
    );
    const both = [readings.read(), readings.read()];
    events.emit('go');
    await Promise.all(both);
    expect(reads).toBe(1);
    expect(await read(metrics)).toEqual(
      expect.arrayContaining([
        'store_orders{state="paid"} 2',
        'store_orders{state="disputed"} 0',
        'store_orders_oldest_seconds{state="paid"} 7',
        'store_wholesale_balance_dollars{wholesaler="one",currency="USD"} 123.45',
        'store_wholesale_balance_age_seconds{wholesaler="two"} 40',
        'store_wholesale_books_age_seconds{wholesaler="one"} 50',
        'store_wholesaler_breaker_state{wholesaler="one"} 2',
        'store_wholesaler_breaker_state{wholesaler="two"} 0',
        'store_wholesaler_breaker_state{wholesaler="three"} 1',
        'store_wholesale_orders{wholesaler="one",state="held"} 2',
        'store_wholesale_orders_oldest_seconds{wholesaler="one",state="held"} 8',
        'store_backup_age_seconds 90',
        'store_wholesale_balance_low_dollars 200',
        'store_database_up 1',
      ]),
    );
  });

  test('have no value after a failure, and report it', async () => {
    let fails = false;
    const metrics = createMetrics();
    const readings = createReadings(
      metrics,
      portsWith(async () => {
        if (fails) throw new Error('the database is away');
        return one('paid', 7);
      }),
      { reporting, lowBalance: 200 },
    );
    await readings.read();
    fails = true;
    await readings.read();
    const lines = await read(metrics);
    expect(lines).toContain('store_database_up 0');
    expect(lines.filter((line) => line.startsWith('store_orders'))).toEqual([]);
  });
});

describe('requests', () => {
  const servers: Server[] = [];
  afterEach(() => servers.splice(0).forEach((server) => server.close()));

  async function listen(): Promise<{ server: Server; url: string }> {
    const server = createServer((request, response) => {
      response.statusCode = request.url === '/no' ? 404 : 200;
      response.end();
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }

  test('are counted for one server only, by route, method and class of the status', async () => {
    const [own, other] = [await listen(), await listen()];
    const seen: object[] = [];
    const asked: string[] = [];
    const watched = watchRequests(own.server, { request: (labels) => seen.push(labels) }, (method, path) => {
      asked.push(`${method} ${path}`);
      return path === '/stream' ? '/orders/:id/events' : '/:any';
    });
    await fetch(`${other.url}/x`);
    await fetch(`${own.url}/x?secret=1`);
    await fetch(`${own.url}/x`);
    await fetch(`${own.url}/no`, { method: 'PROPFIND' });
    await fetch(`${own.url}/stream`);
    await expect.poll(() => asked).toEqual(['GET /x', 'OTHER /no', 'GET /stream']);
    expect(seen).toEqual([
      { route: '/:any', method: 'GET', status: '2xx' },
      { route: '/:any', method: 'GET', status: '2xx' },
      { route: '/:any', method: 'OTHER', status: '4xx' },
    ]);
    watched.stop();
    await fetch(`${own.url}/x`);
    expect(seen).toHaveLength(3);
  });

  test('keep the routes of a bounded number of paths', () => {
    const server = {};
    let asked = 0;
    const watched = watchRequests(server, { request: () => undefined }, () => `/${(asked += 1)}`);
    const visit = (url: string) => {
      const message = { server, request: { method: 'GET', url }, response: { statusCode: 200 } };
      for (const event of ['request.start', 'response.finish']) channel(`http.server.${event}`).publish(message);
    };
    for (let n = 0; n < 2_000; n += 1) visit(`/${n}`);
    visit('/0');
    expect(asked).toBe(2_000);
    visit('/2000');
    visit('/0');
    expect(asked).toBe(2_002);
    watched.stop();
  });
});
