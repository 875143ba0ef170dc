import type { Clock } from '../../db/clock.ts';
import type { Db } from '../../db/database.ts';
import type { Notices } from '../../db/notices.ts';
import type { Order, OrderBook } from '../../modules/orders/orders.ts';
import { AppError } from '../../shared/errors.ts';
import { isTravelDate } from '../../shared/forms/travel.ts';
import { isTimeZone } from '../../shared/time-zone.ts';

/** A travel date as a buyer gives it. */
export type GivenTravel = { travelDate?: string | undefined; timeZone?: string | undefined };

/** Throws `invalid-input` for a date that is past or too far away, and for a time zone that does not exist. */
export function assertTravel({ travelDate, timeZone }: GivenTravel, now: Date): void {
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw new AppError('invalid-input', { field: 'timeZone', rule: 'value' });
  if (travelDate !== undefined && !isTravelDate(travelDate, now, timeZone))
    throw new AppError('invalid-input', { field: 'travelDate', rule: 'value' });
}

/** Changes the travel date of an order; null removes it. Throws `invalid-input`. */
export type ChangeTravel = (order: Pick<Order, 'id'>, given: GivenTravel | null) => Promise<void>;

export function createChangeTravel({
  db,
  clock,
  orders,
  notices,
}: {
  db: Db;
  clock: Clock;
  orders: Pick<OrderBook, 'changeTravel'>;
  notices: Pick<Notices, 'orderChanged'>;
}): ChangeTravel {
  return async function changeTravel({ id }, given) {
    if (given) assertTravel(given, clock.now());
    const { travelDate = null, timeZone = null } = given ?? {};
    await orders.changeTravel(db, id, { travelDate, timeZone: travelDate === null ? null : timeZone });
    await notices.orderChanged(id);
  };
}
