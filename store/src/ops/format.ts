import type { Esim, EsimPlan } from '../modules/esims/esims.ts';
import type { Try } from '../modules/fulfilment/fulfilment.ts';
import { decimalOf } from '../shared/money.ts';

/** The output format of the commands: plain text, two spaces between the parts of a line. */

/** A line of `order show`: a label, then its text. */
export const row = (label: string, text: string) => `${label.padEnd(12)}${text.trim()}`;
export const time = (at: Date | null) => at?.toISOString() ?? '-';
/** `4.50 USD`; `-` for no amount. Without its letters where the row has none: version 1.0.0 wrote it. */
export const amount = (cents: number | null, currency: string | null) =>
  cents === null
    ? '-'
    : currency === null
      ? (cents / 100).toFixed(2)
      : `${decimalOf({ amount: cents, currency })} ${currency}`;

/** The last line of a dry run. */
export const DRY_RUN = 'dry run: nothing was saved, and nothing is sent';

/** The states of a profile and its plans. */
export const esimState = ({ profileState, plans }: Pick<Esim, 'profileState' | 'plans'>) =>
  `profile ${profileState}  ${plans.map(planState).join('  ')}`;

/** When the usage was last read, since when the wholesaler is silent, and since when it is not believed. */
export const esimReading = ({
  usageAt,
  awaySince,
  doubtedSince,
}: Pick<Esim, 'usageAt' | 'awaySince' | 'doubtedSince'>) =>
  [
    usageAt === null ? 'usage never read' : `usage read ${time(usageAt)}`,
    ...(awaySince === null ? [] : [`no answer since ${time(awaySince)}`]),
    ...(doubtedSince === null ? [] : [`not believed since ${time(doubtedSince)}`]),
  ].join('  ');

const planState = ({ state, remainingMb, dataMb, expiresAt }: EsimPlan) =>
  `plan ${state}  ${remainingMb} of ${dataMb} MB  ends ${time(expiresAt)}`;

/** The cost of an eSIM: as charged, else as last checked. */
export function netPrice(each: {
  chargedNetCents: number | null;
  quotedNetCents: number | null;
  netCurrency: string;
}): string {
  return `net price ${amount(each.chargedNetCents ?? each.quotedNetCents, each.netCurrency)}`;
}

/** A source of a line that had its turn, and why that ended. */
export const tryLine = ({ wholesaler, packageId, turns, askedAt, refusedForGood, lastFault, vendorOrderId }: Try) =>
  [
    `tried ${wholesaler} ${packageId}`,
    `turns ${turns}`,
    askedAt === null ? 'never called' : `last called ${time(askedAt)}`,
    ...(vendorOrderId === null ? [] : [`has order ${vendorOrderId}`]),
    ...(lastFault === null ? [] : [lastFault]),
    ...(refusedForGood ? ['not asked again'] : []),
  ].join('  ');

/** The payment provider's codes for a refused or failed refund, as messages. */
const FAULTS: Record<string, string> = {
  charge_disputed: 'the payment is disputed: the bank decides',
  charge_already_refunded: 'the vendor has given all of it back already',
  charge_for_pending_refund_disputed: 'the buyer disputed the payment while the refund was pending',
  declined: 'the bank declined it',
  expired_or_canceled_card: 'the card has expired or was cancelled',
  insufficient_funds: 'our balance at the vendor is too low',
  lost_or_stolen_card: 'the card was lost or stolen',
  merchant_request: 'it was cancelled at our request',
  unknown: 'the bank gave no reason',
};
/** Why a refund failed, as a message. */
export const faultInWords = (fault: string | null) => (fault === null ? '' : (FAULTS[fault] ?? `refused: ${fault}`));
