import { desc, eq, lt } from 'drizzle-orm';
import type { Db, Queryable } from '../../db/database.ts';
import { deleteRows } from '../../db/delete-rows.ts';
import { uuidv7 } from '../../shared/ids.ts';
import { securityEvents } from './schema.ts';
import type { SecurityEvent, SecurityEventDetail, SecurityEventKind } from './types.ts';
import { keptMs } from '../../shared/retention.ts';

/** The audit log of an account's security events. Never holds a password, token, code or address in plain text. */
export type SecurityLog = {
  write(tx: Queryable, accountId: string | null, kind: SecurityEventKind, detail?: SecurityEventDetail): Promise<void>;
  /** Newest first. */
  list(accountId: string): Promise<SecurityEvent[]>;
  /** Deletes events past their retention. */
  cleanUp(): Promise<void>;
};

export function createSecurityLog({ db, clock }: { db: Db; clock: () => Date }): SecurityLog {
  return {
    async write(tx, accountId, kind, detail = {}) {
      await tx.insert(securityEvents).values({ id: uuidv7(), accountId, kind, detail, at: clock() });
    },
    list: (accountId) =>
      db
        .select({ kind: securityEvents.kind, detail: securityEvents.detail, at: securityEvents.at })
        .from(securityEvents)
        .where(eq(securityEvents.accountId, accountId))
        .orderBy(desc(securityEvents.at), desc(securityEvents.id)),
    cleanUp: () =>
      deleteRows(db, securityEvents, lt(securityEvents.at, new Date(clock().getTime() - keptMs('securityEvents')))),
  };
}
