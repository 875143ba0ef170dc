import { setTimeout as pause } from 'node:timers/promises';
import { control, until } from '#test/support/wire.ts';
import type { Random } from './random.ts';
import type { ChaosWorld } from './world.ts';

/** What is done to a payment without the application being asked: at the vendor's own desk, or by the card's holder. */
export const VENDOR_ACTS = [
  'full-refund',
  'part-refund',
  'two-halves',
  'dispute-open',
  'dispute-won',
  'dispute-lost',
  'inquiry',
  'warning',
] as const;
export type VendorAct = (typeof VENDOR_ACTS)[number];

/** An act, and how long after the payment it comes: at once it meets the settlement, later the delivery or the eSIM. */
export type PlannedAct = { act: VendorAct; afterMs: number };

export function planAct(random: Random): PlannedAct {
  return {
    act: random.pick(VENDOR_ACTS),
    afterMs: random.chance(0.5) ? random.between(0, 60) : random.between(60, 2_500),
  };
}

/** Carries the act out on the payment of a session. Answers when the vendor has it on its books. */
export async function carryOut(world: ChaosWorld, sessionId: string, { act, afterMs }: PlannedAct): Promise<void> {
  await pause(afterMs);
  const intent = await until(
    async () => (await stripe(world, 'GET', `checkout/sessions/${sessionId}`))['payment_intent'],
    {
      what: 'the session shows its payment',
    },
  );
  const { amount } = await stripe(world, 'GET', `payment_intents/${String(intent)}`);
  const payment_intent = String(intent);
  const refund = (cents: number) =>
    stripe(world, 'POST', 'refunds', { payment_intent, amount: String(cents) }).catch(ignoreRefusal);
  const half = Math.floor(Number(amount) / 2);
  switch (act) {
    case 'full-refund':
      return void (await refund(Number(amount)));
    case 'part-refund':
      return void (await refund(100));
    case 'two-halves':
      await refund(half);
      return void (await refund(Number(amount) - half));
    case 'warning':
      return void (await control(world.stripe, { warning: { payment_intent } }));
    default:
      return dispute(world, payment_intent, act);
  }
}

async function dispute(world: ChaosWorld, payment_intent: string, act: VendorAct): Promise<void> {
  const inquiry = act === 'inquiry';
  try {
    await control(world.stripe, { dispute: { payment_intent, reason: 'fraudulent', ...(inquiry && { inquiry }) } });
    await pause(400);
    if (act === 'dispute-open') return;
    const status = act === 'dispute-won' ? 'won' : act === 'dispute-lost' ? 'lost' : 'warning_closed';
    await control(world.stripe, { dispute: { payment_intent, status } });
  } catch (error) {
    ignoreRefusal(error);
  }
}

/** What we refunded meanwhile can't be refunded or disputed any more: the vendor says so, and that is right. */
function ignoreRefusal(error: unknown): void {
  if (!/refund|charge|dispute/i.test(String(error))) throw error;
}

async function stripe(
  world: ChaosWorld,
  method: 'GET' | 'POST',
  path: string,
  form?: Record<string, string>,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${world.stripe.url}/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${world.env['STRIPE_SECRET_KEY']}` },
    ...(form && { body: new URLSearchParams(form) }),
  });
  const body = (await answer.json()) as Record<string, unknown>;
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(body)}`);
  return body;
}
