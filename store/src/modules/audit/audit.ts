import type { Db, Tx } from '../../db/database.ts';
import { uuidv7 } from '../../shared/ids.ts';
import type { Actor } from '../../shared/operator.ts';
import { keptMs } from '../../shared/retention.ts';
import type { Facts } from './schema.ts';
import * as store from './store.ts';

export type { Facts } from './schema.ts';
export type { AuditRow as AuditEntry, Subject } from './store.ts';

/** What an operator did to what, and why. */
export type Entry = {
  actor: Pick<Actor, 'kind' | 'name'>;
  action: string;
  subject: store.Subject;
  orderId: string | null;
  reason: string | null;
  before: Facts;
  after: Facts;
};

export type AuditLog = ReturnType<typeof createAuditLog>;

/** The audit log of the operators' actions: rows are added and read, never changed. */
export function createAuditLog({ db }: { db: Db }) {
  return {
    /** In the transaction of the action: there is no action without its row. */
    write: (tx: Tx, { actor, subject, ...entry }: Entry) =>
      store.insertEntry(tx, {
        ...entry,
        id: uuidv7(),
        actorKind: actor.kind,
        actor: actor.name,
        subjectKind: subject.kind,
        subjectId: subject.id,
      }),
    /** False on tables of a version before the audit log. */
    exists: () => store.hasTable(db),
    newest: (limit = 200) => store.listNewest(db, limit),
    /** The entries about a thing, oldest first; for an order also those about its refunds. */
    about: (id: string, limit = 1_000) => store.listOf(db, id, limit),
    /** The last action on a thing. */
    lastOf: (subject: store.Subject) => store.lastOf(db, subject),
    cleanUp: () => store.deleteOld(db, new Date(Date.now() - keptMs('auditLog'))),
  };
}
