import { text } from 'node:stream/consumers';
import type { Desk } from '../flows/desk/desk.ts';
import type { ShownWithdrawal } from '../flows/desk/withdrawals.ts';
import type { Order } from '../modules/orders/orders.ts';
import type { Acting } from '../shared/operator.ts';
import type { Withdrawal } from '../modules/rights/withdrawals/withdrawals.ts';
import { amount, DRY_RUN, time } from './format.ts';

/** The commands on declarations of withdrawal. */
export const createWithdrawalCommands = ({ withdrawals }: Pick<Desk, 'withdrawals'>) => ({
  async withdrawals(): Promise<string[]> {
    const shown = await withdrawals.open();
    const waiting = shown.filter(({ waitsFor }) => waitsFor === 'person').length;
    return [`withdrawals that await a person: ${waiting}`, ...shown.flatMap(factsOf)];
  },

  async carryOutWithdrawal(id: string, order: Order, acting: Acting): Promise<string[]> {
    const { number } = await withdrawals.carryOut(id, order.id, acting);
    return [
      `withdrawal ${number}: carried out for order ${order.number}, as of its declaration`,
      'The store gives back what is due, and mails what that is.',
      ...(acting.dryRun ? [DRY_RUN] : []),
    ];
  },

  async answerWithdrawal(id: string, words: string, acting: Acting): Promise<string[]> {
    const answer = words === '-' ? await text(process.stdin) : words;
    const { number } = await withdrawals.answer(id, answer, acting);
    return [`withdrawal ${number}: answered. The answer goes to the address that was typed.`];
  },
});

function factsOf({ withdrawal: each, order, waitsFor }: ShownWithdrawal): string[] {
  const isTheirs = order?.emailKey === each.emailKey;
  return [
    `  ${each.id}  ${each.number}  ${each.state}  declared ${time(each.submittedAt)}  ${WAITS[waitsFor]}`,
    `    ${each.name}  ${each.email}  order number as typed: ${each.orderNumber}`,
    order === null
      ? '    there is no order with this number ("find" searches by address)'
      : `    order ${order.number}  ${order.status}  paid ${time(order.paidAt)}  ${isTheirs ? 'of this address' : 'of ANOTHER address'}`,
  ];
}

/** A declaration that names the order: who declared it and when, and what was done with each line. */
export function withdrawalLines(withdrawal: Withdrawal, { lines, currency, emailKey }: Order): string[] {
  const { id, number, state, proof, submittedAt, doneAt, lineIds, outcome } = withdrawal;
  const positionOf = (lineId: string) => (lines.find((line) => line.id === lineId)?.position ?? 0) + 1;
  const what = lineIds === null ? 'the whole order' : `line ${lineIds.map(positionOf).join(', ')}`;
  const whose = withdrawal.emailKey === emailKey ? 'of this address' : 'of ANOTHER address';
  return [
    `${number}  ${id}  ${state}  proof ${proof}`,
    `declared ${time(submittedAt)}  ${what}  ${whose}${doneAt === null ? '' : `  done ${time(doneAt)}`}`,
    ...(outcome ?? []).map(({ lineId, share }) => {
      const said =
        share.what === 'back'
          ? `back ${amount(share.back, currency)}  kept ${amount(share.kept, currency)}`
          : `${share.what}  ${share.why}`;
      return `line ${positionOf(lineId)}  ${said}`;
    }),
  ];
}

const WAITS = {
  person: 'a person has to look',
  mailbox: 'its mailbox was asked to confirm it',
  store: 'is being carried out',
};
