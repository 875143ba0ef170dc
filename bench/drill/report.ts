import { failuresOf, type Row } from './rows.ts';

const seconds = (ms: number) => (ms / 1000).toFixed(1);

const COLUMNS: Record<string, (row: Row) => string | number> = {
  fault: ({ fault }) => fault.name,
  'longest gap between orders, s': ({ longestGapMs }) => seconds(longestGapMs),
  'unretried orders': ({ orders }) => orders.length,
  'of these failed': ({ orders }) => failuresOf(orders),
  reads: ({ reads }) => reads.length,
  'of these failed ': ({ reads }) => failuresOf(reads),
  'slowest read, s': ({ reads }) => seconds(Math.max(0, ...reads.map(({ ms }) => ms))),
  'acknowledged orders': ({ acknowledged }) => acknowledged,
  lost: ({ lost }) => lost,
  'paid twice': ({ paidTwice }) => paidTwice,
  'both or neither': ({ violations }) => violations.length,
  'jobs locked': (row) => row.lockedJobs.length,
  'pools: open, idle': ({ pools }) => pools.map(({ open, idle }) => `${open}, ${idle}`).join('; '),
  'signed out': ({ load }) => load.signedOut,
  'whole after, s': ({ wholeMs }) => seconds(wholeMs),
};

/** The lines of a table in Markdown. */
export const HEAD: readonly string[] = [
  lineOf(Object.keys(COLUMNS).map((each) => each.trim())),
  lineOf(Object.keys(COLUMNS).map(() => '---')),
];
export const lineOfRow = (row: Row): string => lineOf(Object.values(COLUMNS).map((read) => String(read(row))));

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
