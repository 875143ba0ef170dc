import type { Desk } from '../flows/desk/desk.ts';
import type { ShownReplacement } from '../flows/desk/replacements.ts';
import type { Order, Replacement } from '../modules/orders/orders.ts';
import type { Acting } from '../shared/operator.ts';
import { amount, DRY_RUN, esimState, time } from './format.ts';

/** The commands on new eSIMs in place of delivered ones. */
export const createReplacementCommands = ({ replacements }: Pick<Desk, 'replacements'>) => ({
  async replacements(): Promise<string[]> {
    const shown = await replacements.open();
    const waiting = shown.filter(({ replacement }) => replacement.state === 'requested').length;
    return [`replacements that await a person: ${waiting}`, ...shown.flatMap(factsOf)];
  },

  async requestReplacement({ id }: Order, line: number, acting: Acting): Promise<string[]> {
    const { id: made, state } = await replacements.request(id, line, acting);
    return acting.dryRun
      ? [DRY_RUN]
      : [
          `replacement ${made}: ${state}`,
          ...(state === 'requested' ? ['"replacements" shows its facts, "replacement approve" confirms it.'] : []),
        ];
  },

  async approveReplacement(id: string, acting: Acting): Promise<string[]> {
    const approved = await replacements.approve(id, acting);
    return [
      `replacement ${approved.id}: confirmed${costOf(approved)}`,
      'The store ends the old eSIM where the wholesaler can, then delivers the new one and mails it.',
      ...(acting.dryRun ? [DRY_RUN] : []),
    ];
  },

  async refuseReplacement(id: string, acting: Acting): Promise<string[]> {
    const refused = await replacements.refuse(id, acting);
    return [`replacement ${refused.id}: refused. The buyer gets a mail.`, ...(acting.dryRun ? [DRY_RUN] : [])];
  },
});

const costOf = ({ netCents, netCurrency }: Replacement) =>
  netCents === null ? '' : `, at ${amount(netCents, netCurrency)}`;

function factsOf({ replacement: each, order, esim }: ShownReplacement): string[] {
  const line = order.lines.findIndex(({ id }) => id === each.lineId) + 1;
  const cost = each.netCents === null ? 'net price not known' : `net price ${amount(each.netCents, each.netCurrency)}`;
  return [
    `  ${each.id}  ${each.state}  asked ${time(each.createdAt)} by the ${each.askedBy}: ${each.reason}`,
    `    order ${order.number}  line ${line}  ${order.status}  ${order.email}`,
    `    old eSIM ${esim.id}  ${esim.wholesaler}  ${esimState(esim)}  read ${time(esim.usageAt)}`,
    `    left when asked: ${each.leftMb} MB  ${each.leftDays} days  until ${time(each.endsAt)}`,
    `    new: ${each.planId}  ${each.dataMb} MB  ${each.days} days  ${each.wholesaler} ${each.packageId}  ${cost}`,
    ...(each.oldProfile === 'unknown'
      ? [
          '    The wholesaler can not end the old profile: on a phone that still has it, it may work until its plan ends.',
        ]
      : []),
  ];
}

/** A line of `order show`. */
export const replacementLine = (each: Replacement) =>
  [
    each.id,
    each.state,
    `${each.reason}, asked by the ${each.askedBy} ${time(each.createdAt)}`,
    `${each.planId} from ${each.wholesaler} ${each.packageId}`,
    each.netCents === null ? 'net price not known' : `net price ${amount(each.netCents, each.netCurrency)}`,
    ...(each.oldProfile === null ? [] : [OLD[each.oldProfile]]),
    ...(each.fault === null ? [] : [each.fault]),
  ].join('  ');

const OLD = {
  ended: 'old profile ended by its wholesaler',
  deleted: 'old profile was deleted before',
  unknown: 'old profile may still work: its wholesaler can not end it',
};
