import type { Random } from './random.ts';
import { type Outage, OUTAGES, type Way } from './ways.ts';
import type { ChaosWorld } from './world.ts';

/** How long an outage lasts, in milliseconds. The breaker opens after some failures, and closes after it. */
const ONE = [5_000, 25_000] as const;
const BOTH = [3_000, 12_000] as const;

/** Everything fails at one wholesaler for a while, from now on. Returns what happens. */
export async function outageOfOne(world: ChaosWorld, random: Random): Promise<string> {
  return failAt(random.pick(waysOf(world)), random, ONE);
}

/** Everything fails at both wholesalers for a while, at each in its own way. */
export async function outageOfBoth(world: ChaosWorld, random: Random): Promise<string> {
  const notes = [];
  for (const way of waysOf(world)) notes.push(await failAt(way, random, BOTH));
  return notes.join(', ');
}

async function failAt([name, way]: Named, random: Random, [least, most]: readonly [number, number]): Promise<string> {
  const how: Outage = random.pick(OUTAGES);
  const ms = random.between(least, most);
  await way.fail(how, ms);
  return `${name} ${how} for ${(ms / 1000).toFixed(0)} s`;
}

type Named = readonly [string, Way];

function waysOf({ ways }: ChaosWorld): readonly [Named, ...Named[]] {
  const [first, ...rest] = Object.entries(ways);
  if (!first) throw new Error('this world has no way to a wholesaler that can fail');
  return [first, ...rest];
}

/** Ends all outages. */
export async function endOutages({ ways }: Pick<ChaosWorld, 'ways'>): Promise<void> {
  await Promise.all(Object.values(ways).map((way) => way.heal()));
}
