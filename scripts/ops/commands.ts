import type { Db } from '../../src/db/database.ts';
import type { Order } from '../../src/modules/orders/orders.ts';
import { isUuid } from '../../src/shared/ids.ts';
import { createDesk } from './desk.ts';
import { createReconcileDesk } from './reconcile.ts';

/** A command that can't be carried out; its message says why. */
export class OpsError extends Error {}

/** Each argument takes its words from the front of what is left; undefined when they do not fit. */
const ARGUMENTS = {
  ID: (words: string[]) => words.shift(),
  REFUND: takeUuid,
  DIFFERENCE: takeUuid,
  REASON: (words: string[]) => words.splice(0).join(' ') || undefined,
  '[refused]': (words: string[]) => (words[0] === 'refused' ? words.shift() : ''),
};

type Command = {
  words: string;
  arguments: (keyof typeof ARGUMENTS)[];
  help: string;
  /** Answers the lines to print. */
  run(desks: Desks, ...values: string[]): Promise<string[]>;
};

/** Every command, in the order of the usage text. */
const COMMANDS: Command[] = [
  {
    words: 'order show',
    arguments: ['ID'],
    help: 'everything about one order (ID: its id or its eight-character number)',
    run: async ({ desk }, id) => desk.show(await orderOf(desk, id)),
  },
  {
    words: 'order retry',
    arguments: ['ID'],
    help: 'look at payment, fulfilment, refund and mails again, now',
    async run({ desk }, id) {
      const order = await orderOf(desk, id);
      await desk.retry(order);
      return desk.show(order);
    },
  },
  {
    words: 'order refund',
    arguments: ['ID'],
    help: 'give the rest of the money back, and end the delivery; says what happens to the eSIM',
    async run({ desk }, id) {
      const order = await orderOf(desk, id);
      return [...(await desk.refund(order)), ...(await desk.show(order))];
    },
  },
  {
    words: 'order release',
    arguments: ['ID'],
    help: 'order an eSIM that is held for its price, at the price that orders stuck shows',
    async run({ desk }, id) {
      const order = await orderOf(desk, id);
      if (!(await desk.release(order))) throw new OpsError('This order is not held.');
      return desk.show(order);
    },
  },
  {
    words: 'refund close',
    arguments: ['REFUND', 'REASON'],
    help: 'close a refund that failed and was settled another way; the reason is kept',
    run: ({ desk }, id, reason) => desk.closeRefund(id!, reason!),
  },
  {
    words: 'disputes',
    arguments: [],
    help: 'open disputes and inquiries with their deadlines, lost ones, and fraud warnings',
    run: ({ desk }) => desk.disputes(),
  },
  {
    words: 'mails retry',
    arguments: ['[refused]'],
    help: 'send the mails that wait or were given up again, now; with "refused" also those that a server refused',
    run: ({ desk }, refused) => desk.retryMails({ refused: refused === 'refused' }),
  },
  {
    words: 'orders stuck',
    arguments: [],
    help: 'how many orders, refunds, disputes, mails and plans need a person, and which',
    run: async ({ desk, books }) => [...(await desk.stuck()), ...(await books.stuck())],
  },
  {
    words: 'reconcile',
    arguments: [],
    help: "compare all our books with the payment vendor's and the wholesaler's, now",
    run: ({ books, progress }) => books.reconcile(progress),
  },
  {
    words: 'differences',
    arguments: [],
    help: 'what differs between the ledgers, and what mends it',
    run: ({ books }) => books.differences(),
  },
  {
    words: 'difference close',
    arguments: ['DIFFERENCE', 'REASON'],
    help: 'take a difference that a person has dealt with off the list; the reason is kept',
    run: ({ books }, id, reason) => books.close(id!, reason!),
  },
];

const HELP_COLUMN = 21;

/** The usage text, a line or two for each command. */
export const USAGE = `npm run ops -- COMMAND\n\n${COMMANDS.map(usageLine).join('')}`;

function usageLine(command: Command): string {
  const line = `  ${[command.words, ...command.arguments].join(' ')}`;
  const start = line.length + 2 <= HELP_COLUMN ? line.padEnd(HELP_COLUMN) : `${line}\n${' '.repeat(HELP_COLUMN)}`;
  return `${start}${command.help}\n`;
}

/** Finds the command of a command line, ready to run; undefined when there is none, or its arguments do not fit. */
export function parseCommand(line: readonly string[]) {
  for (const command of COMMANDS) {
    const words = command.words.split(' ');
    if (!words.every((word, at) => word === line[at])) continue;
    const rest = line.slice(words.length);
    const values = command.arguments.map((each) => ARGUMENTS[each](rest)).filter((value) => value !== undefined);
    if (rest.length > 0 || values.length < command.arguments.length) return undefined;
    return { words: command.words, values, run: (desks: Desks) => command.run(desks, ...values) };
  }
  return undefined;
}

/** What the commands work with. `progress` gets a line for the person who waits. */
export function createDesks(db: Db, progress: (line: string) => void) {
  return { desk: createDesk(db), books: createReconcileDesk(db), progress };
}

type Desks = ReturnType<typeof createDesks>;

async function orderOf({ orders }: Desks['desk'], id = ''): Promise<Order> {
  const order = (await orders.findByNumber(id.toUpperCase())) ?? (isUuid(id) ? await orders.find(id) : null);
  if (!order) throw new OpsError('There is no such order.');
  return order;
}

function takeUuid(words: string[]): string | undefined {
  return isUuid(words[0]) ? words.shift() : undefined;
}
