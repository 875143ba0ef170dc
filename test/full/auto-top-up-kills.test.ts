import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { locked, lost, overtaken, type Trap } from '../../bench/chaos/points.ts';
import type { ChaosWorld } from '../../bench/chaos/world.ts';
import { AUTO_TOP_UP_CONSENT } from '#src/shared/auto-top-up.ts';
import type { AutoTopUpAnswer } from '#src/shared/top-up-views.ts';
import type { OrderView } from '#src/shared/views.ts';
import { createAccount } from '#test/support/accounts.ts';
import type { TestDatabase } from '#test/support/database.ts';
import { startKillable } from '#test/support/killable.ts';
import { saveCard } from '#test/support/saved-cards.ts';
import { bought } from '#test/support/shop.ts';
import { CARDS, control, ledger, until } from '#test/support/wire.ts';

/** Where the application is killed while it adds a plan by itself. */
const POINTS: readonly { name: string; arm(world: ChaosWorld): Promise<Trap> }[] = [
  { name: 'while the charge and its order are inserted', arm: (world) => locked(world, 'auto_top_up_charges') },
  { name: 'before the payment attempt is stored', arm: (world) => locked(world, 'payment_attempts') },
  { name: 'before the charge, which is lost', arm: (world) => lost(world, 'payment_intents.create') },
  {
    name: 'during the charge, which is carried out later',
    arm: (world) => overtaken(world, 'payment_intents.create', 'before'),
  },
  {
    name: 'after the charge, whose answer is lost',
    arm: (world) => overtaken(world, 'payment_intents.create', 'after'),
  },
];

describe('the application killed with SIGKILL while it tops up', () => {
  let world: ChaosWorld;
  let database: TestDatabase;
  beforeAll(async () => {
    ({ world, database } = await startKillable({ ESIM_USAGE_MAX_AGE_MINUTES: '0', SWEEP_SECONDS: '1' }));
  });
  afterAll(async () => {
    await world.close();
    await database.drop();
  });

  test.each(POINTS)('$name: one charge, and one plan', { timeout: 240_000 }, async ({ arm }) => {
    const app = { url: world.appUrl };
    const account = await createAccount(app);
    const headers = { authorization: `Bearer ${account.idToken}`, 'content-type': 'application/json' };
    const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const answer = await fetch(app.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as T;
    };
    const { order } = await bought(app, { email: account.email }, headers);
    await saveCard({ app, idToken: account.idToken }, CARDS.good);
    const path = `/api/orders/${order.id}/lines/1/auto-top-up`;
    const { choices, cards } = await call<AutoTopUpAnswer>('GET', path);
    const [{ planId, price }] = choices as [AutoTopUpAnswer['choices'][number]];
    await call('PUT', path, {
      on: true,
      planId,
      percent: 10,
      cap: price.amount * 4,
      currency: price.currency,
      shownAmount: price.amount,
      cardId: cards[0]!.id,
      consentVersion: AUTO_TOP_UP_CONSENT,
      locale: 'en',
    });
    const lineNow = async () => (await call<{ order: OrderView }>('GET', `/api/orders/${order.id}`)).order.lines[0]!;
    const { iccid } = (await lineNow()).esim!;
    const trap = await arm(world);
    try {
      await control(world.airalo, {
        usage: { iccid, set: { status: 'ACTIVE', remaining: 200, expired_at: '2040-01-01 00:00:00' } },
      });
      // A look at the page reads the usage.
      await lineNow();
      await trap.reached();
      await world.crash();
      await trap.release();
      await world.start();
      await until(async () => (await lineNow().catch(() => undefined))?.esim?.plans.length === 2, {
        what: 'the plan is added',
        timeout: 120_000,
      });
    } finally {
      await trap.release().catch(() => undefined);
    }
    const charges = await world.query<{ order_id: string; outcome: string }>(
      `select c.order_id, c.outcome from auto_top_up_charges c join auto_top_ups t on t.id = c.auto_top_up_id
        where t.order_id = '${order.id}'`,
    );
    expect(charges).toHaveLength(1);
    const { payment_intents: intents } = await ledger<Record<'payment_intents', Record<string, unknown>[]>>(
      world.stripe,
    );
    const taken = intents.filter(
      ({ status, metadata }) =>
        status === 'succeeded' && (metadata as { order_id?: string }).order_id === charges[0]!.order_id,
    );
    expect(taken).toHaveLength(1);
  });
});
