import { Hono } from 'hono';
import type { Started } from '../kit/command-line.ts';
import { createControl, type Control } from '../kit/control.ts';
import { mountEsimsPage } from '../kit/esims-page.ts';
import { createLiving } from '../kit/lives.ts';
import { serve, type SandboxEnv } from '../kit/serve.ts';
import { createAllocator, type Allocator } from './allocation.ts';
import { CALLS, type Call } from './calls.ts';
import { createLimits, type Limits } from './limits.ts';
import { livesOf } from './lives.ts';
import { createSender, ledgerNotification, type Sender } from './notifications.ts';
import { ledgerOrder } from './orders.ts';
import { vendorProfile } from './profiles.ts';
import { checkHeaders, type Credentials } from './signature.ts';
import { verbsOf } from './verbs.ts';
import { failed, fieldsIn, Refusal, refused, type Ctx } from './wire.ts';
import { balanceOf, openWorld, resetWorld, setWebhookUrl, webhookUrlOf, type World } from './world.ts';

export type EsimAccessSandboxOptions = Credentials & {
  port: number;
  dataDir: string;
  /** Where notifications go, without the vendor's test: what answers there may start later. */
  webhookUrl?: string;
};

type Parts = { credentials: Credentials; control: Control; limits: Limits; allocator: Allocator; sender: Sender };

/** Starts the sandbox of the wholesaler eSIM Access: the calls of its API that Cairn uses. See sandbox/README.md. */
export async function start({ port, dataDir, webhookUrl, ...credentials }: EsimAccessSandboxOptions): Promise<Started> {
  const world = openWorld(dataDir);
  if (webhookUrl) setWebhookUrl(world, webhookUrl);
  const limits = createLimits();
  const sender = createSender(world, (when) => control.pass('webhooks.deliver', when));
  const allocator = createAllocator(world, sender.schedule);
  const lives = livesOf(world, sender.schedule);
  const living = createLiving(lives);
  const control = createControl({
    calls: [...Object.keys(CALLS), 'webhooks.deliver'],
    reset() {
      living.stop();
      resetWorld(world);
      limits.set(false);
    },
    verbs: verbsOf({ world, limits, allocator, sender, lives, living }),
  });

  const app = new Hono<SandboxEnv>();
  app.use(control.routes);
  app.get('/_sandbox/ledger', (c) => c.json(ledgerOf(world)));
  mountEsimsPage(app, { title: 'Sandbox eSIMs of the second wholesaler', lives, living });
  mountCalls(app, world, { credentials, control, limits, allocator, sender });
  app.all('*', (c) => c.json(refused('000001', `This sandbox does not have ${c.req.method} ${c.req.path}.`), 501));

  const running = await serve(app, port);
  allocator.turn();
  sender.schedule();
  return {
    url: running.url,
    async close() {
      control.close();
      living.stop();
      allocator.close();
      sender.close();
      await running.close();
      world.ledger.close();
    },
  };
}

/** The vendor's calls. A failure of the control plane acts like a proxy before them: it needs no access code. */
function mountCalls(app: Hono<SandboxEnv>, world: World, parts: Parts): void {
  for (const [name, { path, run }] of Object.entries(CALLS)) {
    app.post(
      `/api/v1/open/${path}`,
      parts.control.guard(name, (c) => answer(c, world, run, parts), failed),
    );
    app.all(`/api/v1/open/${path}`, (c) => c.json(refused('000103')));
  }
}

/** Answers a call: a refusal is HTTP 200 with the vendor's code. What the call notifies of is sent after it. */
async function answer(c: Ctx, world: World, run: Call, parts: Parts): Promise<Response> {
  const { credentials, limits, allocator, sender } = parts;
  const body = await c.req.text();
  try {
    checkHeaders(c, body, credentials);
    const busy = limits.refusal();
    if (busy !== undefined) return c.json(refused('900001'), busy as 200);
    allocator.turn();
    const answered = await run(world, fieldsIn(body), sender);
    allocator.turn();
    sender.schedule();
    return c.json(answered);
  } catch (error) {
    if (error instanceof Refusal) return c.json(refused(error.errorCode, error.message));
    throw error;
  }
}

/** Everything that the wholesaler has, with the vendor's field names. */
function ledgerOf(world: World) {
  const profiles = Map.groupBy(world.profiles.list(), ({ orderNo }) => orderNo);
  return {
    orders: world.orders.list().map((order) => ({
      ...ledgerOrder(order),
      esimList: (profiles.get(order.id) ?? []).map(vendorProfile),
    })),
    topups: world.topUps.list().map(({ id, ...topUp }) => ({ topUpEsimTranNo: id, ...topUp })),
    balance: balanceOf(world),
    webhook: webhookUrlOf(world),
    notifications: world.notifications.list().map(ledgerNotification),
  };
}
