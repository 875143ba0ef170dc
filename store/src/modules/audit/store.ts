import { and, asc, desc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { deleteRows } from '../../db/delete-rows.ts';
import { isUuid } from '../../shared/ids.ts';
import { auditLog } from './schema.ts';

export type AuditRow = typeof auditLog.$inferSelect;

/** What an action acts on; `id` null: on many things of this kind. */
export type Subject = { kind: string; id: string | null };

/** The time is the database's. */
export async function insertEntry(db: Queryable, row: Omit<AuditRow, 'at'>): Promise<void> {
  await db.insert(auditLog).values({ ...row, at: sql`clock_timestamp()` });
}

export async function hasTable(db: Queryable): Promise<boolean> {
  const { rows } = await db.execute<{ exists: boolean }>(sql`select to_regclass('audit_log') is not null as exists`);
  return rows[0]?.exists === true;
}

/** The newest entries, newest first. */
export async function listNewest(db: Queryable, limit: number): Promise<AuditRow[]> {
  return db.select().from(auditLog).orderBy(desc(auditLog.at), desc(auditLog.id)).limit(limit);
}

/** The entries about a thing with this id; for an order also those about its refunds. Oldest first. */
export async function listOf(db: Queryable, id: string, limit: number): Promise<AuditRow[]> {
  return db
    .select()
    .from(auditLog)
    .where(or(eq(auditLog.subjectId, id), isUuid(id) ? eq(auditLog.orderId, id) : undefined))
    .orderBy(asc(auditLog.at), asc(auditLog.id))
    .limit(limit);
}

export async function lastOf(db: Queryable, { kind, id }: Subject): Promise<AuditRow | null> {
  const [row] = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectKind, kind), id === null ? isNull(auditLog.subjectId) : eq(auditLog.subjectId, id)))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1);
  return row ?? null;
}

export async function deleteOld(db: Queryable, before: Date): Promise<void> {
  await deleteRows(db, auditLog, lt(auditLog.at, before));
}
