import { Hono } from 'hono';
import type { Started } from '../kit/command-line.ts';
import { createControl, type Control } from '../kit/control.ts';
import { mountEsimsPage } from '../kit/esims-page.ts';
import { createLiving } from '../kit/lives.ts';
import { serve, type SandboxEnv } from '../kit/serve.ts';
import * as calls from './calls.ts';
import { createLimits, type Limits } from './limits.ts';
import { livesOf } from './lives.ts';
import { createNotifier, ledgerNotice, optedIn, optIn, optOut } from './notifications.ts';
import { fullOrder } from './orders.ts';
import { getUsage } from './usage.ts';
import { verbsOf } from './verbs.ts';
import { failed, unauthorized, type Ctx } from './wire.ts';
import { openWorld, resetWorld, setWebhookUrl, type Credentials, type World } from './world.ts';

export type AiraloSandboxOptions = Credentials & {
  port: number;
  dataDir: string;
  /** Where webhooks go, without the vendor's test: what answers there may start later. */
  webhookUrl?: string;
};

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
  'notifications.opt-in',
  'notifications.get',
  'notifications.opt-out',
  'webhooks.deliver',
];

/** Starts the wholesaler's sandbox: the calls of Airalo's Partner API v2 that Cairn uses. See sandbox/README.md. */
export async function start({ port, dataDir, webhookUrl, ...credentials }: AiraloSandboxOptions): Promise<Started> {
  const world = openWorld(dataDir);
  if (webhookUrl) setWebhookUrl(world, webhookUrl);
  const limits = createLimits();
  const notifier = createNotifier(world, credentials.clientSecret, (when) => control.pass('webhooks.deliver', when));
  const lives = livesOf(world, notifier.schedule);
  const living = createLiving(lives);
  const control = createControl({
    calls: CALLS,
    reset() {
      living.stop();
      resetWorld(world);
      limits.set(false);
    },
    verbs: verbsOf({ world, limits, notifier, lives, living }),
  });

  const app = new Hono<SandboxEnv>();
  app.use(control.routes);
  app.get('/_sandbox/ledger', (c) => c.json(ledgerOf(world)));
  mountEsimsPage(app, { title: 'Sandbox eSIMs of the wholesaler', lives, living });
  mountCalls(app, world, { credentials, control, limits });
  app.all('*', (c) =>
    c.json({ data: [], meta: { message: `This sandbox does not have ${c.req.method} ${c.req.path}.` } }, 501),
  );

  const running = await serve(app, port);
  notifier.schedule();
  return {
    url: running.url,
    async close() {
      control.close();
      living.stop();
      notifier.close();
      await running.close();
      world.ledger.close();
    },
  };
}

/** Everything that the wholesaler has, with the vendor's field names. */
const ledgerOf = ({ orders, refunds, notices }: World) => ({
  // The vendor's order of a top-up does not name its profile.
  orders: orders.orders.list().map((each) => ({ ...fullOrder(each), ...(each.addedTo && { iccid: each.addedTo }) })),
  refunds: refunds.list(),
  notifications: notices.list().map(ledgerNotice),
});

/** The vendor's calls, each with the control plane and the rate limits; all but the first ask for a token. */
function mountCalls(
  app: Hono<SandboxEnv>,
  world: World,
  parts: { credentials: Credentials; control: Control; limits: Limits },
): void {
  const { credentials, control, limits } = parts;
  type Handler = (c: Ctx, world: World) => Response | Promise<Response>;
  const limited = (name: string, handler: Handler) =>
    control.guard(name, (c: Ctx) => limits.refusal(c, name) ?? handler(c, world), failed);
  app.post(
    '/v2/token',
    limited('token', (c) => calls.createToken(c, world, credentials)),
  );

  const call = (name: string, handler: Handler) =>
    limited(name, (c) => (world.tokens.known(c.req.header('authorization')) ? handler(c, world) : unauthorized(c)));
  app.get('/v2/packages', call('packages.list', calls.listPackages));
  app.post('/v2/orders', call('orders.create', calls.createOrder));
  app.get('/v2/orders', call('orders.list', calls.listOrders));
  app.get('/v2/orders/:id', call('orders.get', calls.getOrder));
  app.get('/v2/sims/:iccid/usage', call('sims.usage', getUsage));
  app.get('/v2/sims/:iccid/topups', call('sims.topups', calls.listTopUps));
  app.post('/v2/orders/topups', call('topups.create', calls.createTopUp));
  app.post('/v2/refund', call('refunds.create', calls.createRefund));
  app.get('/v2/balance', call('balance', calls.getBalance));
  app.get('/v2/compatible-devices-lite', call('devices.list', calls.listDevices));
  app.post('/v2/notifications/opt-in', call('notifications.opt-in', optIn));
  app.get('/v2/notifications/opt-in', call('notifications.get', optedIn));
  app.post('/v2/notifications/opt-out', call('notifications.opt-out', optOut));
}
