import type { Tx } from '../../db/database.ts';
import type { AutoTopUp } from '../../modules/auto-top-ups/auto-top-ups.ts';
import type { Esim } from '../../modules/esims/esims.ts';
import type { Order } from '../../modules/orders/orders.ts';
import type { TopUpChoice, TopUpsView } from '../../shared/views.ts';

/** What can be added to an eSIM now, and the order that buys it (`flows/buying/top-up.ts`). */
export type AddablePlans = {
  /** The plans with an amount of data that the wholesaler adds to the eSIM of a line, at today's prices. */
  of(line: Pick<AutoTopUp, 'orderId' | 'lineId'>): Promise<TopUpsView>;
  /** Opens the order of a plan from the last answer for this eSIM. Idempotent by its key. */
  open(tx: Tx, input: { row: AutoTopUp; esim: Esim; order: Order; idempotencyKey: string }): Promise<Order>;
};

/** Those of which a threshold can be known. */
export const withData = (choices: readonly TopUpChoice[]): TopUpChoice[] =>
  choices.filter(({ unlimited }) => unlimited === null);
