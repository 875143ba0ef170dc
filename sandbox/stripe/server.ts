import { Hono } from 'hono';
import * as z from 'zod';
import { createControl, defineVerb } from '../kit/control.ts';
import { serve, type Running, type SandboxEnv } from '../kit/serve.ts';
import { defineAccount, PAYMENT_METHODS } from './account.ts';
import { DISPUTE_STATUSES, moveDispute, openDispute, raiseFraudWarning } from './disputes.ts';
import { createEmit, NOBODY } from './events.ts';
import { now } from './ids.ts';
import { paymentPages } from './page/routes.ts';
import { createRefund, failRefund, settleDue } from './refunds.ts';
import { CALLS, defineRoutes } from './routes.ts';
import { expireDue, present } from './sessions/actions.ts';
import { openStore } from './store.ts';
import { createWebhooks } from './webhooks.ts';
import { answerNotBuilt, createApi } from './wire/api.ts';
import type { World } from './world.ts';

/** The interval of the check for expired sessions and due refunds, in milliseconds. */
const TICK_MS = 500;

export interface StripeSandboxOptions {
  /** 0 takes a free port. */
  port: number;
  /** The folder of the ledger, created when missing. */
  dataDir: string;
  /** The only key that the API accepts. It must be a test key. */
  secretKey: string;
  /** Signs the webhooks. */
  webhookSecret: string;
  /** The webhook URL. The control plane can set it later, and the ledger keeps it. */
  webhookUrl?: string;
  /**
   * The seller's name on the payment page when a session has no `branding_settings[display_name]`. Default: "Sandbox".
   */
  merchant?: string;
}

/** Starts the sandbox of Stripe's API. */
export async function start(options: StripeSandboxOptions): Promise<Running> {
  const { port, dataDir, secretKey, webhookSecret, webhookUrl, merchant = 'Sandbox' } = options;
  if (!secretKey.startsWith('sk_test_'))
    throw new Error('The Stripe sandbox takes a secret key that begins with sk_test_.');
  const store = openStore(dataDir);
  const webAddress = z.url({ protocol: /^https?$/ });

  const control = createControl({
    calls: CALLS,
    reset() {
      const endpoint = store.settings.get('webhook');
      store.ledger.clear();
      if (endpoint) store.settings.put(endpoint);
    },
    verbs: {
      webhook: defineVerb(z.strictObject({ url: webAddress }), ({ url }) => webhooks.setEndpoint(url)),
      payment_methods: defineVerb(z.strictObject({ on: z.array(z.enum(PAYMENT_METHODS)) }), ({ on }) =>
        store.methods.put({ id: 'methods', on }),
      ),
      deliver: defineVerb(
        z.union([
          z.strictObject({ event: z.string(), times: z.int().min(1).max(100).default(1) }),
          z.strictObject({ type: z.string(), session: z.string(), times: z.int().min(1).max(100).default(1) }),
        ]),
        async (wanted) => {
          const event = 'event' in wanted ? store.events.get(wanted.event) : eventOf(wanted.type, wanted.session);
          if (!event) throw new Error('there is no such event');
          const deliveries = [];
          for (let n = 0; n < wanted.times; n++) deliveries.push(await webhooks.sendNow(event));
          return deliveries;
        },
      ),
      refund: defineVerb(z.strictObject({ payment_intent: z.string(), amount: z.int().min(1).optional() }), (wanted) =>
        store.ledger.transaction(() => createRefund(world, wanted, NOBODY)),
      ),
      fail_refund: defineVerb(
        z.strictObject({ refund: z.string(), reason: z.string().default('expired_or_canceled_card') }),
        ({ refund, reason }) => failRefund(world, refund, reason),
      ),
      dispute: defineVerb(
        z.strictObject({
          payment_intent: z.string(),
          reason: z.string().default('fraudulent'),
          kind: z.enum(['dispute', 'inquiry']).default('dispute'),
          amount: z.int().min(1).optional(),
        }),
        (wanted) => openDispute(world, wanted),
      ),
      dispute_status: defineVerb(
        z.strictObject({ dispute: z.string(), status: z.enum(DISPUTE_STATUSES), due_by: z.int().optional() }),
        ({ dispute, status, due_by }) => moveDispute(world, dispute, status, due_by),
      ),
      fraud_warning: defineVerb(
        z.strictObject({ payment_intent: z.string(), fraud_type: z.string().default('misc') }),
        ({ payment_intent, fraud_type }) => raiseFraudWarning(world, payment_intent, fraud_type),
      ),
      expire: defineVerb(z.strictObject({ session: z.string() }), ({ session: id }) => {
        const session = store.sessions.get(id);
        if (session?.status !== 'open') throw new Error(`${id} is no open session`);
        store.sessions.put({ ...session, expires_at: now() });
        expireDue(world);
      }),
    },
  });
  const webhooks = createWebhooks({ store, control, secret: webhookSecret });
  const world: World = {
    store,
    control,
    emit: createEmit(store, webhooks.schedule),
    secretKey,
    merchant,
    url: () => running.url,
  };

  /** The last event of a type for a session, its intent, or one of the intent's charges and refunds. */
  function eventOf(type: string, session: string) {
    const intent = store.checkouts.get(session)?.intent ?? null;
    return store.events.list({ type }).findLast(({ data }) => {
      const object = data.object as { id?: string; payment_intent?: unknown; charge?: unknown };
      if (intent === null) return object.id === session;
      const ofCharge = store.charges.list({ payment_intent: intent }).some(({ id }) => id === object.charge);
      return object.id === session || object.id === intent || object.payment_intent === intent || ofCharge;
    });
  }

  const app = new Hono<SandboxEnv>();
  app.use(control.routes);
  app.get('/_sandbox/ledger', (c) =>
    c.json({
      sessions: store.sessions.list().map((session) => present(running.url, session)),
      payment_intents: store.intents.list(),
      charges: store.charges.list(),
      refunds: store.refunds.list(),
      disputes: store.disputes.list(),
      early_fraud_warnings: store.warnings.list(),
      balance_transactions: store.balance.list(),
      events: store.events.list(),
      deliveries: store.deliveries.list(),
    }),
  );
  const api = createApi(world);
  defineRoutes(world, api);
  defineAccount(world, api);
  api.seal();
  app.route('/', api.app);
  app.route('/', paymentPages(world));
  app.notFound(answerNotBuilt);

  const running = await serve(app, port);
  const tick = setInterval(() => {
    expireDue(world);
    settleDue(world);
  }, TICK_MS);
  if (webhookUrl) webhooks.setEndpoint(webhookUrl);
  else webhooks.schedule();

  return {
    url: running.url,
    async close() {
      clearInterval(tick);
      webhooks.close();
      control.close();
      await running.close();
      store.ledger.close();
    },
  };
}
