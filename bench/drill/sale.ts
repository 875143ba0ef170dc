import { setTimeout as pause } from 'node:timers/promises';
import { orderRequest } from '#test/support/shop.ts';
import { newPurchase, type Purchase, shop } from '../chaos/buyer.ts';
import { createLoad, type Load, type LoadReport } from '../chaos/load.ts';
import { randomPerson } from '../chaos/people.ts';
import { createRandom } from '../chaos/random.ts';
import type { ChaosWorld } from '../chaos/world.ts';

/** One request that was not repeated. `status` is 0 without an answer. */
export type Probe = { status: number; ms: number };

/** What clients saw between the begin and the end of a measurement. */
export type Trade = {
  /** Unretried orders. */
  orders: Probe[];
  /** The longest time without an acknowledged order of them, in milliseconds. */
  longestGapMs: number;
  /** Requests of readers for public pages. */
  reads: Probe[];
  /** Of the 30 people whose pages refresh their tokens. */
  load: LoadReport;
};

/** Clients of the shop, by the address of the proxy. */
export type Sale = {
  /** Every acknowledged order so far. */
  purchases: Purchase[];
  /** Opens the gate to the buyers, and begins to measure. */
  begin(): Measurement;
  /** Lets the buyers finish what they have begun. */
  finish(): Promise<void>;
};
export type Measurement = {
  /** Stops all but the buyers, who wait at the gate. */
  end(): Promise<Trade>;
};

const BUYERS = 4;
/** Between two purchases of one buyer. */
const BUYER_PAUSE_MS = 1_000;
/** Between two refreshes of one of thirty people: enough transactions to meet each fault, on two cores for everything. */
const LOAD_PAUSE_MS = 500;
const READERS = 2;
const EVERY_MS = 250;
/** A browser's patience. */
const ANSWER_WITHIN_MS = 30_000;
const PAGES = ['/', '/plans', '/plans/local/france', '/fr/plans/local/japan', '/help', '/coverage', '/api/offers'];

/** Four buyers who retry arrive at once, and wait at the gate. */
export async function openSale(world: ChaosWorld, seed: number): Promise<Sale> {
  const purchases: Purchase[] = [];
  const patience = new AbortController();
  let isClosing = false;
  world.gate.close();
  const buyers = Array.from({ length: BUYERS }, async (_, at) => {
    const random = createRandom(seed + at);
    while (!isClosing) {
      await world.gate.passed();
      const purchase = newPurchase({ ...randomPerson(random), act: null });
      purchases.push(purchase);
      await shop(world, purchase, patience.signal);
      await pause(BUYER_PAUSE_MS);
    }
  });
  const load = await createLoad(world, createRandom(seed), { pauseMs: LOAD_PAUSE_MS });
  return {
    purchases,
    begin() {
      world.gate.open();
      return measure(world, purchases, load);
    },
    async finish() {
      isClosing = true;
      world.gate.open();
      const timer = setTimeout(() => patience.abort(), 120_000);
      await Promise.all(buyers);
      clearTimeout(timer);
    },
  };
}

function measure(world: ChaosWorld, purchases: Purchase[], load: Load): Measurement {
  const stopped = new AbortController();
  const orders: Probe[] = [];
  const reads: Probe[] = [];
  const since = performance.now();
  const acknowledged: number[] = [];
  const going = load.start();
  const ordering = every(stopped.signal, async () => {
    const probe = await timed(async (signal) => {
      const answer = await fetch(`${world.appUrl}/api/orders`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(orderRequest()),
        signal,
      });
      if (answer.status === 201) {
        const { order } = (await answer.json()) as { order: { id: string } };
        purchases.push(unpaid(order.id));
        acknowledged.push(performance.now());
      }
      return answer.status;
    });
    orders.push(probe);
  });
  const reading = Array.from({ length: READERS }, async (_, at) => {
    for (let turn = at; !stopped.signal.aborted; turn += 1) {
      const page = world.appUrl + PAGES[turn % PAGES.length]!;
      const probe = await timed(async (signal) => {
        const answer = await fetch(page, { signal });
        await answer.arrayBuffer();
        return answer.status;
      });
      reads.push(probe);
      await pause(EVERY_MS);
    }
  });
  return {
    async end() {
      const end = performance.now();
      stopped.abort();
      world.gate.close();
      const report = await going.stop();
      await Promise.all([ordering, ...reading]);
      return { orders, longestGapMs: longestGap([since, ...acknowledged, end]), reads, load: report };
    },
  };
}

const longestGap = (times: readonly number[]): number =>
  Math.max(...times.slice(1).map((time, at) => time - times[at]!));

/** Begins `work` every 250 ms, also while earlier ones wait. Resolves when the last has ended. */
async function every(stopped: AbortSignal, work: () => Promise<void>): Promise<void> {
  const begun: Promise<void>[] = [];
  while (!stopped.aborted) {
    begun.push(work());
    await pause(EVERY_MS);
  }
  await Promise.all(begun);
}

async function timed(work: (signal: AbortSignal) => Promise<number>): Promise<Probe> {
  const since = performance.now();
  const status = await work(AbortSignal.timeout(ANSWER_WITHIN_MS)).catch(() => 0);
  return { status, ms: performance.now() - since };
}

/** An order that was acknowledged and is never paid. */
function unpaid(orderId: string): Purchase {
  const person = { ...randomPerson(createRandom(0)), act: null, pay: 'not-at-all' as const };
  return { ...newPurchase(person), stage: 'gone', orderId, acknowledgedAt: Date.now() };
}
