import { desc, eq, sql } from 'drizzle-orm';
import type { Db, Queryable } from '../../db/database.ts';
import { uuidv7 } from '../../shared/ids.ts';
import { securityEvents } from './schema.ts';
import type { SecurityEvent, SecurityEventDetail, SecurityEventKind } from './types.ts';

/** The audit log of what matters for an account's safety. Never holds a password, token, code or address in clear. */
export type SecurityLog = {
  write(tx: Queryable, accountId: string | null, kind: SecurityEventKind, detail?: SecurityEventDetail): Promise<void>;
  /** A line about a sign-in, and whether the browser (by the hash of its secret) is new to the account; remembered from now on. In one statement, since every sign-in waits for it. */
  writeSignIn(tx: Queryable, signIn: { accountId: string; kind: SecurityEventKind; detail: SecurityEventDetail; deviceHash: string }): Promise<boolean>;
  /** Newest first. */
  list(accountId: string): Promise<SecurityEvent[]>;
};

export function createSecurityLog({ db, clock }: { db: Db; clock: () => Date }): SecurityLog {
  return {
    async write(tx, accountId, kind, detail = {}) {
      await tx.insert(securityEvents).values({ id: uuidv7(), accountId, kind, detail, at: clock() });
    },
    async writeSignIn(tx, { accountId, kind, detail, deviceHash }) {
      const at = clock().toISOString();
      const { rows } = await tx.execute(sql`
        with line as (
          insert into security_events (id, account_id, kind, detail, at) values (${uuidv7()}::uuid, ${accountId}::uuid, ${kind}, ${JSON.stringify(detail)}::jsonb, ${at}::timestamptz)
        )
        insert into known_devices (account_id, device_hash, first_seen_at) values (${accountId}::uuid, ${deviceHash}, ${at}::timestamptz)
        on conflict do nothing returning account_id`);
      return rows.length === 1;
    },
    list: (accountId) =>
      db
        .select({ kind: securityEvents.kind, detail: securityEvents.detail, at: securityEvents.at })
        .from(securityEvents)
        .where(eq(securityEvents.accountId, accountId))
        .orderBy(desc(securityEvents.at), desc(securityEvents.id)),
  };
}
