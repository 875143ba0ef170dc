import { createHash, randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import * as z from 'zod';
import type { Started } from '../kit/command-line.ts';
import { createControl, defineVerb } from '../kit/control.ts';
import { openLedger, type Ledger } from '../kit/ledger.ts';
import { serve, type SandboxEnv } from '../kit/serve.ts';
import devices from './devices.json' with { type: 'json' };
import { createLimits, limitsVerb } from './limits.ts';
import { createOrders, fullOrder, listedOrder, profilesVerb, readOrder } from './orders.ts';
import { readRefund, type StoredRefund } from './refunds.ts';
import { readTopUp, topUpsFor, vendorTopUp } from './topups.ts';
import { packageVerb, soldPackage, vendorPackages, type PackageChange } from './packages.ts';
import {
  failed,
  fieldsOf,
  invalid,
  notFound,
  page,
  refused,
  success,
  unauthorized,
  vendorTime,
  type Ctx,
} from './wire.ts';

export type AiraloSandboxOptions = { port: number; dataDir: string; clientId: string; clientSecret: string };

const CALLS = [
  'token',
  'packages.list',
  'orders.create',
  'orders.list',
  'orders.get',
  'sims.usage',
  'sims.topups',
  'topups.create',
  'refunds.create',
  'balance',
  'devices.list',
];
/** The lifetime in the vendor's responses, about a year. Its documentation says 24 hours. */
const TOKEN_SECONDS = 31_622_400;
/** The prepaid balance before the first order, in US dollars. */
const FIRST_BALANCE = 100_000;

/** Starts the wholesaler's sandbox: the calls of Airalo's Partner API v2 that Cairn uses. See sandbox/README.md. */
export async function start(options: AiraloSandboxOptions): Promise<Started> {
  const ledger = openLedger(options.dataDir, 'airalo');
  const orders = createOrders(ledger);
  const tokens = createTokens(ledger);
  const paidIn = ledger.collection<{ id: string; amount: number }>('balance');
  /** The prepaid balance: payments in, less the net price of every order. */
  const balance = () => {
    const spent = orders.orders.list().reduce((sum, { order }) => sum + order.net_price * order.quantity, 0);
    return Math.round(((paidIn.get('paid-in')?.amount ?? FIRST_BALANCE) - spent) * 100) / 100;
  };
  const refunds = ledger.collection<StoredRefund>('refunds');
  const isRecycled = (iccid: string) => orders.usage.get(iccid)?.status === 'RECYCLED';
  const limits = createLimits();
  const control = createControl({
    calls: CALLS,
    reset() {
      ledger.clear();
      orders.disarm();
      limits.set(false);
    },
    verbs: {
      package: defineVerb(packageVerb, ({ id, set }) => {
        const changes = ledger.collection<PackageChange>('package_changes');
        if (set === null) changes.delete(id);
        else changes.put({ ...changes.get(id), ...set, id });
        return soldPackage(id, changes.get(id));
      }),
      usage: defineVerb(
        z.strictObject({
          iccid: z.string(),
          set: z.strictObject({
            status: z.enum(['NOT_ACTIVE', 'ACTIVE', 'FINISHED', 'UNKNOWN', 'EXPIRED', 'RECYCLED']).optional(),
            remaining: z.int().min(0).optional(),
            expired_at: z.string().nullable().optional(),
          }),
        }),
        ({ iccid, set }) => {
          if (!orders.bySim(iccid)) throw new Error('no profile has this ICCID');
          return orders.usage.put({ ...orders.usage.get(iccid), ...set, id: iccid });
        },
      ),
      late: defineVerb(z.strictObject({ description: z.string(), package_id: z.string() }), (late) => {
        const made = orders.place({ packageId: late.package_id, quantity: 1, description: late.description });
        if (!made) throw new Error('this package is not on sale');
        return fullOrder(made);
      }),
      profiles: defineVerb(profilesVerb, (verb) => orders.profiles(verb)),
      balance: defineVerb(z.strictObject({ set: z.number() }), ({ set }) => {
        const before = balance();
        const { amount } = paidIn.get('paid-in') ?? { amount: FIRST_BALANCE };
        paidIn.put({ id: 'paid-in', amount: amount + set - before });
        return { balance: balance() };
      }),
      limits: defineVerb(limitsVerb, (value) => limits.set(value)),
      tokens: defineVerb(z.literal('revoke'), () => tokens.revokeAll()),
    },
  });

  const app = new Hono<SandboxEnv>();
  app.use(control.routes);
  app.get('/_sandbox/ledger', (c) => c.json({ orders: orders.orders.list().map(fullOrder), refunds: refunds.list() }));

  app.post(
    '/v2/token',
    limits.of('token'),
    control.guard(
      'token',
      async (c) => {
        const fields = await fieldsOf(c);
        if (fields?.['grant_type'] !== 'client_credentials')
          return invalid(c, { grant_type: 'The selected grant type is invalid.' });
        if (fields['client_id'] !== options.clientId)
          return invalid(c, { client_id: 'The selected client id is invalid.' });
        if (fields['client_secret'] !== options.clientSecret)
          return c.json({ data: [], meta: { message: 'Client authentication failed' } }, 401);
        return success(c, { token_type: 'Bearer', expires_in: TOKEN_SECONDS, access_token: tokens.issue() });
      },
      failed,
    ),
  );

  /** A call with token check, control plane and rate limits. */
  const call = (name: string, handler: (c: Ctx) => Response | Promise<Response>) =>
    [
      limits.of(name),
      control.guard(name, (c) => (tokens.known(c.req.header('authorization')) ? handler(c) : unauthorized(c)), failed),
    ] as const;

  app.get(
    '/v2/packages',
    ...call('packages.list', (c) => {
      const [type, country] = [c.req.query('filter[type]'), c.req.query('filter[country]')];
      return page(c, vendorPackages({ type, country }, orders.packageChange), { perPage: 25, indexed: true });
    }),
  );

  app.post(
    '/v2/orders',
    ...call('orders.create', async (c) => {
      const asked = readOrder(c, (await fieldsOf(c)) ?? {}, orders);
      if (asked instanceof Response) return asked;
      const made = orders.place(asked);
      return made ? success(c, fullOrder(made)) : invalid(c, { package_id: 'The selected package is invalid.' });
    }),
  );

  app.get(
    '/v2/orders',
    ...call('orders.list', (c) => {
      const filter = (name: string) => c.req.query(`filter[${name}]`);
      const [description, iccid, code] = [filter('description')?.toLowerCase(), filter('iccid'), filter('code')];
      const [from, to] = filter('created_at')?.split(' - ') ?? [];
      const found = orders.orders
        .list()
        .filter(({ order }) => description === undefined || order.description?.toLowerCase().includes(description))
        .filter(({ sims }) => iccid === undefined || sims.some((sim) => sim.iccid === iccid))
        .filter(({ order }) => code === undefined || order.code === code)
        .filter(
          ({ order }) =>
            !from || (order.created_at.slice(0, 10) >= from && order.created_at.slice(0, 10) <= (to ?? from)),
        )
        .reverse();
      return page(
        c,
        found.map((each) => listedOrder(each, c.req.query('include') ?? '', true)),
        { perPage: 25 },
      );
    }),
  );

  app.get(
    '/v2/orders/:id',
    ...call('orders.get', (c) => {
      const found = orders.orders.get(c.req.param('id') ?? '');
      return found ? success(c, listedOrder(found, c.req.query('include') ?? '', false)) : notFound(c);
    }),
  );

  app.get(
    '/v2/sims/:iccid/usage',
    ...call('sims.usage', (c) => {
      const iccid = c.req.param('iccid') ?? '';
      const found = orders.bySim(iccid);
      if (!found) return notFound(c);
      const { id: _, ...said } = orders.usage.get(iccid) ?? { id: iccid };
      const total = [found, ...orders.topUpsOf(iccid)].reduce((sum, { amount }) => sum + amount, 0);
      const is_unlimited = found.order.data === 'Unlimited';
      const usage = { remaining: total, total, expired_at: null, is_unlimited, status: 'NOT_ACTIVE', ...said };
      return success(
        c,
        { ...usage, remaining_voice: 0, remaining_text: 0, total_voice: 0, total_text: 0 },
        'api.succes',
      );
    }),
  );

  app.get(
    '/v2/sims/:iccid/topups',
    ...call('sims.topups', (c) => {
      const iccid = c.req.param('iccid') ?? '';
      const found = orders.bySim(iccid);
      if (!found) return notFound(c);
      if (isRecycled(iccid)) return refused(c, 73, 'The eSIM has been recycled.');
      return success(c, topUpsFor(found).map(vendorTopUp));
    }),
  );

  app.post(
    '/v2/orders/topups',
    ...call('topups.create', async (c) => {
      const asked = readTopUp(c, (await fieldsOf(c)) ?? {}, (iccid) => {
        const order = orders.bySim(iccid);
        return order && { order, isRecycled: isRecycled(iccid) };
      });
      return asked instanceof Response ? asked : success(c, fullOrder(orders.topUp(asked)));
    }),
  );

  app.post(
    '/v2/refund',
    ...call('refunds.create', async (c) => {
      const asked = readRefund(c, (await fieldsOf(c)) ?? {}, (iccid) => orders.bySim(iccid) !== undefined);
      if (asked instanceof Response) return asked;
      const id = String(20_000 + ledger.nextNumber('refunds'));
      const created_at = vendorTime(new Date()).slice(0, 16);
      refunds.put({ ...asked, id, created_at });
      return c.json({ data: { refund_id: id, created_at }, meta: { message: 'success' } }, 202);
    }),
  );

  app.get(
    '/v2/balance',
    ...call('balance', (c) =>
      success(c, { balances: { name: 'balance', availableBalance: { amount: balance(), currency: 'USD' } } }),
    ),
  );

  // The vendor sends this response without `meta`.
  app.get('/v2/compatible-devices-lite', ...call('devices.list', (c) => c.json({ data: devices })));

  app.all('*', (c) =>
    c.json({ data: [], meta: { message: `This sandbox does not have ${c.req.method} ${c.req.path}.` } }, 501),
  );

  const running = await serve(app, options.port);
  return {
    url: running.url,
    async close() {
      control.close();
      await running.close();
      ledger.close();
    },
  };
}

/** Access tokens: random, stored as hashes, durable like the vendor's. */
function createTokens(ledger: Ledger) {
  const issued = ledger.collection<{ id: string }>('tokens');
  const hash = (token: string) => createHash('sha256').update(token).digest('hex');
  return {
    issue(): string {
      const token = randomBytes(48).toString('base64url');
      issued.put({ id: hash(token) });
      return token;
    },
    known: (header: string | undefined) =>
      header?.startsWith('Bearer ') === true && issued.get(hash(header.slice(7))) !== undefined,
    revokeAll() {
      for (const { id } of issued.list()) issued.delete(id);
    },
  };
}
