import type { Db, Tx } from '../../db/database.ts';
import { transactOrTry } from '../../db/dry-run.ts';
import type { AuditLog, Facts, Subject } from '../../modules/audit/audit.ts';
import { AppError, codeOf } from '../../shared/errors.ts';
import type { Acting } from '../../shared/operator.ts';
import { type ActionName, ACTIONS, rightsOf } from './actions.ts';

/** What an action did. `changed` null: nothing, so that the log gets no row. */
export type Done<T> = {
  result: T;
  changed: { before: Facts; after: Facts; orderId?: string | null; subject?: Subject } | null;
};

/**
 * Runs one action of an operator: checks the right and the reason, does the work in one transaction, and writes its row
 * of the audit log there. A dry run does all of it and saves nothing. Throws `not-permitted`, `invalid-input` for a
 * missing reason, and the work's errors: those about the state of the thing name its last action (`change`).
 */
export type Act = <T>(
  action: ActionName,
  acting: Acting,
  subject: Subject,
  work: (tx: Tx) => Promise<Done<T>>,
) => Promise<T>;

export function createAct({ db, audit }: { db: Db; audit: Pick<AuditLog, 'write' | 'lastOf'> }): Act {
  return async (action, acting, subject, work) => {
    const { actor, dryRun = false } = acting;
    const { right, needsReason } = ACTIONS[action];
    if (!rightsOf(actor).includes(right)) throw new AppError('not-permitted', { field: right });
    const reason = acting.reason?.trim() || null;
    if (needsReason && reason === null) throw new AppError('invalid-input', { field: 'reason' });
    try {
      return await transactOrTry(db, dryRun, async (tx) => {
        const { result, changed } = await work(tx);
        if (changed) await audit.write(tx, { actor, action, reason, orderId: null, subject, ...changed });
        return result;
      });
    } catch (error) {
      throw await withChange(error, () => audit.lastOf(subject));
    }
  };
}

/** Errors that say that the thing is in another state than the actor believed. */
const ABOUT_STATE = new Set<string | undefined>([
  'wrong-state',
  'not-found',
  'order-not-refundable',
  'order-not-resendable',
  'esim-not-replaceable',
  'USER_NOT_FOUND',
]);

/** The same error with the last action on the thing, so that the second of two people sees what the first did. */
async function withChange(error: unknown, lastAction: () => ReturnType<AuditLog['lastOf']>): Promise<unknown> {
  if (!ABOUT_STATE.has(codeOf(error))) return error;
  const last = await lastAction();
  return last
    ? Object.assign(error as AppError, { change: { by: last.actor, what: last.action, at: last.at } })
    : error;
}
