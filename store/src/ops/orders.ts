import { esimOfLine } from '../modules/esims/esims.ts';
import type { Desk } from '../flows/desk/desk.ts';
import type { OrderRecord } from '../flows/desk/read-order.ts';
import { contradicts } from '../flows/buying/card-country.ts';
import { deliveries } from '../modules/orders/line-state.ts';
import type { Line, Order } from '../modules/orders/orders.ts';
import { ORDER_TEXTS } from '../shared/legal.ts';
import type { Acting } from '../shared/operator.ts';
import { lineTax, percentOf, taxSums } from '../shared/tax.ts';
import { autoTopUpLines } from './auto-top-ups.ts';
import { amount, DRY_RUN, esimReading, esimState, faultInWords, netPrice, row, time, tryLine } from './format.ts';
import { attemptsOf } from './mails.ts';
import { disputeLine } from './money.ts';
import { refundRequestLine } from './refund-requests.ts';
import { replacementLine } from './replacements.ts';
import { withdrawalLines } from './withdrawals.ts';

/** The order commands. */
export const createOrderCommands = ({ orders, refunds }: Pick<Desk, 'orders' | 'refunds'>) => ({
  /** By an order's id or number. */
  findOrder: (idOrNumber: string) => orders.find(idOrNumber),

  /**
   * Refunds the rest of the order, or of one line, and ends the delivery; with `amountCents` a part, which ends nothing.
   * Returns what happens to money and eSIMs.
   */
  async refund(
    order: Order,
    { line = null, amountCents = null, ...acting }: Acting & { line?: Line | null; amountCents?: number | null },
  ): Promise<string[]> {
    const number = line && line.position + 1;
    const refund = await refunds.refund(order.id, { ...acting, line: number, amountCents });
    const { dryRun } = acting;
    const money = `refund ${dryRun ? '' : `${refund.id}: `}${amount(refund.amount, refund.currency)} (${refund.status})`;
    const ending = dryRun ? [DRY_RUN] : [];
    if (refund.scope === 'none')
      return [money, 'A part of the money: eSIMs and deliveries stay as they are.', ...ending, ''];
    const record = await orders.record(order.id);
    const fates = deliveries(order)
      .filter(({ id, replaces }) => line === null || id === line.id || replaces === line.id)
      .map((each) => `${labelOf(order, each, 'eSIM')}: ${fateOf(record, each)}`);
    return [money, ...fates, ...ending, ''];
  },

  /** Orders the held eSIMs at their held price. Throws `wrong-state` when none is held. */
  release: ({ id }: Order, acting: Acting): Promise<number> => orders.release(id, acting),

  /** Queues every task that could move the order on, now. */
  retry: ({ id }: Order, acting: Acting): Promise<void> => orders.retry(id, acting),

  /** The order with all its records and its history. */
  show: async ({ id }: Pick<Order, 'id'>): Promise<string[]> => recordLines(await orders.record(id)),
});

/** What becomes of the eSIM of a refunded line, or of the plan that was added to one. */
function fateOf({ wholesale, esims }: OrderRecord, line: Line): string {
  const { wholesaler, vendorOrderId } = wholesale.find(({ lineId }) => lineId === line.id) ?? {};
  if (line.purpose === 'plan')
    return esimOfLine(esims, line.id)
      ? `the plan was added and stays on the eSIM ${line.esimId ?? '-'}: no wholesaler takes one back. Claim its price at the wholesaler ${wholesaler ?? '-'}: order ${vendorOrderId ?? '-'}.`
      : 'not added, and it will not be. If the wholesaler has added it, "orders stuck" lists it to be claimed back.';
  return esimOfLine(esims, line.id)
    ? `it was issued and stays on the buyer's phone if it is installed. Its codes are no longer shown. Claim it at the wholesaler ${wholesaler ?? '-'}: order ${vendorOrderId ?? '-'}.`
    : 'not issued, and none will be. If the wholesaler has created one, "orders stuck" lists it to be claimed back.';
}

function recordLines(record: OrderRecord): string[] {
  const { order } = record;
  return [
    row('order', `${order.number}  ${order.id}  ${order.status}`),
    ...linesOf(order),
    row('e-mail', order.email),
    row('opened', `${time(order.createdAt)}  paid ${time(order.paidAt)}  fulfilled ${time(order.fulfilledAt)}`),
    row(
      'accepted',
      `${ORDER_TEXTS.map((name) => `${name}/${order.acceptedTexts[name]}`).join('  ')}  ${order.acceptedTexts.locale}  ${time(order.acceptedAt)}`,
    ),
    ...countryLines(record),
    ...paymentLines(record),
    ...deliveryLines(record),
    ...record.autoTopUps.flatMap(autoTopUpLines),
    ...moneyLines(record),
    ...record.mails.map((each) =>
      row('mail', `${each.kind}  ${each.sentAt ? `sent ${time(each.sentAt)}` : attemptsOf(each)}`),
    ),
    ...noticeLines(record),
    row('version', `${record.seen}  (--seen of a command: it is refused when the order has changed since)`),
    'history',
    ...record.history.map(
      (event) =>
        `  ${time(event.at)}  ${event.kind}${event.toStatus ? `  ${event.fromStatus} > ${event.toStatus}` : ''}  ${JSON.stringify(event.detail)}`,
    ),
  ];
}

/** Where the buyer lives, who says so, what else says it, and the request to begin at once. */
const countryLines = ({ order }: OrderRecord) => [
  ...(order.countryVia === null && order.countryEvidence === null
    ? []
    : [
        row(
          'country',
          [
            `${order.country ?? 'by plan'}  ${order.countryVia ?? 'not stated'}`,
            `network ${order.countryEvidence?.network ?? '-'}  card ${order.countryEvidence?.card ?? '-'}`,
            ...(contradicts(order) ? ['CONTRADICTION'] : []),
          ].join('  '),
        ),
      ]),
  ...(order.beginConsent === null
    ? []
    : [
        row(
          'consent',
          `to begin at once/${order.beginConsent.version}  ${order.beginConsent.locale}  ${order.beginConsent.at}`,
        ),
      ]),
  ...taxSums(order.lines.map(lineTax)).map(({ country, rateBp, amount: tax }) =>
    row('tax', `${country}  ${percentOf(rateBp)} %  ${amount(tax, order.currency)}`),
  ),
];

const paymentLines = ({ attempts }: OrderRecord) =>
  attempts.map((each) =>
    row(
      `payment ${each.number}`,
      `${each.status}  ${each.provider}  ${each.pageRef ?? (each.kind === 'page' ? 'no page' : 'charge of a saved card')}  ${each.paymentRef ?? ''}`,
    ),
  );

const lineWith = (order: Order, { lineId }: { lineId: string | null }) =>
  deliveries(order).find(({ id }) => id === lineId);

const deliveryLines = ({ order, wholesale, tries, esims, replacements, refundRequests, withdrawals }: OrderRecord) => [
  ...wholesale.flatMap((each) => [
    row(
      labelOf(order, lineWith(order, each), 'wholesale'),
      `${each.status}  ${each.wholesaler} ${each.packageId}  ${each.reference}  calls ${each.submissions}  doubts ${each.doubts}  ${each.vendorOrderId ?? ''}  ${netPrice(each)}  ${each.lastFault ?? ''}`,
    ),
    ...tries.filter(({ wholesaleOrderId }) => wholesaleOrderId === each.id).map((source) => row('', tryLine(source))),
  ]),
  ...deliveries(order).flatMap((line) => {
    const esim = esimOfLine(esims, line.id);
    const ended = esim?.endedAt ? `  replaced ${time(esim.endedAt)}` : '';
    return esim
      ? [row(labelOf(order, line, 'eSIM'), `${esim.id}  ${esimState(esim)}${ended}`), row('', esimReading(esim))]
      : [];
  }),
  ...replacements.map((each) => row('replacement', ` ${replacementLine(each)}`)),
  ...refundRequests.map((each) => row('request', refundRequestLine(each, order))),
  ...withdrawals.flatMap((each) =>
    withdrawalLines(each, order).map((line, at) => row(at === 0 ? 'withdrawal' : '', line)),
  ),
];

/** What the traveller was told, and how; and when they travel, if they said so. */
const noticeLines = ({ order, notices }: OrderRecord) => [
  ...(order.travelDate === null ? [] : [row('travels', `${order.travelDate}  ${order.timeZone ?? 'zone not known'}`)]),
  ...notices.map(({ kind, told, mailed, position, esimId, at }) => {
    const how = told ? (mailed ? 'mail queued' : 'mails are off') : 'passed with a higher one';
    return row('notice', `${kind}  ${time(at)}  ${how}  plan ${position + 1} of eSIM ${esimId}`);
  }),
];

const moneyLines = ({ order, refunds, disputes, warnings }: OrderRecord) => [
  ...refunds.map((each) =>
    row(
      labelOf(order, lineWith(order, each), 'refund'),
      `${each.id}  ${each.status}  ${each.origin}  ${each.reason}  ${amount(each.amount, each.currency)}  ${each.vendorId ?? ''}  ${each.fault === null ? '' : faultInWords(each.fault)}  ${each.closedNote ?? ''}`,
    ),
  ),
  ...disputes.map((each) => row(each.kind, disputeLine(each))),
  ...warnings.map((each) => row('warning', `${each.vendorId}  ${each.fraudType}  since ${time(each.openedAt)}`)),
];

/** A single line beside the total, or a row with the total and one row per line. */
function linesOf({ lines, totalAmount, currency, locale }: Order): string[] {
  const total = `${amount(totalAmount, currency)}  ${locale}`;
  if (lines.length === 1) return [row('plan', `${soldIn(lines[0])}  ${total}`)];
  return [
    row('lines', `${lines.length}  ${total}`),
    ...lines.map((line) =>
      row(`line ${line.position + 1}`, `${soldIn(line)}  ${amount(line.unitAmount, currency)}  ${line.status}`),
    ),
  ];
}

/** The plan, and the eSIM that it is for when the line buys no new one. */
const soldIn = ({ planId, purpose, esimId }: Line) =>
  purpose === 'profile' ? planId : `${planId} for eSIM ${esimId ?? '-'}`;

/** `eSIM`, or `eSIM 2` in an order of several lines; `eSIM new` of a replacement. */
function labelOf({ lines }: Order, line: Line | undefined, what: string): string {
  if (line?.purpose === 'replacement') return `${what} new`;
  return line && lines.length > 1 ? `${what} ${line.position + 1}` : what;
}
