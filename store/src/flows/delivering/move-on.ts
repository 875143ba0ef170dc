import type { Queryable } from '../../db/database.ts';
import type { Sources } from '../../modules/catalogue/catalogue.ts';
import type { WholesaleRow } from '../../modules/fulfilment/fulfilment.ts';
import type { Line } from '../../modules/orders/orders.ts';
import type { Currency } from '../../shared/money.ts';
import { againIfOpen, type DeliveryPorts, later, named } from './delivery.ts';

/*
 * A plan has sources at several wholesalers. A line asks one at a time. It moves on when the present one has refused, can't
 * be reached, or costs too much; after a call only when a search has shown that the wholesaler holds nothing.
 */

/**
 * The row at the source whose turn it is: the present one, or another to which the row is passed. `refused`: every source
 * refused for good. `wait`: another process has the row.
 */
export async function takeTurn(
  ports: DeliveryPorts,
  line: Line,
  row: WholesaleRow,
): Promise<WholesaleRow | 'refused' | 'wait'> {
  const { db, log, orders, fulfilment, telemetry } = ports;
  const { next, isKnown } = await nextOf(ports, line, row);
  if (next === null) return isKnown ? 'refused' : row;
  const passed = await fulfilment.pass(row, next);
  if (passed === null) {
    await againIfOpen(ports, line);
    return 'wait';
  }
  if (passed === row) return row;
  const { wholesaler: from, lastFault: fault } = row;
  telemetry.wholesaleTurn(from, 'moved-on');
  log.info({ ...named(line), from, to: next.wholesaler, fault }, 'the line moves on to another source');
  await orders.note(db, line.orderId, 'other-source', { line: line.position + 1, from, to: next.wholesaler, fault });
  return passed;
}

/**
 * Queues the next step of a line after the turn of its present source has ended: at once when another source has not had as
 * many turns, otherwise `at` that time. `ifNone`: what is done when every source refused for good.
 */
export async function afterTurn(
  ports: DeliveryPorts,
  line: Line,
  row: WholesaleRow,
  { at, ifNone }: { at: Date; ifNone?: (ports: DeliveryPorts, line: Line, row: WholesaleRow) => Promise<void> },
): Promise<void> {
  const { next, isDue } = await nextOf(ports, line, row);
  if (next === null && ifNone) return ifNone(ports, line, row);
  await later(ports, line, isDue ? ports.clock.now() : at);
}

/**
 * The sources of a line, in the order in which they are asked. A plan for an eSIM has one: the package that was chosen, of
 * the wholesaler of the eSIM.
 */
export const sourcesOf = async (
  { catalogue }: Pick<DeliveryPorts, 'catalogue'>,
  tx: Queryable,
  line: Line,
  currency: Currency,
): Promise<Sources> =>
  line.purpose === 'plan'
    ? [{ wholesaler: line.wholesaler, packageId: line.packageId, netCurrency: currency }]
    : catalogue.sourcesFor(tx, line, currency);

/** `isKnown` is false when none of the line's sources is configured: nothing was refused. */
async function nextOf(ports: DeliveryPorts, line: Line, row: WholesaleRow) {
  const { db, orders, fulfilment } = ports;
  const order = await orders.find(line.orderId);
  const sources = order ? await sourcesOf(ports, db, line, order.currency) : [];
  const configured = sources.filter((source) => fulfilment.isConfigured(source));
  const found = await fulfilment.nextSource(row, configured);
  return { isDue: false, ...found, isKnown: configured.length > 0 };
}
