import { parseArgs } from 'node:util';
import type { Db } from '#src/db/database.ts';
import type { Line, Order } from '#src/modules/orders/orders.ts';
import { recordLostTime } from '#src/flows/delivering/lost-time.ts';
import { endQuiet } from '#src/modules/installation/quiet.ts';
import { isUuid } from '#src/shared/ids.ts';
import { ARGUMENTS } from './arguments.ts';
import { createCatalogueCommands } from './catalogue.ts';
import { createDesk } from './desk.ts';
import { createIdentityCommands } from './identity.ts';
import { createTransferDesk, HASH_FLAGS, type HashFlags } from './identity-transfer.ts';
import { INSTALLATION_COMMANDS } from './installation.ts';
import { MIGRATE_COMMANDS } from './migrate.ts';
import { OpsError } from './ops-error.ts';
import { OPS } from './ops-command.ts';
import type { CommandWords, Outcome, SiteCommand } from './command.ts';
import { type OptionName, type Options, OPTIONS, optionsOf } from './options.ts';
import type { Site } from './site.ts';
import { createFactorDesk } from './second-factors.ts';
import { createReconcileDesk } from './reconcile.ts';
import { createServiceAccountDesk } from './service-accounts.ts';

const CHANGE: OptionName[] = ['by', 'dry-run'];

/** A command that works on the database. Returns the lines to print. */
type DeskCommand = CommandWords & { run(desks: Desks, values: string[], options: Options): Promise<string[]> };

/** Every command, in the order of the usage text. */
const COMMANDS: (DeskCommand | SiteCommand)[] = [
  {
    words: 'order show',
    arguments: ['ID'],
    help: 'everything about one order (ID: its id or its eight-character number)',
    run: async ({ desk }, [id]) => desk.show(await orderOf(desk, id)),
  },
  {
    words: 'order retry',
    arguments: ['ID'],
    help: 'run payment, fulfilment, refund and mail jobs of an order again, now',
    async run({ desk }, [id]) {
      const order = await orderOf(desk, id);
      await desk.retry(order);
      return desk.show(order);
    },
  },
  {
    words: 'order refund',
    arguments: ['ID', '[LINE]'],
    help: 'refund the rest of an order, or of one line (LINE: its number), and end the delivery; prints what happens to the eSIM',
    async run({ desk }, [id, number]) {
      const order = await orderOf(desk, id);
      return [...(await desk.refund(order, lineOf(order, number))), ...(await desk.show(order))];
    },
  },
  {
    words: 'order release',
    arguments: ['ID'],
    help: 'order an eSIM that is held because of its price, at the price that orders stuck shows',
    async run({ desk }, [id]) {
      const order = await orderOf(desk, id);
      if (!(await desk.release(order))) throw new OpsError('This order is not held.');
      return desk.show(order);
    },
  },
  {
    words: 'refund assign',
    arguments: ['REFUND', 'LINES', 'REASON'],
    options: ['by'],
    help: 'say which lines a refund without a line is for: line numbers such as 2 or 2,3 (they are given back), or none; the reason is recorded',
    run: ({ desk }, [id, lines, reason], { by }) => desk.assignRefund(id!, lines!, { reason: reason!, by }),
  },
  {
    words: 'refund close',
    arguments: ['REFUND', 'REASON'],
    help: 'close a failed refund that was settled in another way; the reason is recorded',
    run: ({ desk }, [id, reason]) => desk.closeRefund(id!, reason!),
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
    help: 'send waiting and given up mails again, now; with "refused" also those that a server refused',
    run: ({ desk }, [refused]) => desk.retryMails({ refused: refused === 'refused' }),
  },
  {
    words: 'ticket list',
    arguments: ['[all]'],
    help: 'tickets that wait for an answer; with "all" every ticket, most recently changed first',
    run: ({ desk }, [all]) => desk.listTickets({ all: all === 'all' }),
  },
  {
    words: 'ticket show',
    arguments: ['TICKET'],
    help: 'one ticket with all its messages (TICKET: its number)',
    run: async ({ desk }, [number]) => desk.showTicket(await ticketOf(desk, number)),
  },
  {
    words: 'ticket answer',
    arguments: ['TICKET', 'TEXT'],
    help: "mail an answer to the ticket's address; with - as TEXT it is read from standard input",
    run: async ({ desk }, [number, text]) => desk.answerTicket(await ticketOf(desk, number), text!),
  },
  {
    words: 'ticket close',
    arguments: ['TICKET'],
    help: 'close a ticket; a reply of the traveller reopens it',
    run: async ({ desk }, [number]) => desk.closeTicket(await ticketOf(desk, number)),
  },
  {
    words: 'orders stuck',
    arguments: [],
    help: 'orders, refunds, disputes, mails and plans that need a person, with their counts',
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
    help: 'differences between the ledgers, and their remedies',
    run: ({ books }) => books.differences(),
  },
  {
    words: 'difference close',
    arguments: ['DIFFERENCE', 'REASON'],
    help: 'close a difference that a person has handled; the reason is recorded',
    run: ({ books }, [id, reason]) => books.close(id!, reason!),
  },
  {
    words: 'database lost-time',
    arguments: [],
    help: 'say that the database lost commits (a fail-over, a point-in-time recovery): what is open is searched for at the wholesaler before it is ordered',
    run: ({ sayLostTime }) => sayLostTime(),
  },
  {
    words: 'quiet end',
    arguments: [],
    help: 'let a copy that was restored with --quiet work as a store: its jobs run and its vendors are called',
    run: async ({ endQuiet }) => [
      (await endQuiet())
        ? 'The quiet mode has ended: within seconds every process runs its jobs.'
        : 'This store is not quiet.',
    ],
  },
  {
    words: 'identity factors remove',
    arguments: ['EMAIL'],
    options: ['by'],
    help: 'remove all second factors of an account whose owner has lost them; the log names who did it',
    run: async ({ factors }, [email], { by }) => factors.remove(await accountOf(factors, email), by),
  },
  {
    words: 'identity factors',
    arguments: ['EMAIL'],
    help: 'the second factors of an account',
    run: async ({ factors }, [email]) => factors.show(await accountOf(factors, email)),
  },
  {
    words: 'catalogue diff',
    arguments: [],
    options: ['margin'],
    help: "compare the wholesaler's packages with our plans: new, changed, gone, below the margin",
    run: ({ catalogue }, _, { marginPercent }) => catalogue.diff(marginPercent),
  },
  {
    words: 'catalogue import',
    arguments: [],
    options: ['country', 'region', 'margin', 'round', 'publish', ...CHANGE],
    help: 'create plans for packages of one country that no plan sells; net price plus margin, rounded up',
    run: ({ catalogue }, _, options) => catalogue.import(options),
  },
  {
    words: 'catalogue publish',
    arguments: ['WHAT'],
    options: CHANGE,
    help: 'put a plan, or all plans of a destination, on sale',
    run: ({ catalogue }, [what], options) => catalogue.publish(what!, options),
  },
  {
    words: 'catalogue hide',
    arguments: ['WHAT'],
    options: CHANGE,
    help: 'take a plan, or all plans of a destination, off sale; existing orders do not change',
    run: ({ catalogue }, [what], options) => catalogue.hide(what!, options),
  },
  {
    words: 'catalogue price',
    arguments: ['PLAN', 'PRICE'],
    options: CHANGE,
    help: 'set the price of a plan in dollars, such as 4.50',
    run: ({ catalogue }, [plan, price], options) => catalogue.price(plan!, Math.round(Number(price) * 100), options),
  },
  {
    words: 'catalogue package',
    arguments: ['PLAN', 'PACKAGE'],
    options: CHANGE,
    help: "deliver a plan from another of the wholesaler's packages",
    run: ({ catalogue }, [plan, packageId], options) => catalogue.setPackage(plan!, packageId!, options),
  },
  {
    words: 'catalogue history',
    arguments: ['[PLAN]'],
    help: 'every price of a plan and who set it; without PLAN, the last publications',
    run: ({ catalogue }, [plan]) => catalogue.history(plan || undefined),
  },
  {
    words: 'identity import',
    arguments: ['FILE'],
    options: ['by', ...(Object.keys(HASH_FLAGS) as (keyof HashFlags)[])],
    help: 'import accounts from a file of `firebase auth:export` (JSON), with their passwords; an interrupted run can be repeated',
    run: ({ transfer }, [file], { by, hash }) => transfer.import(file!, hash, by),
  },
  {
    words: 'identity export',
    arguments: ['FILE'],
    options: ['by'],
    help: 'export all accounts in the same format, with their password hashes',
    run: ({ transfer }, [file], { by }) => transfer.export(file!, by),
  },
  {
    words: 'identity policy show',
    arguments: [],
    help: 'the password policy in force',
    run: ({ identity }) => identity.showPolicy(),
  },
  {
    words: 'identity policy set',
    arguments: ['SETTINGS'],
    options: CHANGE,
    help: 'change the password policy; SETTINGS: name=value …, with the names that show prints',
    run: ({ identity }, [settings], options) => identity.setPolicy(settings!.split('\n'), options),
  },
  {
    words: 'identity policy history',
    arguments: [],
    help: 'the last policies: time, author and changes',
    run: ({ identity }) => identity.policyHistory(),
  },
  {
    words: 'service-account create',
    arguments: ['NAME'],
    options: ['by'],
    help: 'create a key for a program that administers accounts; prints its key file once (NAME: lower-case letters, digits, hyphens)',
    run: ({ serviceAccounts }, [name], { by }) => serviceAccounts.create(name!, by),
  },
  {
    words: 'service-account list',
    arguments: [],
    help: 'every service account, who created it and when, and whether it is revoked',
    run: ({ serviceAccounts }) => serviceAccounts.list(),
  },
  {
    words: 'service-account revoke',
    arguments: ['NAME'],
    options: ['by'],
    help: 'revoke a key and its tokens permanently',
    run: ({ serviceAccounts }, [name], { by }) => serviceAccounts.revoke(name!, by),
  },
  {
    words: 'service-account ca',
    arguments: [],
    help: 'print the certificate of the authority that programs must trust for ADMIN_LISTEN',
    run: ({ serviceAccounts }) => serviceAccounts.authority(),
  },
  ...MIGRATE_COMMANDS,
  ...INSTALLATION_COMMANDS,
];

/** The names of all commands. */
export const COMMAND_WORDS = COMMANDS.map(({ words }) => words);

const HELP_COLUMN = 21;

/** The usage text, one or two lines per command. */
export const USAGE = `${OPS} COMMAND\n\n${COMMANDS.map(usageLine).join('')}`;

function usageLine(command: CommandWords): string {
  const option = (name: OptionName) => `--${name}${OPTIONS[name].help && ` ${OPTIONS[name].help}`}`;
  const options = [...(command.needs ?? []).map(option), ...(command.options ?? []).map((name) => `[${option(name)}]`)];
  const line = `  ${[command.words, ...command.arguments, ...options].join(' ')}`;
  const start = line.length + 2 <= HELP_COLUMN ? line.padEnd(HELP_COLUMN) : `${line}\n${' '.repeat(HELP_COLUMN)}`;
  return `${start}${command.help}\n`;
}

/** Parses a command line. Undefined when there is no such command, or its arguments do not match. */
export function parseCommand(line: readonly string[]) {
  for (const command of COMMANDS) {
    const words = command.words.split(' ');
    if (!words.every((word, at) => word === line[at])) continue;
    const { rest, given } = split(line.slice(words.length), [...(command.needs ?? []), ...(command.options ?? [])]);
    if (rest === undefined || command.needs?.some((name) => given[name] === undefined)) return undefined;
    const values = command.arguments.map((each) => ARGUMENTS[each](rest)).filter((value) => value !== undefined);
    if (rest.length > 0 || values.length < command.arguments.length) return undefined;
    return {
      words: command.words,
      values,
      run: async (site: Site, withDatabase: WithDatabase): Promise<Outcome> => {
        const options = optionsOf(given);
        if ('onSite' in command) return command.onSite(site, values, options);
        const lines = await withDatabase((db) => command.run(createDesks(db, site), values, options));
        return { lines, exitCode: 0 };
      },
    };
  }
  return undefined;
}

/** Separates options from the other words. No `rest` when the command does not accept one of them. */
function split(words: string[], options: readonly OptionName[]) {
  const known = Object.fromEntries(options.map((name) => [name, { type: OPTIONS[name].type }]));
  try {
    const { values, positionals } = parseArgs({ args: words, options: known, allowPositionals: true });
    return { rest: positionals, given: values as Partial<Record<OptionName, string | boolean>> };
  } catch {
    return { rest: undefined, given: {} };
  }
}

type WithDatabase = (work: (db: Db) => Promise<string[]>) => Promise<string[]>;

/** The dependencies of the commands. */
function createDesks(db: Db, { settings, secretKeys, progress }: Site) {
  return {
    desk: createDesk(db),
    books: createReconcileDesk(db),
    catalogue: createCatalogueCommands(db, progress),
    identity: createIdentityCommands(db),
    serviceAccounts: createServiceAccountDesk(db, settings),
    transfer: createTransferDesk(db, { keys: secretKeys, progress }),
    factors: createFactorDesk(db),
    endQuiet: () => endQuiet(db),
    sayLostTime: async () => {
      await db.transaction(recordLostTime);
      return [
        'Noted. The running store searches for every open delivery at the wholesaler before it orders.',
        `Then run "${OPS} reconcile": it lists what was paid and delivered in the lost time.`,
      ];
    },
    progress,
  };
}

type Desks = ReturnType<typeof createDesks>;
async function orderOf({ orders }: Desks['desk'], id = ''): Promise<Order> {
  const order = (await orders.findByNumber(id.toUpperCase())) ?? (isUuid(id) ? await orders.find(id) : null);
  if (!order) throw new OpsError('There is no such order.');
  return order;
}

async function accountOf({ accountOf: find }: Desks['factors'], email = '') {
  const account = await find(email);
  if (!account) throw new OpsError('There is no account with this address.');
  return account;
}

async function ticketOf({ findTicket }: Desks['desk'], number = '') {
  const ticket = await findTicket(number);
  if (!ticket) throw new OpsError('There is no such ticket.');
  return ticket;
}

/** Null: no line was given. */
function lineOf({ lines }: Order, number = ''): Line | null {
  const line = lines.find(({ position }) => position + 1 === Number(number));
  if (number !== '' && !line) throw new OpsError('This order has no such line.');
  return line ?? null;
}
