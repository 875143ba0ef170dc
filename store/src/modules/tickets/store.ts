import { and, asc, count, desc, eq, inArray, isNotNull, lt, or } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { deleteRows } from '../../db/delete-rows.ts';
import { ticketAddresses, ticketMessages, ticketPictures, tickets } from './schema.ts';

export type TicketRow = typeof tickets.$inferSelect;
export type MessageRow = typeof ticketMessages.$inferSelect;
export type AddressRow = typeof ticketAddresses.$inferSelect;

/** False when a ticket with this form exists already. */
export async function insertTicket(db: Queryable, row: TicketRow): Promise<boolean> {
  const inserted = await db
    .insert(tickets)
    .values(row)
    .onConflictDoNothing({ target: tickets.formHash })
    .returning({ id: tickets.id });
  return inserted.length > 0;
}

export async function findTicket(db: Queryable, id: string): Promise<TicketRow | null> {
  const [row] = await db.select().from(tickets).where(eq(tickets.id, id));
  return row ?? null;
}

export async function findByNumber(db: Queryable, number: string): Promise<TicketRow | null> {
  const [row] = await db.select().from(tickets).where(eq(tickets.number, number));
  return row ?? null;
}

export async function findByForm(db: Queryable, formHash: string): Promise<TicketRow | null> {
  const [row] = await db.select().from(tickets).where(eq(tickets.formHash, formHash));
  return row ?? null;
}

/** Releases the form of an old ticket, so that it can open another one. */
export async function releaseForm(db: Queryable, { id, formHash }: Pick<TicketRow, 'id' | 'formHash'>): Promise<void> {
  await db
    .update(tickets)
    .set({ formHash: `${formHash}:${id}` })
    .where(and(eq(tickets.id, id), eq(tickets.formHash, formHash)));
}

/** Locks the ticket's row until the end of the transaction. */
export async function lockTicket(db: Queryable, id: string): Promise<TicketRow | null> {
  const [row] = await db.select().from(tickets).where(eq(tickets.id, id)).for('update');
  return row ?? null;
}

export async function updateStatus(db: Queryable, id: string, status: TicketRow['status']): Promise<void> {
  await db.update(tickets).set({ status, updatedAt: new Date() }).where(eq(tickets.id, id));
}

/** Most recently changed first. */
export async function listTickets(
  db: Queryable,
  statuses: readonly TicketRow['status'][],
  limit: number,
): Promise<TicketRow[]> {
  return db
    .select()
    .from(tickets)
    .where(inArray(tickets.status, [...statuses]))
    .orderBy(desc(tickets.updatedAt), desc(tickets.id))
    .limit(limit);
}

export async function countTickets(db: Queryable, status: TicketRow['status']): Promise<number> {
  const [row] = await db.select({ count: count() }).from(tickets).where(eq(tickets.status, status));
  return row?.count ?? 0;
}

/** An order has few of them: a rate limit counts them per order. */
const MAX_DIAGNOSES = 20;

/** Tickets that carry a diagnosis of an eSIM of this order, newest first. */
export async function listDiagnoses(db: Queryable, orderId: string) {
  const { number, createdAt, diagnosis } = tickets;
  const rows = await db
    .select({ number, createdAt, diagnosis })
    .from(tickets)
    .where(and(eq(tickets.orderId, orderId), isNotNull(diagnosis)))
    .orderBy(desc(tickets.id))
    .limit(MAX_DIAGNOSES);
  return rows.flatMap((row) => (row.diagnosis === null ? [] : [{ ...row, diagnosis: row.diagnosis }]));
}

/** Tickets of an account and of its verified address, oldest first. */
export async function listOf(
  db: Queryable,
  owner: { accountId: string; emailKey: string | null },
): Promise<TicketRow[]> {
  return db.select().from(tickets).where(ownedBy(owner)).orderBy(asc(tickets.id));
}

export async function deleteOf(
  db: Queryable,
  owner: { accountId: string; emailKey: string | null },
): Promise<string[]> {
  const deleted = await db.delete(tickets).where(ownedBy(owner)).returning({ id: tickets.id });
  return deleted.map(({ id }) => id);
}

const ownedBy = ({ accountId, emailKey }: { accountId: string; emailKey: string | null }) =>
  or(eq(tickets.accountId, accountId), emailKey === null ? undefined : eq(tickets.emailKey, emailKey));

/** False when the ticket has this mail already. */
export async function insertMessage(db: Queryable, row: MessageRow, pictures: readonly Buffer[]): Promise<boolean> {
  const inserted = await db
    .insert(ticketMessages)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: ticketMessages.id });
  if (inserted.length === 0) return false;
  for (const [position, content] of pictures.entries())
    await db.insert(ticketPictures).values({ messageId: row.id, position, content });
  return true;
}

export async function hasMail(db: Queryable, ticketId: string, mailHash: string): Promise<boolean> {
  const [row] = await db
    .select({ id: ticketMessages.id })
    .from(ticketMessages)
    .where(and(eq(ticketMessages.ticketId, ticketId), eq(ticketMessages.mailHash, mailHash)));
  return row !== undefined;
}

export async function findMessage(db: Queryable, id: string): Promise<MessageRow | null> {
  const [row] = await db.select().from(ticketMessages).where(eq(ticketMessages.id, id));
  return row ?? null;
}

/** Messages of some tickets, oldest first, with the number of their pictures. */
export async function listMessages(
  db: Queryable,
  ticketIds: readonly string[],
): Promise<(MessageRow & { pictures: number })[]> {
  if (ticketIds.length === 0) return [];
  const rows = await db
    .select({ message: ticketMessages, pictures: count(ticketPictures.position) })
    .from(ticketMessages)
    .leftJoin(ticketPictures, eq(ticketPictures.messageId, ticketMessages.id))
    .where(inArray(ticketMessages.ticketId, [...ticketIds]))
    .groupBy(ticketMessages.id)
    .orderBy(asc(ticketMessages.id));
  return rows.map(({ message, pictures }) => ({ ...message, pictures }));
}

export async function countMessages(db: Queryable, ticketId: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(ticketMessages).where(eq(ticketMessages.ticketId, ticketId));
  return row?.count ?? 0;
}

export async function listPictures(db: Queryable, messageId: string): Promise<Buffer[]> {
  const rows = await db
    .select({ content: ticketPictures.content })
    .from(ticketPictures)
    .where(eq(ticketPictures.messageId, messageId))
    .orderBy(asc(ticketPictures.position));
  return rows.map(({ content }) => content);
}

/** The last message of one side that is not automatic. */
export async function lastMessage(
  db: Queryable,
  ticketId: string,
  author: MessageRow['author'],
): Promise<MessageRow | null> {
  const [row] = await db
    .select()
    .from(ticketMessages)
    .where(
      and(
        eq(ticketMessages.ticketId, ticketId),
        eq(ticketMessages.author, author),
        eq(ticketMessages.automatic, false),
      ),
    )
    .orderBy(desc(ticketMessages.id))
    .limit(1);
  return row ?? null;
}

/** Stores an address of a mail, and deletes the oldest of the same mail beyond `most`. */
export async function insertAddress(db: Queryable, row: AddressRow, most: number): Promise<void> {
  await db.insert(ticketAddresses).values(row);
  const tooMany = db
    .select({ hash: ticketAddresses.hash })
    .from(ticketAddresses)
    .where(and(eq(ticketAddresses.ticketId, row.ticketId), eq(ticketAddresses.mailId, row.mailId)))
    .orderBy(desc(ticketAddresses.createdAt))
    .offset(most);
  await db.delete(ticketAddresses).where(inArray(ticketAddresses.hash, tooMany));
}

export async function findAddresses(db: Queryable, hashes: readonly string[]): Promise<AddressRow[]> {
  if (hashes.length === 0) return [];
  return db
    .select()
    .from(ticketAddresses)
    .where(inArray(ticketAddresses.hash, [...hashes]));
}

export async function deleteQuiet(db: Queryable, before: Date): Promise<void> {
  await deleteRows(db, tickets, lt(tickets.updatedAt, before));
}
