import { CARDS } from '#test/support/wire.ts';
import type { AutoWish, ByHand, Person, TopUpWish } from './person.ts';
import type { Random } from './random.ts';
import { planAct } from './vendor-acts.ts';

/** Documented cards that are saved: the bank asks for their owner at each payment, or declines each later one. */
const ASKS = CARDS.secure;
const DECLINES = '4000000000000341';

/** Some stay above a threshold, some pass one, some pass them all. */
const USES = [0.3, 0.6, 0.75, 0.85, 0.95, 1] as const;

/** Half of the people top up, and more of them are signed in than otherwise. Most of these do so by auto top-up, too. */
export function planTopUps(random: Random, person: Person): Person {
  if (!random.chance(0.5)) return person;
  const password = person.password ?? (random.chance(0.5) ? `pass-${random.word(14)}` : null);
  const wantsAuto = password !== null && random.chance(0.85);
  const count = random.pick(wantsAuto ? ([0, 0, 1, 2] as const) : ([1, 1, 2, 2, 3] as const));
  const topUps: TopUpWish = {
    byHand: Array.from({ length: count }, () => planByHand(random)),
    together: random.chance(0.5),
    auto: wantsAuto ? planAuto(random) : null,
    uses: Array.from({ length: wantsAuto ? random.between(4, 8) : random.between(0, 3) }, () => random.pick(USES)),
    ends: random.chance(0.08),
  };
  // An order that is given back takes no top-up: most of them are kept.
  return { ...person, password, topUps, act: random.chance(0.3) ? person.act : null };
}

const planByHand = (random: Random): ByHand => ({
  click: random.chance(0.35) ? 'twice' : 'once',
  pay: random.pick([
    'once',
    'once',
    'once',
    'submitted-twice',
    'two-tabs',
    'declined-first',
    random.chance(0.5) ? 'not-at-all' : 'once',
  ] as const),
  duplicateWebhook: random.chance(0.3),
  watches: random.chance(0.2),
  act: random.chance(0.15) ? planAct(random) : null,
  share: random.next() / 2,
});

function planAuto(random: Random): AutoWish {
  const card = random.pick([CARDS.good, CARDS.good, CARDS.good, CARDS.good, ASKS, DECLINES] as const);
  return {
    card,
    isSavedAtCheckout: card === CARDS.good && random.chance(0.5),
    percent: random.pick([10, 20, 30] as const),
    times: random.pick([1, 2, 2, 4, 20] as const),
    share: random.next() / 2,
    pays: random.chance(0.7),
    mends: random.chance(0.7),
    isRefunded: random.chance(0.08),
  };
}
