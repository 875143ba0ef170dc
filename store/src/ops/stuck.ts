import type { Desk } from '../flows/desk/desk.ts';
import type { Stuck } from '../flows/desk/read-stuck.ts';
import type { Order } from '../modules/orders/orders.ts';
import { amount, faultInWords, netPrice, time, tryLine } from './format.ts';
import { attemptsOf } from './mails.ts';
import { openLossLines } from './refund-requests.ts';

/** What needs a person: counts first, then details. */
export function createStuckReport(desk: Pick<Desk, 'stuck'>, disputes: () => Promise<string[]>) {
  return async function stuck(): Promise<string[]> {
    const found = await desk.stuck();
    return [
      ...orderLines(found),
      ...lossLines(found),
      ...refundLines(found),
      ...(await disputes()),
      ...mailLines(found),
      `late profiles to claim back: ${found.strays.length}`,
      ...found.strays.map(
        (stray) => `  ${stray.wholesaler}  wholesale order ${stray.vendorOrderId}  order ${stray.orderId}`,
      ),
      `plans unavailable: ${found.plans.length}`,
      ...found.plans.map(
        (plan) => `  ${plan.planId}  ${plan.wholesaler ?? '-'} ${plan.packageId}  ${plan.fault ?? ''}`,
      ),
      `payment events unhandled: ${found.unhandledEvents}`,
      `tickets open: ${found.openTickets}`,
      ...replacementLines(found),
      ...requestLines(found),
      ...withdrawalLines(found),
    ];
  };
}

const orderLines = ({ waiting, held }: Stuck) => [
  `orders stuck: ${waiting.length}`,
  ...waiting.flatMap(({ order, nextLook, tries }) => [
    `  ${order.number}  ${order.id}  ${order.status}${linesOf(order)}  since ${time(order.updatedAt)}  ${lookIn(nextLook)}`,
    ...tries.map((source) => `    ${tryLine(source)}`),
  ]),
  `orders held, because they would be sold at a loss: ${held.length}`,
  ...held.map(
    (each) =>
      `  order ${each.orderId}  ${each.wholesaler} ${each.packageId}  ${netPrice(each)}  ${each.lastFault ?? ''}  refunded automatically ${time(each.deadline)}  (order release ID, or order refund ID)`,
  ),
];

/** New eSIMs that a person must confirm, and those that are confirmed and do not get on. */
const replacementLines = ({ replacements }: Stuck) => [
  `replacements that await a person: ${replacements.filter(({ state }) => state === 'requested').length}`,
  ...replacements.map(
    (each) => `  ${each.id}  ${each.state}  order ${each.orderId}  since ${time(each.updatedAt)}  (replacements)`,
  ),
];

/** Requests for refunds that a person must answer, those on their way, and what refunds have cost. */
const requestLines = ({ refundRequests, openLosses }: Stuck) => [
  `requests for refunds that await a person: ${refundRequests.filter(({ state }) => state === 'asked').length}`,
  ...refundRequests.map(
    (each) =>
      `  ${each.id}  ${each.state}  order ${each.orderId}  since ${time(each.updatedAt)}${each.answerBy === null ? '' : `  answer by ${time(each.answerBy)}`}  (refund-requests)`,
  ),
  `refunded eSIMs whose price was not given back: ${openLosses.length}`,
  ...openLosses.flatMap(openLossLines),
];

/** Declarations that nothing proves: the money is due within 14 days of them. */
const withdrawalLines = ({ withdrawals }: Stuck) => {
  const waiting = withdrawals.filter(({ waitsFor }) => waitsFor === 'person');
  return [
    `withdrawals that await a person: ${waiting.length}`,
    ...waiting.map(
      ({ withdrawal: { id, number, submittedAt } }) =>
        `  ${id}  ${number}  declared ${time(submittedAt)}  (withdrawals)`,
    ),
  ];
};

const lossLines = ({ budgetsOfToday, lossDays, losses }: Stuck) => [
  ...(budgetsOfToday.length === 0 ? ['lost today: nothing'] : []),
  ...budgetsOfToday.map(
    ({ lostCents, reservedCents, currency }) =>
      `lost today: ${amount(lostCents, currency)}, reserved by open calls: ${amount(reservedCents, currency)}`,
  ),
  `orders sold at a loss in ${lossDays} days: ${losses.length}`,
  ...losses.map(
    (each) =>
      `  order ${each.orderId}  paid ${amount(each.paidCents, each.currency)}  net price ${amount(each.chargedNetCents, each.currency)}`,
  ),
];

const refundLines = ({ undecidedRefunds, failedRefunds }: Stuck) => [
  `refunds that name no line: ${undecidedRefunds.length}`,
  ...undecidedRefunds.map(
    (refund) =>
      `  order ${refund.orderId}  ${amount(refund.amount, refund.currency)}  refund ${refund.id}  ${refund.vendorId ?? ''}  (refund assign REFUND LINES REASON: line numbers such as 2 or 2,3, or none)`,
  ),
  `refunds failed: ${failedRefunds.length}`,
  ...failedRefunds.map(
    (refund) =>
      `  order ${refund.orderId}  ${amount(refund.amount, refund.currency)}  refund ${refund.id}  ${faultInWords(refund.fault)}`,
  ),
];

const mailLines = ({ mails: { late, ended } }: Stuck) => [
  `mails waiting: ${late.count}`,
  ...late.first.map((mail) => `  ${mail.kind}  about ${mail.subjectId}  ${attemptsOf(mail)}`),
  `mails refused or given up: ${ended.count}`,
  ...ended.first.map((mail) => `  ${mail.kind}  about ${mail.subjectId}  ${attemptsOf(mail)}`),
];

/** When the store looks at an order again. */
function lookIn(nextLook: Stuck['waiting'][number]['nextLook']): string {
  if (nextLook === 'now') return 'looked at now';
  return nextLook ? `looked at again ${time(nextLook)}` : 'looked at again by the next sweep (SWEEP_SECONDS)';
}

/** The statuses of the lines of an order with several: `  (fulfilled, fulfilling)`. */
const linesOf = ({ lines }: Order) => (lines.length > 1 ? `  (${lines.map(({ status }) => status).join(', ')})` : '');
