import { setTimeout as pause } from 'node:timers/promises';
import { control, until } from '#test/support/wire.ts';
import type { Random } from './random.ts';
import type { ChaosWorld } from './world.ts';

/** Actions on a payment outside the application: in the vendor's dashboard, or by the card's holder. */
export const VENDOR_ACTS = [
  'full-refund',
  'part-refund',
  'two-halves',
  'line-refund',
  'every-line-refund',
  'odd-refund',
  'dispute-open',
  'dispute-won',
  'dispute-lost',
  'inquiry',
  'warning',
] as const;
export type VendorAct = (typeof VENDOR_ACTS)[number];

/**
 * An action and its delay after the payment. An early one meets the settlement, a later one the delivery or the eSIM.
 */
export type PlannedAct = {
  act: VendorAct;
  afterMs: number;
  /** From 0 (inclusive) to 1 (exclusive): which line, or which part of the payment, is refunded. */
  share: number;
};

export function planAct(random: Random): PlannedAct {
  return {
    act: random.pick(VENDOR_ACTS),
    afterMs: random.chance(0.5) ? random.between(0, 60) : random.between(60, 2_500),
    share: random.next(),
  };
}

/** Performs the action on the payment of a session. Resolves when it is in the vendor's ledger. */
export async function carryOut(
  world: ChaosWorld,
  sessionId: string,
  { act, afterMs, share }: PlannedAct,
): Promise<void> {
  await pause(afterMs);
  const intent = await until(async () => (await stripe(world, `checkout/sessions/${sessionId}`))['payment_intent'], {
    what: 'the session shows its payment',
  });
  const { amount } = await stripe(world, `payment_intents/${String(intent)}`);
  const payment_intent = String(intent);
  const refund = async (cents: number) => {
    await control(world.stripe, { refund: { payment_intent, amount: cents } }).catch(ignoreRefusal);
  };
  const half = Math.floor(Number(amount) / 2);
  switch (act) {
    case 'full-refund':
      return refund(Number(amount));
    case 'part-refund':
      return refund(100);
    case 'two-halves':
      await refund(half);
      return refund(Number(amount) - half);
    case 'line-refund':
      return refund(pickLine(await pricesOf(world, sessionId), share));
    case 'every-line-refund':
      for (const price of await pricesOf(world, sessionId)) await refund(price);
      return;
    case 'odd-refund':
      return refund(1 + Math.floor(share * Number(amount)));
    case 'warning':
      return void (await control(world.stripe, { fraud_warning: { payment_intent } }));
    default:
      return dispute(world, payment_intent, act);
  }
}

/** The prices of the eSIMs that a session sold, in cents. */
async function pricesOf(world: ChaosWorld, sessionId: string): Promise<number[]> {
  const { data } = await stripe(world, `checkout/sessions/${sessionId}/line_items?limit=100`);
  return (data as { quantity: number; price: { unit_amount: number } }[]).flatMap(({ quantity, price }) =>
    Array.from({ length: quantity }, () => price.unit_amount),
  );
}

const pickLine = (prices: readonly number[], share: number) => prices[Math.floor(share * prices.length)] ?? 100;

/** Opens a dispute or an inquiry, and closes it after a while when the action says how. */
async function dispute(world: ChaosWorld, payment_intent: string, act: VendorAct): Promise<void> {
  const kind = act === 'inquiry' ? 'inquiry' : 'dispute';
  try {
    await control(world.stripe, { dispute: { payment_intent, reason: 'fraudulent', kind } });
    if (act === 'dispute-open') return;
    await pause(400);
    const { data } = await stripe(world, `disputes?payment_intent=${payment_intent}`);
    const [opened] = data as { id: string }[];
    const status = { 'dispute-won': 'won', 'dispute-lost': 'lost', inquiry: 'warning_closed' }[act as 'inquiry'];
    await control(world.stripe, { dispute_status: { dispute: opened?.id, status } });
  } catch (error) {
    ignoreRefusal(error);
  }
}

/** The vendor rightly refuses to refund or dispute what was refunded meanwhile. */
function ignoreRefusal(error: unknown): void {
  if (!/refund|charge|dispute/i.test(String(error))) throw error;
}

async function stripe(world: ChaosWorld, path: string): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${world.env['STRIPE_SECRET_KEY']}` };
  const answer = await fetch(`${world.stripe.url}/v1/${path}`, { headers });
  const body = (await answer.json()) as Record<string, unknown>;
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(body)}`);
  return body;
}
