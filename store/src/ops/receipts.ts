import type { Desk } from '../flows/desk/desk.ts';
import type { Order } from '../modules/orders/orders.ts';
import type { Billing } from '../shared/documents.ts';
import type { Acting } from '../shared/operator.ts';
import { DRY_RUN } from './format.ts';
import { UsageError } from './ops-error.ts';

/** The command on receipts. */
export const createReceiptCommands = ({ receipts }: Pick<Desk, 'receipts'>) => ({
  async correctReceipt(order: Order, details: string, acting: Acting): Promise<string[]> {
    const number = await receipts.correct(order.id, { ...acting, change: detailsOf(details) });
    return [
      `receipt ${number}: the store cancels it and issues another one; both stay in the books`,
      ...(acting.dryRun ? [DRY_RUN] : []),
    ];
  },
});

const NAMES = ['name', 'address', 'company', 'vatId'] as const satisfies readonly (keyof Billing)[];

/** `name=value` pairs, each beginning a line; the lines of an address are its own. */
function detailsOf(text: string): Partial<Billing> {
  const pairs = text.split(/\n(?=\w+=)/).map((pair) => /^(\w+)=([^]*)$/.exec(pair) ?? []);
  const unknown = pairs.find(([, name]) => !NAMES.some((each) => each === name));
  if (unknown) throw new UsageError(`DETAILS are name=value pairs; the names are ${NAMES.join(', ')}.`);
  return Object.fromEntries(pairs.map(([, name, value = '']) => [name!, value.trim()])) as Partial<Billing>;
}
