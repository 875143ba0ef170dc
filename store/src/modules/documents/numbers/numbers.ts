import type { Clock } from '../../../db/clock.ts';
import type { Tx } from '../../../db/database.ts';
import type { DocumentKind } from '../../../shared/documents.ts';
import { takeNumber } from './store.ts';

/** What the number of each kind starts with. */
const LETTER: Record<DocumentKind, string> = { receipt: 'R', 'credit-note': 'C', cancellation: 'A' };

type Numbered = { series: string; year: number; number: number; issuedAt: Date };

/**
 * The next number of a kind: without a gap, because it is taken in the transaction of its document, and without a double,
 * because that transaction holds the series until it ends. So it is taken last in that transaction.
 *
 * `lostTimeAt`: when this database last lost commits, read with a lock (`findLostTimeAt`): lost numbers are in mailboxes,
 * so the year goes on in a series of its own (docs/decisions/0077-documents.md). The time of issue is read once the series
 * is locked, so that a higher number is never of an earlier day; it stays in the year of the series.
 */
export async function nextNumber(
  tx: Tx,
  kind: DocumentKind,
  { clock, timeZone, lostTimeAt }: { clock: Clock; timeZone: string; lostTimeAt: Date | null },
): Promise<Numbered> {
  const asked = clock.now();
  const { name, year, why } = seriesAt(kind, { now: asked, timeZone, lostTimeAt });
  const number = await takeNumber(tx, { series: name, kind, year, why, openedAt: asked });
  const given = clock.now();
  return { series: name, year, number, issuedAt: yearOf(given, timeZone) === year ? given : asked };
}

/** The series of a moment. */
export function seriesAt(
  kind: DocumentKind,
  { now, timeZone, lostTimeAt }: { now: Date; timeZone: string; lostTimeAt: Date | null },
): { name: string; year: number; why: 'year' | 'restored' } {
  const year = yearOf(now, timeZone);
  const base = `${LETTER[kind]}-${year}`;
  if (lostTimeAt === null || yearOf(lostTimeAt, timeZone) < year) return { name: base, year, why: 'year' };
  // The moment and not a count: a backup that is restored twice does not know of the first time.
  const moment = lostTimeAt.toISOString().slice(5, 19).replaceAll(/\D/g, '');
  return { name: `${base}B${moment}`, year, why: 'restored' };
}

/** The legal year: that of the calendar where the merchant keeps the books. */
const yearOf = (at: Date, timeZone: string): number =>
  Number(new Intl.DateTimeFormat('en-u-ca-gregory', { timeZone, year: 'numeric' }).format(at));
