import type { Context } from 'hono';
import type { Services } from '../services.ts';
import type { Wants } from '../shared/connection/about.ts';
import { phoneOf, readState } from '../shared/connection/address.ts';
import { AppError } from '../shared/errors.ts';
import type { OrderView } from '../shared/views.ts';
import type { HttpEnv } from './context.ts';

/** What the form of "No connection?" says. */
export type ConnectionReport = {
  /** The number of the eSIM, from 1. */
  line: number;
  /** The search, as its address has it. */
  state: string;
  wants: Wants;
  note: string;
};

/**
 * Opens a ticket about an eSIM of an order that the caller may see. `not-found`: the order has no such eSIM that works.
 * Throws `too-many-requests`.
 */
export async function reportConnection(
  c: Context<HttpEnv>,
  services: Services,
  { order, accountId }: { order: OrderView; accountId: string | null },
  { line, wants, note, state: said }: ConnectionReport,
): Promise<void> {
  const esim = order.lines[line - 1]?.esim;
  const state = readState(new URLSearchParams(said), Date.now());
  const about = esim && (await services.connection.about(order.id, line, state.country));
  if (!esim || !about) throw new AppError('not-found');
  await services.reportConnection({
    order,
    line,
    esim,
    about,
    state,
    phone: state.phone ?? phoneOf(c.req.header('user-agent') ?? ''),
    wants,
    note,
    locale: c.var.locale,
    accountId,
    clientAddress: c.var.clientAddress,
  });
}
