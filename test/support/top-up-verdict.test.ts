import { describe, expect, test } from 'vitest';
import { isLostIn, wasLost } from '../../bench/chaos/lost.ts';
import {
  type AutoFacts,
  type ChargeFacts,
  compareTopUps,
  type Paid,
  type PlanMade,
  type TopUpFacts,
  type TopUpLine,
} from '../../bench/chaos/top-up-verdict.ts';

/** Each rule by which a run with faults judges top-ups, against a violation that was planted. */

const NOW = Date.UTC(2026, 10, 15, 12);
const HOUR = 3_600_000;
const ICCID = '8944000000000000001';

const line = (changes: Partial<TopUpLine> = {}): TopUpLine => ({
  id: 'line-1',
  order_id: 'top-up-1',
  order_status: 'fulfilled',
  line_status: 'fulfilled',
  amount: 500,
  is_automatic: false,
  position: 1,
  issued_as: 'airalo 1',
  listed: [],
  iccid: ICCID,
  ...changes,
});
const made = (changes: Partial<PlanMade> = {}): PlanMade => ({
  key: 'airalo 1',
  reference: 'cairn-line-1',
  iccid: ICCID,
  ...changes,
});
const paid = (changes: Partial<Paid> = {}): Paid => ({
  id: 'payment-1',
  orderId: 'top-up-1',
  taken: 500,
  returned: 0,
  at: NOW,
  isCharge: false,
  customer: null,
  ...changes,
});
const auto = (changes: Partial<AutoFacts> = {}): AutoFacts => ({
  id: 'auto-1',
  order_id: 'order-1',
  state: 'on',
  reason: null,
  cap: 1_000,
  was_capped: false,
  customer: 'customer-1',
  ...changes,
});
const charge = (changes: Partial<ChargeFacts> = {}): ChargeFacts => ({
  id: 'charge-1',
  auto_id: 'auto-1',
  used: 0,
  after: 0,
  order_id: 'top-up-1',
  amount: 500,
  month: '2026-11',
  outcome: 'paid',
  is_ended: false,
  asked: false,
  declined: false,
  ...changes,
});

/** A top-up by hand that went right. */
const facts = (changes: Partial<TopUpFacts> = {}): TopUpFacts => ({
  gaps: [],
  lines: [line()],
  autos: [],
  charges: [],
  payments: [paid()],
  made: [made()],
  agreedAt: new Map(),
  ...changes,
});
/** So many charges that went right, each for a threshold of its own. */
function charged(count: number, changes: { charge?: Partial<ChargeFacts>; paid?: Partial<Paid> } = {}): TopUpFacts {
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  return facts({
    lines: numbers.map((n) =>
      line({ id: `line-${n}`, order_id: `top-up-${n}`, issued_as: `airalo ${n}`, is_automatic: true, position: n }),
    ),
    autos: [auto()],
    charges: numbers.map((n) =>
      charge({ id: `charge-${n}`, order_id: `top-up-${n}`, used: n - 1, after: n - 1, ...changes.charge }),
    ),
    payments: numbers.map((n) =>
      paid({ id: `payment-${n}`, orderId: `top-up-${n}`, isCharge: true, customer: 'customer-1', ...changes.paid }),
    ),
    made: numbers.map((n) => made({ key: `airalo ${n}`, reference: `cairn-line-${n}` })),
    agreedAt: new Map([['order-1', [NOW - HOUR]]]),
  });
}

const violationsOf = (given: TopUpFacts) => compareTopUps(given).violations;
const says = (...words: string[]) =>
  words.map((each) => expect.stringMatching(new RegExp(`^top-ups: .*${each}`)) as unknown as string);
/** Between a backup and a restore. */
const GAP = { backupAt: NOW - 2 * HOUR, restoredAt: NOW - HOUR };

test('what went right is no violation, and is counted', () => {
  expect(compareTopUps(facts())).toMatchObject({ byHand: { paid: 1, delivered: 1 }, violations: [] });
  expect(compareTopUps(charged(2))).toMatchObject({
    automatic: { paid: 2, delivered: 2, refunded: 0 },
    autos: { on: 1 },
    twoForOne: 0,
    aboveCap: 0,
    unagreed: 0,
    violations: [],
  });
  const unpaid = line({ order_status: 'expired', line_status: 'waiting', position: null, issued_as: null });
  expect(compareTopUps(facts({ lines: [unpaid], payments: [], made: [] }))).toMatchObject({
    byHand: { paid: 0 },
    violations: [],
  });
  const refused = { outcome: 'authentication', asked: true } as const;
  const waits = charged(1, { charge: refused });
  expect(
    compareTopUps({ ...waits, payments: [], made: [], lines: [{ ...waits.lines[0]!, position: null }] }),
  ).toMatchObject({ asked: 1, violations: [] });
});

describe('of a line that was paid, a violation is', () => {
  const gone = line({ position: null, issued_as: null, order_status: 'refunded', line_status: 'refunded' });

  test('neither a plan nor all of the money, unless a dispute holds it', () => {
    const lost = facts({ lines: [gone], made: [] });
    expect(violationsOf(lost)).toEqual(says('neither its plan nor all of its money is there'));
    expect(violationsOf({ ...lost, payments: [paid({ returned: 499 })] })).toEqual(says('neither its plan'));
    expect(compareTopUps({ ...lost, payments: [paid({ returned: 500 })] })).toMatchObject({
      byHand: { refunded: 1 },
      violations: [],
    });
    expect(compareTopUps({ ...lost, lines: [{ ...gone, order_status: 'disputed' }] })).toMatchObject({
      byHand: { held: 1 },
      violations: [],
    });
  });

  test('a plan for which nobody paid, that no wholesaler added, twice, or on another eSIM', () => {
    expect(violationsOf(facts({ payments: [] }))).toEqual(says('nobody has paid for it'));
    expect(violationsOf(facts({ made: [] }))).toEqual(says('the wholesaler has not added its plan'));
    const twice = [made(), made({ key: 'airalo 2' })];
    expect(violationsOf(facts({ made: twice }))).toEqual(says('2 plans are not listed'));
    expect(violationsOf(facts({ made: twice, lines: [line({ listed: ['airalo 2'] })] }))).toEqual([]);
    expect(violationsOf(facts({ made: [made({ iccid: '89' })] }))).toEqual(says('its plan is on another eSIM'));
  });

  test('a second payment, another amount, and a charge of an order by hand', () => {
    expect(violationsOf(facts({ payments: [paid(), paid({ id: 'payment-2' })] }))).toEqual(says('paid more than once'));
    expect(violationsOf(facts({ payments: [paid({ taken: 600 })] }))).toEqual(says('another amount was paid'));
    expect(violationsOf(facts({ payments: [paid({ isCharge: true })] }))).toEqual(says('charged for an order by hand'));
  });
});

describe('of an auto top-up, a violation is', () => {
  test.each(['used', 'after'] as const)('two payments for one threshold (%s), unless one was refunded', (position) => {
    const two = charged(2, { charge: { [position]: 0 } });
    expect(compareTopUps(two)).toMatchObject({ twoForOne: 1, violations: says('2 payments for one threshold') });
    const [first, second] = two.payments as [Paid, Paid];
    expect(violationsOf({ ...two, payments: [{ ...first, returned: 500 }, second] })).toEqual([]);
  });

  test('a month above the cap, without what was refunded, and with what was lost counted apart', () => {
    const three = charged(3);
    expect(compareTopUps(three)).toMatchObject({ aboveCap: 1, violations: says('1500 cents in 2026-11') });
    const [first, ...rest] = three.payments as [Paid, Paid, Paid];
    expect(violationsOf({ ...three, payments: [{ ...first, returned: 500 }, ...rest] })).toEqual([]);
    const months = three.charges.map((each, at) => (at === 0 ? { ...each, month: '2026-10' } : each));
    expect(violationsOf({ ...three, charges: months })).toEqual([]);
    const two = charged(2);
    const lost = paid({ id: 'lost', orderId: 'lost', isCharge: true, customer: 'customer-1' });
    expect(compareTopUps({ ...two, payments: [...two.payments, lost] })).toMatchObject({
      lost: 1,
      aboveCap: 0,
      aboveCapWithLost: 1,
      violations: [],
    });
  });

  test('a charge after a restore without a new agreement, or without any', () => {
    const restored = { ...charged(1), gaps: [GAP], agreedAt: new Map([['order-1', [NOW - 3 * HOUR]]]) };
    expect(compareTopUps(restored)).toMatchObject({ unagreed: 1, violations: says('without a new agreement') });
    expect(violationsOf({ ...restored, agreedAt: new Map() })).toEqual(says('without a new agreement'));
    expect(violationsOf({ ...restored, agreedAt: new Map([['order-1', [NOW - HOUR / 2]]]) })).toEqual([]);
    // Its owner has paid on the page of the order.
    const byHand = restored.payments.map((each) => ({ ...each, isCharge: false }));
    expect(violationsOf({ ...restored, payments: byHand })).toEqual([]);
    // It was made before the restore, and our books know it.
    const before = charged(1, { paid: { at: NOW - 3 * HOUR } });
    expect(violationsOf({ ...before, gaps: [GAP], agreedAt: new Map([['order-1', [NOW - 4 * HOUR]]]) })).toEqual([]);
  });

  test('a charge whose outcome is not known, that was never paid, or without its top-up', () => {
    const unknown = charged(1, { charge: { outcome: null } });
    expect(violationsOf(unknown)).toEqual(says('charge charge-1 was paid, and that is not known'));
    const unpaid = charged(1);
    const lines = [{ ...unpaid.lines[0]!, position: null }];
    expect(compareTopUps({ ...unknown, payments: [], made: [], lines })).toMatchObject({ waiting: 1, violations: [] });
    expect(violationsOf({ ...unpaid, payments: [], made: [], lines })).toEqual(says('charge charge-1 was never paid'));
    expect(violationsOf({ ...charged(1), lines: [], payments: [paid()] })).toEqual(says('has no top-up'));
  });
});

test('an order that nobody placed is lost when a restore may have taken it', () => {
  const at = (ms: number, kind = 'charge') => ({ created: Math.floor(ms / 1000), metadata: { order_id: 'o', kind } });
  expect(isLostIn([GAP], GAP.backupAt)).toBe(true);
  expect(isLostIn([GAP], null)).toBe(false);
  expect(wasLost(at(GAP.backupAt + 1_000), [GAP])).toBe(true);
  expect(wasLost(at(GAP.backupAt - 2_000), [GAP])).toBe(false);
  expect(wasLost(at(GAP.restoredAt + 2_000), [GAP])).toBe(false);
  // A page of the provider, of an order that was first seen between the two.
  expect(wasLost(at(GAP.backupAt + 1_000, 'page'), [GAP])).toBe(false);
  expect(wasLost(at(GAP.backupAt + 1_000, 'page'), [GAP], new Map([['o', GAP.backupAt + 500]]))).toBe(true);
});
