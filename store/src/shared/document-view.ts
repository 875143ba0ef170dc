import * as z from 'zod';
import { DOCUMENT_KINDS } from './documents.ts';
import { MoneyView } from './money-view.ts';

/** A receipt, a credit note, or what cancels one. Amounts are below zero on a credit note. */
export const DocumentView = z.strictObject({
  id: z.uuid(),
  orderId: z.uuid(),
  kind: z.enum(DOCUMENT_KINDS),
  number: z.string(),
  /** The number that it is about; null for a receipt. */
  of: z.string().nullable(),
  issuedAt: z.iso.datetime(),
  /** That of the seller's books, in which its day and its year count. */
  timeZone: z.string(),
  total: MoneyView,
  /** The tax inside of it; null: none is stated. */
  tax: MoneyView.nullable(),
  /** What it is for, in its own language. `dataMb` is 0 for an unlimited plan. */
  lines: z.array(z.strictObject({ name: z.string(), dataMb: z.int(), unlimited: z.boolean(), isTopUp: z.boolean() })),
});
export type DocumentView = z.infer<typeof DocumentView>;

/** What the receipts of an account show: its own details, and the documents of one year, newest first. */
export const AccountDocuments = z.strictObject({
  /** Years with documents, the newest first. */
  years: z.array(z.int()),
  year: z.int().nullable(),
  documents: z.array(DocumentView),
  billing: z.strictObject({ name: z.string(), address: z.string(), company: z.string(), vatId: z.string() }),
});
export type AccountDocuments = z.infer<typeof AccountDocuments>;
