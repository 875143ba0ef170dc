import type { ShownAutoTopUp } from '../flows/desk/auto-top-ups.ts';
import type { Desk } from '../flows/desk/desk.ts';
import type { Order } from '../modules/orders/orders.ts';
import type { Acting } from '../shared/operator.ts';
import { amount, DRY_RUN, row, time } from './format.ts';

/** The command on plans that are added to eSIMs by themselves. */
export const createAutoTopUpCommands = ({ autoTopUps }: Pick<Desk, 'autoTopUps'>) => ({
  async autoTopUpOff({ id }: Order, line: number, acting: Acting): Promise<string[]> {
    const off = await autoTopUps.off(id, line, acting);
    return acting.dryRun
      ? [DRY_RUN]
      : [`auto top-up ${off.id}: off. Its owner gets a mail. What has begun is paid or not, and followed as before.`];
  },
});

/** The lines of `order show`. */
export const autoTopUpLines = ({ autoTopUp: each, charges }: ShownAutoTopUp): string[] => [
  row(
    'auto top-up',
    [
      each.id,
      each.reason === null ? each.state : `${each.state} (${each.reason})`,
      `${each.planId} at ${each.thresholdPercent} %`,
      `${amount(each.amount, each.currency)} each`,
      `cap ${amount(each.capAmount, each.currency)} a month`,
      `agreed ${time(each.consentAt)} to text ${each.consentVersion} ${each.consentLocale}`,
      ...(each.beginConsent === null ? [] : [`to begin at once/${each.beginConsent.version}`]),
    ].join('  '),
  ),
  ...charges.map((charge) =>
    row(
      '',
      `${time(charge.at)}  ${amount(charge.amount, each.currency)}  ${charge.outcome ?? 'not known yet'}  order ${charge.orderId}  plan ${charge.usedPosition + 1} was low${charge.endedAt === null ? '' : '  given up'}`,
    ),
  ),
];
