import type Stripe from 'stripe';
import * as z from 'zod';
import { defineVerb, type Verb } from '../kit/control.ts';
import { PAYMENT_METHODS } from './account.ts';
import { deleteCustomer, findCustomer, renewCard } from './customers.ts';
import { DISPUTE_STATUSES, moveDispute, openDispute, raiseFraudWarning } from './disputes.ts';
import { NOBODY } from './events.ts';
import { now } from './ids.ts';
import { createRefund, failRefund } from './refunds.ts';
import { expireDue } from './sessions/actions.ts';
import type { Delivery, Store } from './store.ts';
import type { Webhooks } from './webhooks.ts';
import type { World } from './world.ts';

const times = z.int().min(1).max(100).default(1);
const deliverVerb = z.union([
  z.strictObject({ event: z.string(), times }),
  z.strictObject({ type: z.string(), session: z.string(), times }),
]);
const disputeVerb = z.strictObject({
  payment_intent: z.string(),
  reason: z.string().default('fraudulent'),
  kind: z.enum(['dispute', 'inquiry']).default('dispute'),
  amount: z.int().min(1).optional(),
});
const disputeStatusVerb = z.strictObject({
  dispute: z.string(),
  status: z.enum(DISPUTE_STATUSES),
  due_by: z.int().optional(),
});

/** The parts that the verbs act on: a function, because they are created after the control plane. */
type Parts = () => { world: World; webhooks: Webhooks };

/** What the control plane can do at Stripe. */
export function verbsOf(parts: Parts): Record<string, Verb> {
  return {
    webhook: defineVerb(z.strictObject({ url: z.url({ protocol: /^https?$/ }) }), ({ url }) =>
      parts().webhooks.setEndpoint(url),
    ),
    payment_methods: defineVerb(z.strictObject({ on: z.array(z.enum(PAYMENT_METHODS)) }), ({ on }) =>
      parts().world.store.methods.put({ id: 'methods', on }),
    ),
    deliver: defineVerb(deliverVerb, (wanted) => deliver(parts(), wanted)),
    refund: defineVerb(z.strictObject({ payment_intent: z.string(), amount: z.int().min(1).optional() }), (wanted) => {
      const { world } = parts();
      return world.store.ledger.transaction(() => createRefund(world, wanted, NOBODY));
    }),
    fail_refund: defineVerb(
      z.strictObject({ refund: z.string(), reason: z.string().default('expired_or_canceled_card') }),
      ({ refund, reason }) => failRefund(parts().world, refund, reason),
    ),
    dispute: defineVerb(disputeVerb, (wanted) => openDispute(parts().world, wanted)),
    dispute_status: defineVerb(disputeStatusVerb, ({ dispute, status, due_by }) =>
      moveDispute(parts().world, dispute, status, due_by),
    ),
    fraud_warning: defineVerb(
      z.strictObject({ payment_intent: z.string(), fraud_type: z.string().default('misc') }),
      ({ payment_intent, fraud_type }) => raiseFraudWarning(parts().world, payment_intent, fraud_type),
    ),
    delete_customer: defineVerb(z.strictObject({ customer: z.string() }), ({ customer }) =>
      inDashboard(parts(), (world) => deleteCustomer(world, findCustomer(world, customer), NOBODY)),
    ),
    renew_card: defineVerb(
      z.strictObject({ payment_method: z.string(), exp_month: z.int().min(1).max(12), exp_year: z.int() }),
      (wanted) => renewCard(parts().world, wanted),
    ),
    expire: defineVerb(z.strictObject({ session: z.string() }), ({ session }) => expire(parts().world, session)),
  };
}

/** What somebody does in the vendor's dashboard. */
const inDashboard = <T>({ world }: ReturnType<Parts>, act: (world: World) => T): T =>
  world.store.ledger.transaction(() => act(world));

/** Sends an event again, some times. */
async function deliver(
  { world: { store }, webhooks }: ReturnType<Parts>,
  wanted: z.output<typeof deliverVerb>,
): Promise<(Delivery | undefined)[]> {
  const event = 'event' in wanted ? store.events.get(wanted.event) : eventOf(store, wanted.type, wanted.session);
  if (!event) throw new Error('there is no such event');
  const deliveries = [];
  for (let n = 0; n < wanted.times; n++) deliveries.push(await webhooks.sendNow(event));
  return deliveries;
}

/** The last event of a type for a session, its intent, or one of the intent's charges and refunds. */
function eventOf(store: Store, type: string, session: string): Stripe.Event | undefined {
  const intent = store.checkouts.get(session)?.intent ?? null;
  return store.events.list({ type }).findLast(({ data }) => {
    const object = data.object as { id?: string; payment_intent?: unknown; charge?: unknown };
    if (intent === null) return object.id === session;
    const ofCharge = store.charges.list({ payment_intent: intent }).some(({ id }) => id === object.charge);
    return object.id === session || object.id === intent || object.payment_intent === intent || ofCharge;
  });
}

function expire(world: World, id: string): void {
  const { store } = world;
  const session = store.sessions.get(id);
  if (session?.status !== 'open') throw new Error(`${id} is no open session`);
  store.sessions.put({ ...session, expires_at: now() });
  expireDue(world);
}
