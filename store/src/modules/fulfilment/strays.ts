import type { Clock } from '../../db/clock.ts';
import type { Db, Tx } from '../../db/database.ts';
import * as store from './store.ts';
import type { At } from './wholesale-books.ts';
import type { WholesaleOrder } from './wholesaler.ts';

/** Profiles that were made for a line and must never be issued. */
export function createStrays({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /**
     * Stores a profile that must never be issued; true when it is new. It is recorded on the row that ordered it, which
     * its reference names: on another row, reconciliation would report it as a difference forever. A profile that is
     * already stored on the line's row is not recorded. Runs under the order's lock.
     */
    async recordStray(
      tx: Tx,
      row: store.WholesaleRow,
      { wholesaler, vendorOrderId, reference }: At<Pick<WholesaleOrder, 'vendorOrderId' | 'reference'>>,
    ): Promise<boolean> {
      if (reference !== row.reference) throw new Error('a stray is listed on the line that ordered it');
      const current = await store.findById(tx, row.id);
      // An open row may still adopt it.
      if (!current || ['waiting', 'held', 'submitted'].includes(current.status)) return false;
      if (isOrderOf(current, { wholesaler, vendorOrderId })) return false;
      return store.insertStray(tx, { wholesaler, vendorOrderId, wholesaleOrderId: row.id, foundAt: clock.now() });
    },
    /** The orders among these that were not listed as strays. Strays may already have been claimed back. */
    async usable<T extends store.VendorOrder>(row: store.WholesaleRow, orders: readonly T[]): Promise<T[]> {
      const strays = await store.listStraysOf(db, [row.id]);
      return orders.filter((order) => !strays.some((stray) => store.isSameOrder(stray, order)));
    },
    /** True for the order that this row is done with. */
    isOrderOf,
  };
}

const isOrderOf = (row: Pick<store.WholesaleRow, 'wholesaler' | 'vendorOrderId'>, order: store.VendorOrder) =>
  row.wholesaler === order.wholesaler && row.vendorOrderId === order.vendorOrderId;
