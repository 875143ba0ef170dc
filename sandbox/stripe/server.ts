import { Hono } from 'hono';
import { createControl } from '../kit/control.ts';
import { serve, type Running, type SandboxEnv } from '../kit/serve.ts';
import { defineAccount } from './account.ts';
import { defineCustomers } from './customer-routes.ts';
import { createEmit } from './events.ts';
import { paymentPages } from './page/routes.ts';
import { settleDue } from './refunds.ts';
import { CALLS, defineRoutes } from './routes.ts';
import { expireDue, present } from './sessions/actions.ts';
import { openStore } from './store.ts';
import { verbsOf } from './verbs.ts';
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

  const control = createControl({
    calls: CALLS,
    reset() {
      const endpoint = store.settings.get('webhook');
      store.ledger.clear();
      if (endpoint) store.settings.put(endpoint);
    },
    verbs: verbsOf(() => ({ world, webhooks })),
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

  const app = new Hono<SandboxEnv>();
  app.use(control.routes);
  app.get('/_sandbox/ledger', (c) => c.json(ledgerOf(world)));
  const api = createApi(world);
  defineRoutes(world, api);
  defineAccount(world, api);
  defineCustomers(world, api);
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

/** Every object of the ledger that a test may ask about. */
function ledgerOf({ store, url }: World) {
  return {
    sessions: store.sessions.list().map((session) => present(url(), session)),
    payment_intents: store.intents.list(),
    setup_intents: store.setups.list(),
    customers: store.customers.list(),
    payment_methods: store.paymentMethods.list(),
    charges: store.charges.list(),
    refunds: store.refunds.list(),
    disputes: store.disputes.list(),
    early_fraud_warnings: store.warnings.list(),
    balance_transactions: store.balance.list(),
    events: store.events.list(),
    deliveries: store.deliveries.list(),
  };
}
