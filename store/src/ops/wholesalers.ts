import type { Desk } from '../flows/desk/desk.ts';
import type { WholesalerRecord } from '../flows/desk/read-wholesalers.ts';
import { amount, row, time } from './format.ts';

type Breaker = NonNullable<WholesalerRecord['breaker']>;

/** The command that shows the wholesalers. `configured`: their names, in order of preference. */
export const createWholesalerCommands = (desk: Pick<Desk, 'wholesalers'>, configured: () => Promise<string[]>) => ({
  show: async (): Promise<string[]> => (await desk.wholesalers(await configured())).flatMap(linesOf),
});

function linesOf({ name, isConfigured, breaker, list, balance, books, open, ...each }: WholesalerRecord): string[] {
  const held = open.map(({ state, count }) => `${state} ${count}`).join('  ');
  return [
    `${name}${isConfigured ? '' : '  NOT CONFIGURED: nothing is called there'}`,
    row('  orders', breaker === null || breaker.state === 'closed' ? `taken${failuresOf(breaker)}` : skipped(breaker)),
    row('  list', list === null ? 'never read' : `${list.packages} packages  read ${ageOf(list.readAt)}`),
    row('  balance', balanceOf(balance)),
    row('  books', booksOf(books)),
    row('  open', `${held || 'nothing'}  moved on in the last day ${each.movedOn}  strays ${each.strays}`),
  ];
}

const failuresOf = (breaker: Breaker | null) =>
  breaker === null || breaker.failures === 0
    ? ''
    : `  failures in a row ${breaker.failures}  last ${breaker.lastFault ?? '-'}`;

/** Why new orders go to another one, and since when. */
const skipped = ({ state, openedAt, lastFault, probes }: Breaker) =>
  `${state === 'open' ? 'SKIPPED' : 'TRIED with one order at a time'} since ${time(openedAt)}  last fault ${lastFault ?? '-'}  probes failed ${probes}`;

function balanceOf(balance: WholesalerRecord['balance']): string {
  if (balance === null) return 'not reported';
  const { cents, currency, readAt } = balance;
  return cents === null ? `not read since ${time(readAt)}` : `${amount(cents, currency)}  read ${ageOf(readAt)}`;
}

function booksOf(books: WholesalerRecord['books']): string {
  if (books === null) return 'not compared by the last comparison';
  return books.fault === null ? 'read by the last comparison' : `NOT READ by the last comparison: ${books.fault}`;
}

const ageOf = (at: Date) => `${time(at)} (${Math.max(0, Math.round((Date.now() - at.getTime()) / 60_000))} min ago)`;
