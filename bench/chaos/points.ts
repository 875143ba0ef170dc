import { control, held, until } from '#test/support/wire.ts';
import type { Person } from './person.ts';
import type { ChaosWorld } from './world.ts';

/**
 * Armed before a purchase starts. `reached` resolves when the application is at the point, `release` lets it continue.
 */
export type Trap = { reached(): Promise<void>; release(): Promise<void> };

/**
 * A named point of a purchase at which the application is killed. It is reached only from outside: by a call that a
 * sandbox holds, or by a database lock of another session.
 */
export type KillPoint = { name: string; arm(world: ChaosWorld, person: Person): Promise<Trap> };

const sandboxOf = (world: ChaosWorld, call: string) =>
  call.startsWith('smtp.') ? world.mail : call.startsWith('orders.') ? world.airalo : world.stripe;

/** The call arrived and nothing is committed. The kill loses it. */
export async function lost(world: ChaosWorld, call: string): Promise<Trap> {
  const sandbox = sandboxOf(world, call);
  await control(sandbox, { hold: { call, when: 'before' } });
  return {
    reached: () => held(sandbox, call),
    release: async () =>
      void (await control(sandbox, { fail: { call, when: 'before', hangup: true }, release: { call } })),
  };
}

/** The call waits before or after its effect. After the kill it takes effect, and its response has no receiver. */
export async function overtaken(world: ChaosWorld, call: string, when: 'before' | 'after'): Promise<Trap> {
  const sandbox = sandboxOf(world, call);
  await control(sandbox, { hold: { call, when } });
  return {
    reached: () => held(sandbox, call),
    release: async () => void (await control(sandbox, { release: { call } })),
  };
}

/** Writes to this table wait for the lock. Reads do not. */
export async function locked(world: ChaosWorld, table: string): Promise<Trap> {
  const holder = await world.connect();
  await holder.query('begin');
  await holder.query(`lock table ${table} in share row exclusive mode`);
  const waiting = 'select 1 from pg_locks where relation = $1::regclass and not granted';
  return {
    reached: async () => {
      await until(async () => (await holder.query(waiting, [table])).rows.length > 0, {
        what: `a write to ${table} waits`,
      });
    },
    release: () => holder.end(),
  };
}

export const KILL_POINTS: readonly KillPoint[] = [
  // The order and its first payment attempt are one transaction, so a kill here loses both.
  { name: 'while the order is inserted', arm: (world) => locked(world, 'payment_attempts') },
  { name: 'before the payment session was created', arm: (world) => lost(world, 'sessions.create') },
  { name: 'after the payment session was created', arm: (world) => overtaken(world, 'sessions.create', 'after') },
  {
    name: 'after the webhook was recorded',
    async arm(world) {
      // Handling an event first retrieves its session. The sweep does so, too, hence the many holds.
      await control(world.stripe, { hold: { call: 'sessions.retrieve', when: 'before', times: 50 } });
      return {
        reached: async () => {
          await held(world.stripe, 'sessions.retrieve');
          await until(
            async () => (await world.query('select 1 from payment_events where handled_at is null')).length > 0,
            { what: 'an event is recorded' },
          );
        },
        release: async () => void (await control(world.stripe, { release: { call: 'sessions.retrieve' } })),
      };
    },
  },
  { name: 'while the receipt gets its number', arm: (world) => locked(world, 'documents') },
  { name: "before the wholesaler's order, which is lost", arm: (world) => lost(world, 'orders.create') },
  {
    name: "during the wholesaler's order, which is carried out later",
    arm: (world) => overtaken(world, 'orders.create', 'before'),
  },
  {
    name: "after the wholesaler's order, whose answer is lost",
    arm: (world) => overtaken(world, 'orders.create', 'after'),
  },
  { name: 'before the eSIM was committed', arm: (world) => locked(world, 'esims') },
  { name: 'after the mail server took the mail', arm: (world) => overtaken(world, 'smtp.data', 'after') },
];
