import { expect, test } from 'vitest';
import {
  compareDocuments,
  compareShown,
  type DocumentFact,
  type DocumentFacts,
  moneyByOrder,
} from '../../bench/chaos/document-verdict.ts';

/** Each rule by which a run with faults judges receipts and credit notes, against a violation that was planted. */

const receipt = (changes: Partial<DocumentFact> = {}): DocumentFact => ({
  id: 'document-1',
  kind: 'receipt',
  series: 'R-2026',
  number: 1,
  order_id: 'order-1',
  refund_id: null,
  cancelled_by: null,
  total: 1_100,
  lines: 1_100,
  ...changes,
});
const note = (changes: Partial<DocumentFact> = {}): DocumentFact => ({
  ...receipt(),
  id: 'document-2',
  kind: 'credit-note',
  series: 'C-2026',
  refund_id: 'refund-1',
  total: -400,
  lines: -400,
  ...changes,
});

/** An order of which a part went back. */
const facts = (changes: Partial<DocumentFacts> = {}): DocumentFacts => ({
  series: [
    { series: 'R-2026', last: 1 },
    { series: 'C-2026', last: 1 },
  ],
  documents: [receipt(), note()],
  orders: [{ id: 'order-1', total: 1_100 }],
  refunds: [{ id: 'refund-1', order_id: 'order-1', amount: 400, isMade: true }],
  money: new Map([['order-1', { taken: 1_100, back: 400 }]]),
  ...changes,
});
const faults = (changes: Partial<DocumentFacts>) => compareDocuments(facts(changes));
const says = (...words: string[]) => words.map((each) => expect.stringMatching(each) as unknown as string);

test('what went right is no violation', () => {
  expect(faults({})).toEqual([]);
  const cancelled = [
    receipt(),
    note({ cancelled_by: 'document-3' }),
    note({ id: 'document-3', kind: 'cancellation', series: 'A-2026', refund_id: 'refund-1', total: 400, lines: 400 }),
  ];
  const series = [...facts().series, { series: 'A-2026', last: 1 }];
  const money = new Map([['order-1', { taken: 1_100, back: 0 }]]);
  const refunds = [{ ...facts().refunds[0]!, isMade: false }];
  expect(faults({ documents: cancelled, series, money, refunds })).toEqual([]);
});

test('a gap in a series, a number twice, and a series that is not open', () => {
  expect(faults({ documents: [receipt({ number: 2 }), note()] })).toEqual(says('series R-2026'));
  const two = [receipt(), receipt({ id: 'document-4', order_id: 'order-2' }), note()];
  const orders = [...facts().orders, { id: 'order-2', total: 1_100 }];
  expect(faults({ documents: two, orders })).toEqual(says('series R-2026: 1 numbers of 2 documents'));
  expect(faults({ series: [{ series: 'R-2026', last: 2 }, facts().series[1]!] })).toEqual(says('counted 2'));
  expect(faults({ series: [facts().series[0]!] })).toEqual(says('series C-2026 is not open'));
});

test('an order without its receipt, a refund without its credit note or with two, and a note of no refund', () => {
  const series = [facts().series[1]!];
  expect(faults({ documents: [note()], series, money: new Map() })).toEqual(says('order order-1 has 0 receipts'));
  const lacking = { documents: [receipt()], series: [facts().series[0]!] };
  expect(faults(lacking)).toEqual(says('400 cents refunded, 0 credited in 0 notes', 'its documents say 1100 cents'));
  const twice = [receipt(), note(), note({ id: 'document-3', number: 2 })];
  const more = [facts().series[0]!, { series: 'C-2026', last: 2 }];
  expect(faults({ documents: twice, series: more })).toEqual(says('800 credited in 2 notes', 'say 300 cents'));
  expect(faults({ refunds: [{ ...facts().refunds[0]!, isMade: false }] })).toEqual(
    says('0 cents refunded, 400 credited'),
  );
  expect(faults({ refunds: [] })).toEqual(says('C-2026-0001 credits no refund'));
});

test('a document whose lines or order are not its total, and an order whose documents are not its money', () => {
  expect(faults({ documents: [receipt({ lines: 1_000 }), note()] })).toEqual(says('R-2026-0001: its lines'));
  expect(faults({ orders: [{ id: 'order-1', total: 1_000 }] })).toEqual(says('R-2026-0001: its lines, or its order'));
  const money = new Map([['order-1', { taken: 1_100, back: 800 }]]);
  expect(faults({ money })).toEqual(says('its documents say 700 cents, the vendor has 1100 less 800'));
});

test('the money of an order is that of its payments, less the refunds that were made', () => {
  const paid = { id: 'pi_1', status: 'succeeded', amount_received: 1_100, metadata: { order_id: 'order-1' } };
  const refund = { payment_intent: 'pi_1', status: 'succeeded', amount: 400 };
  const ledger = {
    payment_intents: [paid, { ...paid, id: 'pi_2', status: 'canceled' }],
    refunds: [refund, { ...refund, status: 'failed' }],
  };
  expect(moneyByOrder(ledger)).toEqual(new Map([['order-1', { taken: 1_100, back: 400 }]]));
});

test('a number that was shown belongs to the same order, or to none after a restore', () => {
  const gap = { backupAt: 1_000, restoredAt: 2_000 };
  const shown = { number: 'R-2026-0001', orderId: 'order-1', kind: 'receipt', at: 1_500 };
  const compare = (documents: DocumentFact[], gaps = [gap], all = [shown, shown]) => compareShown(all, documents, gaps);
  expect(compare([receipt()])).toEqual({ lost: 0, violations: [] });
  expect(compare([])).toEqual({ lost: 1, violations: [] });
  expect(compare([], []).violations).toEqual(says('was shown and does not exist'));
  expect(compare([receipt({ order_id: 'order-2' })]).violations).toEqual(says("is order order-2's"));
  const two = [shown, { ...shown, orderId: 'order-2' }];
  expect(compare([receipt()], [gap], two).violations).toEqual(says('was shown for 2 orders'));
});
