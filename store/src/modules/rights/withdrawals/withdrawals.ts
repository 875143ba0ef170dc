import { hash } from 'node:crypto';
import type { Clock } from '../../../db/clock.ts';
import type { Db, Queryable, Tx } from '../../../db/database.ts';
import { createIdTokens, type IdTokens } from '../../../db/id-tokens.ts';
import { foldEmail } from '../../../shared/email.ts';
import { AppError } from '../../../shared/errors.ts';
import { readableCode, uuidv7 } from '../../../shared/ids.ts';
import { keptMs } from '../../../shared/retention.ts';
import { DECLARATION_VERSION, PROOF_DAYS, type WithdrawalProof } from '../../../shared/withdrawal.ts';
import { openDeclarations } from './standing-store.ts';
import * as store from './store.ts';
import type { WithdrawalOutcome } from './types.ts';

export type { WithdrawalOutcome } from './types.ts';
export type { WithdrawalRow as Withdrawal } from './store.ts';

/** Within these minutes the same form is the same declaration: a double click, or a page that was sent again. */
const SAME_FORM_MS = 10 * 60_000;
const DAY_MS = 86_400_000;

export type WithdrawalBook = ReturnType<typeof createWithdrawalBook>;

/** The tokens of the links that prove a mailbox, by the id of the declaration. */
export type WithdrawalTokens = IdTokens;
export const createWithdrawalTokens = createIdTokens;

export type NewDeclaration = Pick<
  store.WithdrawalRow,
  'name' | 'orderNumber' | 'email' | 'locale' | 'timeZone' | 'orderId' | 'lineIds'
> & {
  /** The sender is the order's owner: nothing more has to be proved. */
  isOwner: boolean;
};

type Ports = { db: Db; clock: Clock };

/** Declarations of withdrawal: what was typed, what proves it, and what was done. */
export function createWithdrawalBook(ports: Ports) {
  const { db } = ports;
  return {
    find: (id: string, tx: Queryable = db) => store.find(tx, id),

    declare: (tx: Tx, given: NewDeclaration) => declare(ports, tx, given),

    /** True while the link in its mail proves the mailbox of its order. */
    isProvable: (row: Pick<store.WithdrawalRow, 'state' | 'submittedAt'>) => isProvable(ports, row),

    /** Compare-and-set: it stands, and is carried out. Null: it was proved or done before. */
    prove: (tx: Tx, id: string, by: { proof: Exclude<WithdrawalProof, 'none'>; orderId: string; name?: string }) =>
      store.move(tx, id, {
        from: ['received'],
        to: 'proved',
        set: { proof: by.proof, orderId: by.orderId, decidedBy: by.name ?? null, provedAt: store.NOW },
      }),

    /** Compare-and-set: the owner of the mailbox did not declare it. */
    voidIt: (tx: Tx, id: string) => store.move(tx, id, { from: ['received'], to: 'void', set: { doneAt: store.NOW } }),

    /** Compare-and-set: what was done with each line. */
    carriedOut: (tx: Tx, id: string, outcome: WithdrawalOutcome[]) =>
      store.move(tx, id, { from: ['proved'], to: 'carried-out', set: { outcome, doneAt: store.NOW } }),

    /** Compare-and-set: a person answered it and nothing is carried out. */
    answer: (tx: Tx, id: string, { answer, by }: { answer: string; by: string }) =>
      store.move(tx, id, {
        from: ['received'],
        to: 'answered',
        set: { answer, decidedBy: by, doneAt: store.NOW },
      }),

    /** Those that are not done, oldest first. */
    open: (limit: number) => store.listOpen(db, limit),
    /** Those that were proved before this time and are not carried out, oldest first. */
    provedBefore: (before: Date, limit: number) => store.listProved(db, before, limit),
    /** Those that name an order, newest first. */
    ofOrder: (orderId: string) => store.listByOrder(db, orderId),

    /** Those of a proved address, and those that were proved for these orders; oldest first. */
    ofPerson: (orderIds: readonly string[], verifiedEmail: string | null) =>
      store.listOf(db, { orderIds, emailKey: keyOf(verifiedEmail) }),
    /** Deletes those that are done; the others are marked for `forgetDone`. Returns the ids of all. */
    forget: (tx: Tx, orderIds: readonly string[], verifiedEmail: string | null) =>
      store.forget(tx, { orderIds, emailKey: keyOf(verifiedEmail) }),
    /** Deletes those that were marked and are done since a day: their last mail is out. Returns their ids. */
    forgetDone: (tx: Tx) => store.deleteForgotten(tx, new Date(ports.clock.now().getTime() - DAY_MS)),
    /** Deletes those past their retention. */
    cleanUp: () => store.deleteOver(db, new Date(ports.clock.now().getTime() - keptMs('withdrawals'))),
    /** Query for the metrics; it runs on the connection that it gets. */
    standing: { open: openDeclarations },
  };
}

/** Stores a declaration; `isNew` false: the same form a moment ago. The first proof counts. */
async function declare(
  { clock }: Ports,
  tx: Tx,
  { isOwner, ...given }: NewDeclaration,
): Promise<{ row: store.WithdrawalRow; isNew: boolean }> {
  const now = clock.now();
  const emailKey = foldEmail(given.email);
  const sent = [given.name, given.orderNumber, emailKey, given.orderId, given.lineIds, isOwner];
  const minutes = Math.floor(now.getTime() / SAME_FORM_MS);
  const formHash = hash('sha256', JSON.stringify([...sent, minutes]), 'hex');
  const row: store.WithdrawalRow = {
    ...given,
    id: uuidv7(),
    number: readableCode(),
    state: isOwner ? 'proved' : 'received',
    emailKey,
    textVersion: DECLARATION_VERSION,
    formHash,
    proof: isOwner ? 'owner' : 'none',
    outcome: null,
    answer: null,
    decidedBy: null,
    submittedAt: now,
    provedAt: isOwner ? now : null,
    doneAt: null,
    isForgotten: false,
  };
  if (await store.insert(tx, row)) return { row, isNew: true };
  const first = await store.findByForm(tx, formHash);
  if (!first) throw new AppError('internal-error', { message: 'the declaration of this form is missing' });
  return { row: first, isNew: false };
}

const isProvable = ({ clock }: Ports, { state, submittedAt }: Pick<store.WithdrawalRow, 'state' | 'submittedAt'>) =>
  state === 'received' && clock.now().getTime() - submittedAt.getTime() < PROOF_DAYS * DAY_MS;

const keyOf = (email: string | null) => (email === null ? null : foldEmail(email));
