import { randomUUID } from 'node:crypto';
import type { Person } from './person.ts';
import type { Random } from './random.ts';
import { planRights } from './rights-people.ts';
import { planTopUps } from './top-up-people.ts';
import { planAct } from './vendor-acts.ts';

export const PLANS = [
  'france-1gb',
  'france-3gb',
  'united-states-5gb',
  'thailand-1gb',
  'morocco-10gb',
  'europe-3gb',
  'global-1gb',
] as const;
export type Plan = (typeof PLANS)[number];

/** The number of eSIMs in one order: one to four, or mostly so and up to fifteen. */
const FEW = [1, 1, 2, 3, 4] as const;
const MANY = [1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 7, 10, 15] as const;

/** A random buyer. Half of them click, pay or watch in a way that has caused losses in other shops. */
export function randomPerson(
  random: Random,
  {
    lines = 'few',
    topUps = false,
    rights = false,
  }: { lines?: 'few' | 'many'; topUps?: boolean; rights?: boolean } = {},
): Person {
  const mark = random.word(12);
  const person: Person = {
    email: `mark.${mark}@travellers.example`,
    name: `Zoé Mark-${mark}`,
    password: random.chance(0.25) ? `pass-${random.word(14)}` : null,
    planIds: Array.from({ length: random.pick<number>(lines === 'few' ? FEW : MANY) }, () => random.pick(PLANS)),
    locale: random.pick(['en', 'fr'] as const),
    key: randomUUID(),
    click: random.chance(0.35) ? 'twice' : 'once',
    pay: random.pick([
      'once',
      'once',
      'once',
      'submitted-twice',
      'two-tabs',
      'two-tabs',
      'declined-first',
      random.chance(0.5) ? 'not-at-all' : 'once',
    ] as const),
    duplicateWebhook: random.chance(0.3),
    watches: random.chance(0.3),
    act: random.chance(0.3) ? planAct(random) : null,
    topUps: null,
    rights: null,
  };
  const planned = topUps ? planTopUps(random, person) : person;
  return rights ? planRights(random, planned) : planned;
}
