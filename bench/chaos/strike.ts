import { randomUUID } from 'node:crypto';
import { newPurchase, shop, type Purchase } from './buyer.ts';
import type { Person } from './person.ts';
import type { KillPoint } from './points.ts';
import type { PostgresDeath } from './postgres.ts';
import type { ChaosWorld } from './world.ts';

/** The result of one kill at a point, in milliseconds. */
export type Strike = { point: string; purchase: Purchase; backMs: number; healedMs: number };

const HEALS_WITHIN = 45_000;

/** A plain buyer with a unique address. */
export function plainPerson(changes: Partial<Person> = {}): Person {
  const key = randomUUID();
  return {
    email: `buyer-${key}@example.com`,
    name: 'Plain Buyer',
    password: null,
    planIds: ['france-3gb'],
    locale: 'en',
    key,
    click: 'once',
    pay: 'once',
    duplicateWebhook: false,
    watches: false,
    act: null,
    topUps: null,
    rights: null,
    ...changes,
  };
}

/**
 * One purchase of two eSIMs, during which the application is killed at a named point, optionally with PostgreSQL, and
 * started again. The buyer continues as a browser would. Resolves when the order is final. The caller asserts the
 * result.
 */
export async function strike(world: ChaosWorld, point: KillPoint, postgres?: PostgresDeath): Promise<Strike> {
  const purchase = newPurchase(plainPerson({ planIds: ['france-3gb', 'spain-1gb'] }));
  const trap = await point.arm(world, purchase.person);
  const patience = new AbortController();
  const going = shop(world, purchase, patience.signal);
  try {
    await trap.reached();
    const since = performance.now();
    await world.crash();
    if (postgres) await world.crashPostgres(postgres);
    await trap.release();
    await world.start();
    const backMs = Math.round(performance.now() - since);
    const timer = setTimeout(() => patience.abort(new Error('it takes too long')), HEALS_WITHIN);
    await going;
    clearTimeout(timer);
    return { point: point.name, purchase, backMs, healedMs: Math.round(performance.now() - since) };
  } finally {
    patience.abort(new Error('it is over'));
    await trap.release().catch(() => undefined);
  }
}
