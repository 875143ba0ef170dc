import type { Limits } from '../../db/limits.ts';
import type { Notices } from '../../db/notices.ts';
import type { Esims } from '../../modules/esims/esims.ts';
import type { Order, OrderAccess, Orders } from '../../modules/orders/orders.ts';
import { AppError } from '../../shared/errors.ts';

/**
 * Gives an eSIM its owner's own name; an empty one removes it. For those who may correct the address: a person who has
 * only the mail may be another one, whose words would stand on the payer's page. Throws `not-permitted`, `not-found`
 * for a line (numbered from 1) without a delivered eSIM, `too-many-requests`.
 */
export type NameEsim = (input: { order: Order; access: OrderAccess; line: number; name: string }) => Promise<void>;

type Ports = {
  orders: Pick<Orders, 'mayCorrectAddress' | 'profileLines' | 'deliveryOf'>;
  esims: Pick<Esims, 'listByOrders' | 'ofLine' | 'setName'>;
  notices: Pick<Notices, 'orderChanged'>;
  limits: Limits;
};

export function createNameEsim({ orders, esims, notices, limits }: Ports): NameEsim {
  return async function nameEsim({ order, access, line, name }) {
    const delivered = orders.profileLines(order).find(({ position }) => position === line - 1);
    const by = delivered && orders.deliveryOf(order, delivered).id;
    const esim = by && esims.ofLine(await esims.listByOrders([order.id]), by);
    if (!esim) throw new AppError('not-found');
    if (!orders.mayCorrectAddress(order, access)) throw new AppError('not-permitted', { field: 'name' });
    await limits.consume({ 'esim-names-per-order': order.id });
    await esims.setName(esim.id, name === '' ? null : name);
    await notices.orderChanged(order.id);
  };
}
