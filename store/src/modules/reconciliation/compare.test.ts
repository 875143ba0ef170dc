import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareOrder, compareStrangers, type DifferenceKind } from './compare.ts';
import type { LineBooks, OrderBooks, OrderLedgers } from './ledgers.ts';

const AT = new Date('2026-11-01T10:00:00Z');
const minutes = (count: number) => new Date(AT.getTime() + count * 60_000);

const payment = {
  provider: 'paying',
  paymentRef: 'pi_1',
  orderId: 'o1',
  attemptId: 'a1',
  amount: 1100,
  currency: 'USD',
  createdAt: AT,
};
const refund = {
  vendorId: 're_1',
  provider: 'paying',
  paymentRef: 'pi_1',
  amount: 1100,
  currency: 'USD',
  status: 'succeeded' as const,
  lines: 'all' as const,
  createdAt: minutes(5),
};
const dispute = {
  vendorId: 'dp_1',
  provider: 'paying',
  paymentRef: 'pi_1',
  amount: 1100,
  currency: 'USD',
  status: 'needs_response',
  withheld: true,
  createdAt: minutes(5),
};
const at = (vendorOrderId: string, wholesaler = 'one') => ({ wholesaler, vendorOrderId });
const profile = { ...at('9001'), reference: 'cairn-l1', netPriceCents: 700, netCurrency: 'USD' };

/** A delivered line. */
const line = (change: Partial<LineBooks> = {}): LineBooks => ({
  lineId: 'l1',
  amount: 1100,
  isReplacement: false,
  isOpen: false,
  onItsWay: false,
  issuedAt: minutes(1),
  overdue: false,
  reference: 'cairn-l1',
  wholesaleOrder: at('9001'),
  charged: { amount: 700, currency: 'USD' },
  isRead: true,
  isListed: true,
  strays: [],
  undecided: false,
  ...change,
});
/** A delivered order with three equal ledgers. */
const books = (change: Partial<OrderBooks> = {}): OrderBooks => ({
  orderId: 'o1',
  orderedAt: new Date('2026-11-20T10:00:00Z'),
  currency: 'USD',
  totalAmount: 1100,
  lines: [line()],
  payments: [{ attemptId: 'a1', provider: 'paying', paymentRef: 'pi_1', amount: 1100, currency: 'USD' }],
  refunds: [],
  disputes: [],
  ...change,
});
const ledgers = (change: Partial<OrderLedgers> = {}): OrderLedgers => ({
  payments: [payment],
  refunds: [],
  disputes: [],
  profiles: [profile],
  ...change,
});
const found = (ours: Partial<OrderBooks>, theirs: Partial<OrderLedgers>) =>
  compareOrder(books(ours), ledgers(theirs)).map(({ kind, repair }) => `${kind}: ${repair}`);

describe('a line that was replaced', () => {
  const next = line({
    lineId: 'l2',
    amount: 0,
    isReplacement: true,
    reference: 'cairn-l2',
    wholesaleOrder: at('9002'),
  });
  const made = { ...profile, vendorOrderId: '9002', reference: 'cairn-l2' };
  it('has two wholesale orders for one payment, and no sale at a loss', () => {
    expect(found({ lines: [line(), next] }, { profiles: [profile, made] })).toEqual([]);
    expect(found({ lines: [line(), next] }, {})).toEqual(['profile-missing: by-hand']);
    expect(found({ lines: [line()] }, { profiles: [profile, made] })).toEqual([]);
  });
  it('is overdue while the buyer waits for the new one', () => {
    const late = { ...next, isOpen: true, onItsWay: true, overdue: true, issuedAt: null, wholesaleOrder: null };
    expect(found({ lines: [line(), late] }, {})).toEqual(['order-overdue: fulfil-order']);
  });
});

describe('the profiles of two wholesalers', () => {
  it('are told apart, even when their orders have one id', () => {
    const twin = { ...profile, wholesaler: 'other' };
    const [difference, ...rest] = compareOrder(books(), ledgers({ profiles: [profile, twin] }));
    expect(difference).toMatchObject({ kind: 'profile-unlisted', subject: '9001', wholesaler: 'other' });
    expect(rest).toEqual([]);
    const stray = line({ strays: [at('9001', 'other')] });
    expect(found({ lines: [stray] }, { profiles: [profile, twin] })).toEqual([]);
    expect(found({ lines: [line({ wholesaleOrder: at('9001', 'other') })] }, {})).toEqual([
      'profile-unlisted: list-stray',
      'profile-missing: by-hand',
    ]);
    expect(compareStrangers([], [twin])).toMatchObject([{ wholesaler: 'other', subject: '9001' }]);
  });

  it('are each one of the line, or listed, after a line that moved on', () => {
    const both = { profiles: [profile, { ...profile, ...at('77', 'other') }] };
    const moved = (change: Partial<LineBooks>) => found({ lines: [line(change)] }, both);
    expect(moved({ wholesaleOrder: at('77', 'other'), strays: [at('9001')] })).toEqual([]);
    expect(moved({ wholesaleOrder: at('77', 'other') })).toEqual(['profile-unlisted: list-stray']);
    expect(moved({ wholesaleOrder: at('77', 'other'), strays: [at('9001', 'other')] })).toEqual([
      'profile-unlisted: list-stray',
    ]);
    expect(moved({ wholesaleOrder: null, onItsWay: true })).toEqual([
      'profile-unlisted: fulfil-order',
      'profile-unlisted: fulfil-order',
    ]);
    expect(moved({ wholesaleOrder: null, strays: [at('77', 'other'), at('9001')] })).toEqual([]);
  });

  it('are not missing where nobody reads the books', () => {
    expect(found({ lines: [line({ isRead: false })] }, { profiles: [] })).toEqual([]);
    expect(found({}, { profiles: [] })).toEqual(['profile-missing: by-hand']);
  });
});

describe('an order with equal ledgers', () => {
  it('has no difference: delivered, refunded, disputed, with a listed stray', () => {
    expect(found({}, {})).toEqual([]);
    const back = {
      provider: 'paying',
      vendorId: 're_1',
      lines: 'all' as const,
      amount: 1100,
      currency: 'USD',
      status: 'succeeded' as const,
    };
    expect(found({ refunds: [back] }, { refunds: [refund] })).toEqual([]);
    // Payment providers state whole seconds.
    const sameSecond = { lines: [line({ issuedAt: new Date(refund.createdAt.getTime() + 800) })], refunds: [back] };
    expect(found(sameSecond, { refunds: [refund] })).toEqual([]);
    const argued = { provider: 'paying', vendorId: 'dp_1', amount: 1100, currency: 'USD', status: 'needs_response' };
    expect(found({ disputes: [argued] }, { disputes: [dispute] })).toEqual([]);
    expect(
      found(
        { lines: [line({ strays: [at('9002')] })] },
        { profiles: [profile, { ...profile, vendorOrderId: '9002' }] },
      ),
    ).toEqual([]);
    expect(
      found({ payments: [], lines: [line({ issuedAt: null, wholesaleOrder: null })] }, { payments: [], profiles: [] }),
    ).toEqual([]);
  });
});

describe.each<[DifferenceKind, string, Partial<OrderBooks>, Partial<OrderLedgers>]>([
  ['payment-unrecorded', 'recover-payment', { payments: [] }, {}],
  ['payment-missing', 'by-hand', {}, { payments: [] }],
  ['payment-amount', 'by-hand', {}, { payments: [{ ...payment, amount: 1000 }] }],
  ['payment-amount', 'by-hand', {}, { payments: [{ ...payment, currency: 'EUR' }] }],
  ['paid-twice', 'settle-payment', {}, { payments: [payment, { ...payment, paymentRef: 'pi_2' }] }],
  ['refund-unrecorded', 'sync-payment', {}, { refunds: [{ ...refund, amount: 100 }] }],
  [
    'refund-missing',
    'by-hand',
    {
      refunds: [{ provider: 'paying', vendorId: 're_9', lines: 'all', amount: 1, currency: 'USD', status: 'pending' }],
    },
    {},
  ],
  [
    'refund-amount',
    'by-hand',
    {
      refunds: [
        { provider: 'paying', vendorId: 're_1', lines: 'all', amount: 1, currency: 'USD', status: 'succeeded' },
      ],
    },
    { refunds: [refund] },
  ],
  [
    'refund-status',
    'sync-payment',
    {
      refunds: [
        { provider: 'paying', vendorId: 're_1', lines: 'all', amount: 1100, currency: 'USD', status: 'pending' },
      ],
    },
    { refunds: [refund] },
  ],
  ['dispute-unrecorded', 'sync-payment', {}, { disputes: [dispute] }],
  [
    'dispute-missing',
    'by-hand',
    { disputes: [{ provider: 'paying', vendorId: 'dp_9', amount: 1, currency: 'USD', status: 'won' }] },
    {},
  ],
  [
    'dispute-status',
    'sync-payment',
    { disputes: [{ provider: 'paying', vendorId: 'dp_1', amount: 1100, currency: 'USD', status: 'won' }] },
    { disputes: [dispute] },
  ],
  ['refunded-and-delivered', 'by-hand', {}, { refunds: [{ ...refund, createdAt: AT }] }],
  ['order-overdue', 'fulfil-order', { lines: [line({ onItsWay: true, issuedAt: null, overdue: true })] }, {}],
  ['order-overdue', 'by-hand', { lines: [line({ issuedAt: null, overdue: true })] }, {}],
  ['profile-unlisted', 'list-stray', {}, { profiles: [profile, { ...profile, vendorOrderId: '9002' }] }],
  ['profile-unlisted', 'fulfil-order', { lines: [line({ onItsWay: true, wholesaleOrder: null })] }, {}],
  ['profile-missing', 'by-hand', {}, { profiles: [] }],
  ['sold-at-a-loss', 'by-hand', {}, { profiles: [{ ...profile, netPriceCents: 1101 }] }],
])('%s', (kind, repair, ours, theirs) => {
  it(`is found, with the repair ${repair}`, () => {
    expect(found(ours, theirs)).toContain(`${kind}: ${repair}`);
  });
});

describe('an order of several lines', () => {
  const second = { lineId: 'l2', amount: 400, reference: 'cairn-l2', wholesaleOrder: at('9002') };
  const profiles = [profile, { ...at('9002'), reference: 'cairn-l2', netPriceCents: 300, netCurrency: 'USD' }];
  const whole = { totalAmount: 1500, payments: [{ ...books().payments[0]!, amount: 1500 }] };
  const paid = { payments: [{ ...payment, amount: 1500 }] };
  const ours = (change: Partial<LineBooks>, refunds: OrderBooks['refunds'] = []) => ({
    ...whole,
    lines: [line(), line({ ...second, ...change })],
    refunds,
  });
  const back = {
    provider: 'paying',
    vendorId: 're_1',
    lines: { l2: 400 },
    amount: 400,
    currency: 'USD',
    status: 'succeeded' as const,
  };
  const given = { ...refund, amount: 400, lines: { 2: 400 } };

  it('has no difference with one line delivered and the other refunded', () => {
    expect(found(ours({}), { ...paid, profiles })).toEqual([]);
    const undelivered = { issuedAt: null, wholesaleOrder: null, overdue: true };
    expect(found(ours(undelivered, [back]), { ...paid, refunds: [given] })).toEqual([]);
  });

  it('is compared by the lines of its refunds, too', () => {
    const isBack = { issuedAt: null, wholesaleOrder: null, isOpen: false };
    const compare = (lines: OrderBooks['refunds'][number]['lines'], named: typeof refund.lines | object | null) =>
      found(ours(isBack, [{ ...back, lines }]), {
        ...paid,
        refunds: [{ ...given, lines: named as { 2: number } | null }],
      });
    expect(compare({ l2: 400 }, { 2: 400 })).toEqual([]);
    expect(compare({ l2: 400 }, null)).toEqual(['refund-lines: sync-payment']);
    expect(compare(null, { 2: 400 })).toEqual(['refund-lines: sync-payment']);
    expect(compare({ l1: 400 }, { 2: 400 })).toEqual(['refund-lines: by-hand']);
    // A refund of 1.0.0 of the whole order needs no line.
    expect(compare('all', null)).toEqual([]);
    expect(compare(null, null)).toEqual([]);
  });

  it('waits for an operator while a refund names no line, and a line is open', () => {
    const refunds = [{ ...back, lines: null }];
    const open = { issuedAt: null, wholesaleOrder: null, isOpen: true };
    expect(found(ours(open, refunds), { ...paid, refunds: [{ ...given, lines: null }] })).toEqual([
      'refund-undecided: by-hand',
    ]);
  });

  it('with a line that was paid back twice is found, even when our books know one refund only', () => {
    const twice = [given, { ...given, vendorId: 're_2' }];
    const both = [back, { ...back, vendorId: 're_2' }];
    const isBack = { issuedAt: null, wholesaleOrder: null };
    expect(found(ours(isBack, both), { ...paid, refunds: twice })).toEqual(['line-refunded-twice: by-hand']);
    expect(found(ours(isBack, [back]), { ...paid, refunds: twice })).toContain('line-refunded-twice: by-hand');
  });

  it('does not keep a second payment that a dispute has taken back', () => {
    const second = { ...payment, paymentRef: 'pi_2' };
    const lost = { ...dispute, paymentRef: 'pi_2', status: 'lost' };
    const known = {
      disputes: [{ provider: 'paying', vendorId: 'dp_1', amount: 1100, currency: 'USD', status: 'lost' }],
    };
    const both = { payments: [...books().payments, { ...books().payments[0]!, paymentRef: 'pi_2' }] };
    expect(found({ ...both, ...known }, { payments: [payment, second], disputes: [lost] })).toEqual([]);
  });

  it('is compared line by line', () => {
    const cheap = profiles.map((each) => ({ ...each, netPriceCents: 401 }));
    expect(found(ours({}), { ...paid, profiles: cheap })).toEqual(['sold-at-a-loss: by-hand']);
    expect(found(ours({ issuedAt: null, overdue: true }), { ...paid, profiles })).toEqual(['order-overdue: by-hand']);
    const early = { ...given, createdAt: AT };
    expect(found(ours({}, [back]), { ...paid, profiles, refunds: [early] })).toEqual([
      'refunded-and-delivered: by-hand',
    ]);
    expect(found(ours({}), { ...paid, profiles: [profile] })).toEqual(['profile-missing: by-hand']);
  });
});

it('objects of two payment providers that have one id are two objects', () => {
  const elsewhere = { provider: 'other' };
  expect(found({}, { payments: [{ ...payment, ...elsewhere }] })).toEqual([
    'payment-unrecorded: recover-payment',
    'payment-missing: by-hand',
  ]);
  const back = {
    ...elsewhere,
    vendorId: 're_1',
    lines: 'all' as const,
    amount: 1100,
    currency: 'USD',
    status: 'succeeded' as const,
  };
  expect(found({ refunds: [back] }, { refunds: [refund] })).toEqual([
    'refund-unrecorded: sync-payment',
    'refund-missing: by-hand',
  ]);
  // A refund of the other provider gives nothing of this payment back.
  const twice = { payments: [payment, { ...payment, ...elsewhere }] };
  expect(found({ payments: [] }, { ...twice, refunds: [refund] })).not.toContain('paid-twice: settle-payment');
  expect(found({ payments: [] }, twice)).toContain('paid-twice: settle-payment');
  expect(compareOrder(books({ payments: [] }), ledgers())).toMatchObject([{ provider: 'paying', subject: 'pi_1' }]);
});

it('vendor objects with our references but no order need an operator', () => {
  expect(compareStrangers([payment], [profile]).map(({ kind, repair }) => [kind, repair])).toEqual([
    ['payment-of-no-order', 'by-hand'],
    ['profile-of-no-order', 'by-hand'],
  ]);
});

describe('amounts of two currencies', () => {
  const euros = { ...payment, paymentRef: 'pi_2', currency: 'EUR' };

  it('are never equal, and never added up', () => {
    const own = { provider: 'paying', vendorId: 're_1', lines: 'all' as const, amount: 1100, currency: 'EUR' };
    expect(found({ refunds: [{ ...own, status: 'succeeded' }] }, { refunds: [refund] })).toContain(
      'refund-amount: by-hand',
    );
    const argued = { provider: 'paying', vendorId: 'dp_1', amount: 1100, currency: 'EUR', status: 'needs_response' };
    expect(found({ disputes: [argued] }, { disputes: [dispute] })).toContain('dispute-status: sync-payment');
    const twice = compareOrder(books(), ledgers({ payments: [payment, euros] })).find(
      ({ kind }) => kind === 'paid-twice',
    );
    expect([twice?.ours, twice?.theirs]).toEqual([
      { amount: 1100, currency: 'USD' },
      { amount: 1100, currency: 'USD' },
    ]);
    // Dollars give no euros back.
    const back = { ...refund, paymentRef: 'pi_2', currency: 'USD' };
    expect(found({}, { payments: [payment, euros], refunds: [back] })).toContain('paid-twice: settle-payment');
    expect(found({}, { payments: [payment, euros], refunds: [{ ...back, currency: 'EUR' }] })).not.toContain(
      'paid-twice: settle-payment',
    );
  });

  it('show no loss: a net price in another currency is not compared with the price', () => {
    expect(found({}, { profiles: [{ ...profile, netPriceCents: 150_000, netCurrency: 'JPY' }] })).toEqual([]);
  });

  it('of one payment: a dispute in another currency withholds it', () => {
    const withheld = { ...dispute, paymentRef: 'pi_2', amount: 1, currency: 'CHF' };
    expect(found({}, { payments: [payment, euros], disputes: [withheld] })).not.toContain('paid-twice: settle-payment');
  });
});

describe('moved money', () => {
  const cents = fc.integer({ min: 1, max: 500 });

  it('is never overlooked: any refund that differs or exists on one side only is a difference', () => {
    fc.assert(
      fc.property(fc.array(cents, { maxLength: 5 }), fc.array(cents, { maxLength: 5 }), (ours, theirs) => {
        const refunds = theirs.map((amount, at) => ({ ...refund, vendorId: `re_${at}`, amount }));
        const own = ours.map((amount, at) => ({
          provider: 'paying',
          vendorId: `re_${at}`,
          lines: 'all' as const,
          amount,
          currency: 'USD',
          status: 'succeeded' as const,
        }));
        const differences = compareOrder(books({ refunds: own }), ledgers({ refunds })).filter(({ kind }) =>
          kind.startsWith('refund-'),
        );
        expect(differences.length === 0).toBe(JSON.stringify(ours) === JSON.stringify(theirs));
        const total = (list: number[]) => list.reduce((sum, each) => sum + each, 0);
        const gap = differences.reduce((sum, { ours: a, theirs: b }) => sum + (b?.amount ?? 0) - (a?.amount ?? 0), 0);
        expect(gap).toBe(total(theirs) - total(ours));
      }),
    );
  });
});
