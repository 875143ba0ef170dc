import type { Person, RightsWish } from './person.ts';
import type { Random } from './random.ts';

/** Half of the people who top nothing up ask something back, one to three times. */
export function planRights(random: Random, person: Person): Person {
  if (person.topUps !== null || !random.chance(0.5)) return person;
  const isGuest = person.password === null;
  const wishes = Array.from({ length: random.pick([1, 1, 2, 3] as const) }, () => planWish(random, isGuest));
  const rights = {
    wishes,
    country: random.pick(['US', 'FR', null] as const),
    consents: random.chance(0.5),
  };
  // An order that is given back as a whole takes no wishes: most of them are kept.
  return { ...person, rights, act: random.chance(0.25) ? person.act : null };
}

const planWish = (random: Random, isGuest: boolean): RightsWish => ({
  share: random.next(),
  what: random.pick(['give-back', 'give-back', 'give-back', 'ask', 'withdraw', 'withdraw-by-mail'] as const),
  isByMail: isGuest && random.chance(0.4),
  use: random.pick(['none', 'none', 'none', 'installed', 'used', 'meanwhile'] as const),
  usedShare: random.pick([0.1, 0.35, 0.6, 0.9] as const),
  isTwice: random.chance(0.35),
  isRepeated: random.chance(0.3),
  stranger: random.chance(0.25) ? random.pick(['own-address', 'wrong-number', 'in-their-name'] as const) : null,
});
