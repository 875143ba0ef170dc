import type { Reconciliation } from '../../modules/reconciliation/reconciliation.ts';
import { enqueue } from '../../queue/queue.ts';
import { AppError } from '../../shared/errors.ts';
import { uuidv7 } from '../../shared/ids.ts';
import type { Acting } from '../../shared/operator.ts';
import type { Act } from './act.ts';

type Ports = { act: Act; reconciliation: Pick<Reconciliation, 'closeByHand'> };

/** What an operator does about our books and those of the vendors. */
export const createBookActions = ({ act, reconciliation }: Ports) => ({
  /** Asks the application to compare all ledgers. Returns the id of the run. */
  compare(acting: Acting): Promise<string> {
    const runId = uuidv7();
    return act('books.compare', acting, { kind: 'books', id: runId }, async (tx) => {
      await enqueue(tx, 'reconcile', { full: true, runId }, { key: `reconcile:${runId}` });
      return { result: runId, changed: { before: {}, after: { full: true } } };
    });
  },

  /** Closes a difference that a person has handled. Throws `not-found` when there is no such open one. */
  closeDifference: (id: string, acting: Acting): Promise<void> =>
    act('difference.close', acting, { kind: 'difference', id }, async (tx) => {
      const closed = await reconciliation.closeByHand(tx, id, acting.reason ?? '');
      if (!closed) throw new AppError('not-found', { field: 'difference' });
      const { kind, orderId } = closed;
      const before = { kind, open: true };
      return { result: undefined, changed: { orderId, before, after: { ...before, open: false } } };
    }),
});
