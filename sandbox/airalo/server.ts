import { Hono } from 'hono';
import type { Started } from '../kit/command-line.ts';
import { createControl, type Control } from '../kit/control.ts';
import { serve, type SandboxEnv } from '../kit/serve.ts';
import * as calls from './calls.ts';
import { createLimits } from './limits.ts';
import { fullOrder } from './orders.ts';
import { verbsOf } from './verbs.ts';
import { failed, unauthorized, type Ctx } from './wire.ts';
import { openWorld, type Credentials, type World } from './world.ts';

export type AiraloSandboxOptions = Credentials & { port: number; dataDir: string };

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

/** Starts the wholesaler's sandbox: the calls of Airalo's Partner API v2 that Cairn uses. See sandbox/README.md. */
export async function start({ port, dataDir, ...credentials }: AiraloSandboxOptions): Promise<Started> {
  const world = openWorld(dataDir);
  const { ledger, orders, refunds } = world;
  const limits = createLimits();
  const control = createControl({
    calls: CALLS,
    reset() {
      ledger.clear();
      orders.disarm();
      limits.set(false);
    },
    verbs: verbsOf(world, limits),
  });

  const app = new Hono<SandboxEnv>();
  app.use(control.routes);
  app.get('/_sandbox/ledger', (c) => c.json({ orders: orders.orders.list().map(fullOrder), refunds: refunds.list() }));
  mountCalls(app, world, { credentials, control, limits });
  app.all('*', (c) =>
    c.json({ data: [], meta: { message: `This sandbox does not have ${c.req.method} ${c.req.path}.` } }, 501),
  );

  const running = await serve(app, port);
  return {
    url: running.url,
    async close() {
      control.close();
      await running.close();
      ledger.close();
    },
  };
}

/** The vendor's calls, each with the rate limits and the control plane; all but the first ask for a token. */
function mountCalls(
  app: Hono<SandboxEnv>,
  world: World,
  parts: { credentials: Credentials; control: Control; limits: ReturnType<typeof createLimits> },
): void {
  const { credentials, control, limits } = parts;
  app.post(
    '/v2/token',
    limits.of('token'),
    control.guard('token', (c) => calls.createToken(c, world, credentials), failed),
  );

  const call = (name: string, handler: (c: Ctx, world: World) => Response | Promise<Response>) => {
    const checked = (c: Ctx) =>
      world.tokens.known(c.req.header('authorization')) ? handler(c, world) : unauthorized(c);
    return [limits.of(name), control.guard(name, checked, failed)] as const;
  };
  app.get('/v2/packages', ...call('packages.list', calls.listPackages));
  app.post('/v2/orders', ...call('orders.create', calls.createOrder));
  app.get('/v2/orders', ...call('orders.list', calls.listOrders));
  app.get('/v2/orders/:id', ...call('orders.get', calls.getOrder));
  app.get('/v2/sims/:iccid/usage', ...call('sims.usage', calls.getUsage));
  app.get('/v2/sims/:iccid/topups', ...call('sims.topups', calls.listTopUps));
  app.post('/v2/orders/topups', ...call('topups.create', calls.createTopUp));
  app.post('/v2/refund', ...call('refunds.create', calls.createRefund));
  app.get('/v2/balance', ...call('balance', calls.getBalance));
  app.get('/v2/compatible-devices-lite', ...call('devices.list', calls.listDevices));
}
