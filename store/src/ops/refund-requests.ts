import type { Desk } from '../flows/desk/desk.ts';
import type { Granting, ShownRequest } from '../flows/desk/refund-requests.ts';
import type { OpenLoss, RefundRequest } from '../modules/rights/rights.ts';
import type { Order } from '../modules/orders/orders.ts';
import { AppError } from '../shared/errors.ts';
import type { Acting } from '../shared/operator.ts';
import { amount, DRY_RUN, time } from './format.ts';
import { minorUnitsOf } from './options.ts';

/** The commands on requests for refunds, and on the losses that refunds have left. */
export const createRefundRequestCommands = ({ refundRequests, losses }: Pick<Desk, 'refundRequests' | 'losses'>) => ({
  async refundRequests(): Promise<string[]> {
    const shown = await refundRequests.open();
    const waiting = shown.filter(({ request }) => request.state === 'asked').length;
    return [`requests for refunds that await a person: ${waiting}`, ...shown.flatMap(factsOf)];
  },

  async grantRefund(id: string, { amount: text, ...acting }: Acting & { amount: string | null }): Promise<string[]> {
    const shown = await refundRequests.find(id);
    if (!shown) throw new AppError('not-found', { field: 'refund-request' });
    const { currency } = shown.order;
    const granting: Granting = { ...acting, amountCents: text === null ? null : minorUnitsOf(text, currency) };
    const granted = await refundRequests.grant(id, granting);
    return [
      `refund request ${id}: granted, ${amount(granted.amount, currency)}. The buyer gets a mail with the answer.`,
      granted.profile === null
        ? 'The eSIM and its delivery stay as they are.'
        : 'The eSIM ends: it is given back to the wholesaler, or ended there, where that is possible.',
      ...(acting.dryRun ? [DRY_RUN] : []),
    ];
  },

  async refuseRefund(id: string, acting: Acting): Promise<string[]> {
    await refundRequests.refuse(id, acting);
    return [
      `refund request ${id}: refused. The buyer gets a mail with the answer.`,
      ...(acting.dryRun ? [DRY_RUN] : []),
    ];
  },

  async losses(): Promise<string[]> {
    const found = await losses.open();
    return [`refunded eSIMs whose price was not given back: ${found.length}`, ...found.flatMap(openLossLines)];
  },

  async claimLoss(id: string, acting: Acting & { reference: string | null }): Promise<string[]> {
    return [`loss ${id}: ${(await losses.claim(id, acting)).state}`];
  },
  async lossPaid(id: string, acting: Acting): Promise<string[]> {
    return [`loss ${id}: ${(await losses.paid(id, acting)).state}`];
  },
  async writeOffLoss(id: string, acting: Acting): Promise<string[]> {
    return [`loss ${id}: ${(await losses.writeOff(id, acting)).state}`];
  },
});

function factsOf({ request: each, order, line }: ShownRequest): string[] {
  const { currency } = order;
  const told = [each.place, each.period].filter((word) => word !== null && word !== '').join(', ');
  return [
    `  ${each.id}  ${each.state}  ${each.kind}${each.reason === null ? '' : `: ${each.reason}`}  asked ${time(each.createdAt)}${each.answerBy ? `, answer by ${time(each.answerBy)}` : ''}`,
    `    order ${order.number}  line ${line.position + 1}  ${order.status}  ${order.email}  paid ${amount(line.unitAmount, currency)}, asked for up to ${amount(each.amount, currency)}`,
    `    why a person: ${each.why ?? 'none needed'}  ${seenIn(each)}${each.profile === null ? '' : `  profile at the wholesaler: ${each.profile}`}`,
    ...(told === '' ? [] : [`    where and when: ${told}`]),
    ...(each.words ? [`    tried: ${each.words.replaceAll(/\s+/g, ' ')}`] : []),
  ];
}

const seenIn = ({ seen }: RefundRequest) =>
  seen === null
    ? 'the network said nothing'
    : `the network said: ${seen.planState}, ${seen.usedMb} of ${seen.planMb === 0 ? 'unlimited' : seen.planMb} MB used, ${seen.usedDays} of ${seen.planDays} days, profile ${seen.profileState ?? 'not known'}`;

export const openLossLines = (each: OpenLoss): string[] => [
  `  ${each.id}  ${each.state}  since ${time(each.createdAt)}  order ${each.orderId}  ${each.wholesaler} ${each.vendorOrderId ?? ''}  ${each.netCents === null ? 'net price not known' : amount(each.netCents, each.netCurrency)}${each.claimRef === null ? '' : `  claim ${each.claimRef}`}${each.mayWork ? '  the eSIM may still work' : ''}`,
];

/** A line of `order show`. */
export const refundRequestLine = (each: RefundRequest, { currency }: Pick<Order, 'currency'>) =>
  [
    each.id,
    each.state,
    `${each.kind}${each.reason === null ? '' : `: ${each.reason}`}, asked ${time(each.createdAt)}`,
    `${amount(each.amount, currency)}${each.kept > 0 ? `, kept for use ${amount(each.kept, currency)}` : ''}`,
    ...(each.why === null ? [] : [`why a person: ${each.why}`]),
    ...(each.profile === null ? [] : [`profile ${each.profile}`]),
  ].join('  ');
