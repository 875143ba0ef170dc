import type { Db, Queryable } from '../../db/database.ts';
import { createBreakers } from './breakers.ts';
import { isSameSource, nextSource, type NextSource } from './next-source.ts';
import type { FulfilmentWindows } from './schedule.ts';
import * as store from './store.ts';
import { listTries } from './tries-store.ts';

/** A source of a plan, and the currency of its net price. */
type Source = Pick<store.WholesaleRow, 'wholesaler' | 'packageId' | 'netCurrency'>;

type Ports = { db: Db; windows: FulfilmentWindows };

/** Which source of a line has its turn, and the breakers of the wholesalers that decide about it. */
export function createTurns({ db, windows }: Ports) {
  const breakers = createBreakers({ db, windows });

  /** The next of these sources, whose wholesalers are configured. */
  async function next(row: store.WholesaleRow, sources: readonly Source[]): Promise<NextSource<Source>> {
    const [tries, skipped] = await Promise.all([listTries(db, [row.id]), breakers.skipped()]);
    const refused = new Set<string>();
    for (;;) {
      const isSkipped = (wholesaler: string) =>
        refused.has(wholesaler) || skipped.some((each) => each.wholesaler === wholesaler && each.state === 'open');
      const found = nextSource(sources, { tries, present: row, isSkipped });
      const { next: source } = found;
      if (source === null || refused.has(source.wholesaler)) return found;
      const isHalfOpen = skipped.some(
        ({ wholesaler, state }) => wholesaler === source.wholesaler && state === 'half_open',
      );
      if (!isHalfOpen || (await breakers.takeTrial(source.wholesaler, row.id))) return found;
      refused.add(source.wholesaler);
    }
  }

  return {
    breakers,
    nextSource: next,
    /**
     * Passes the row to this source. Null when it may not leave the present one, because a call is open or was not searched
     * for, or because another process has it.
     */
    pass: async (row: store.WholesaleRow, to: Source): Promise<store.WholesaleRow | null> =>
      isSameSource(row, to) ? row : store.switchSource(db, row, to),
    /** The sources of these rows that had their turn. */
    triesOf: (rowIds: string[], on: Queryable = db) => listTries(on, rowIds),
  };
}
