import { actingOf } from '../acting.ts';
import { type DeskCommand, STATED } from '../command.ts';
import { ticketOf } from '../desks.ts';

/** The commands for tickets, books and the catalogue. */
export const STORE_COMMANDS: DeskCommand[] = [
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
    options: ['by'],
    help: "mail an answer to the ticket's address; with - as TEXT it is read from standard input",
    run: async ({ desk }, [number, text], options) =>
      desk.answerTicket(await ticketOf(desk, number), text!, actingOf(options)),
  },
  {
    words: 'ticket close',
    arguments: ['TICKET'],
    options: ['by'],
    help: 'close a ticket; a reply of the traveller reopens it',
    run: async ({ desk }, [number], options) => desk.closeTicket(await ticketOf(desk, number), actingOf(options)),
  },
  {
    words: 'wholesalers',
    arguments: [],
    help: 'each wholesaler: whether it takes orders or is skipped, its list, balance and books, and what is open there; asks none of them',
    run: ({ wholesalers }) => wholesalers.show(),
  },
  {
    words: 'reconcile',
    arguments: [],
    options: ['by'],
    help: "compare all our books with the payment vendor's and the wholesalers', now",
    run: ({ books, progress }, _, options) => books.reconcile(progress, actingOf(options)),
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
    options: ['by'],
    help: 'close a difference that a person has handled; the reason is recorded',
    run: ({ books }, [id, reason], options) => books.close(id!, { ...actingOf(options), reason: reason! }),
  },
  {
    words: 'database lost-time',
    arguments: [],
    anySchema: true,
    help: 'say that the database lost commits (a fail-over, a point-in-time recovery): what is open is searched for at the wholesaler before it is ordered',
    options: ['by', 'reason'],
    run: ({ database }, _, options) => database.sayLostTime(actingOf(options)),
  },
  {
    words: 'copies purge',
    arguments: [],
    options: ['by', 'reason'],
    help: 'mark every copy in the CDN in front of the store as stale, for example after an upgrade',
    run: ({ copies }, _, options) => copies.purge(actingOf(options)),
  },
  {
    words: 'quiet end',
    arguments: [],
    endsQuiet: true,
    help: 'let a copy that was restored with --quiet work as a store: its jobs run and its vendors are called',
    options: ['by', 'reason'],
    run: ({ database }, _, options) => database.endQuiet(actingOf(options)),
  },
  {
    words: 'catalogue diff',
    arguments: [],
    options: ['margin'],
    help: "compare the wholesalers' packages with our plans: new, changed, gone, below the margin",
    run: ({ catalogue }, _, { marginPercent }) => catalogue.diff(marginPercent),
  },
  {
    words: 'catalogue import',
    arguments: [],
    options: ['country', 'region', 'margin', 'round', 'publish', 'sources', ...STATED],
    help: 'create plans for packages of one country that no plan sells, at a price that leaves the margin, rounded up; packages with the same data and days become their sources',
    run: ({ catalogue }, _, options) => catalogue.import(options, actingOf(options)),
  },
  {
    words: 'catalogue publish',
    arguments: ['WHAT'],
    options: STATED,
    help: 'put a plan, or all plans of a destination, on sale',
    run: ({ catalogue }, [what], options) => catalogue.publish(what!, actingOf(options)),
  },
  {
    words: 'catalogue hide',
    arguments: ['WHAT'],
    options: STATED,
    help: 'take a plan, or all plans of a destination, off sale; existing orders do not change',
    run: ({ catalogue }, [what], options) => catalogue.hide(what!, actingOf(options)),
  },
  {
    words: 'catalogue price',
    arguments: ['PLAN', 'PRICE'],
    options: STATED,
    help: 'set the price of a plan in the currency that the store sells in, such as 4.50',
    run: ({ catalogue }, [plan, price], options) => catalogue.price(plan!, price!, actingOf(options)),
  },
  {
    words: 'catalogue package',
    arguments: ['PLAN', 'PACKAGE', '[WHOLESALER]'],
    options: STATED,
    help: 'deliver a plan from another package; WHOLESALER: default: that of its first source',
    run: ({ catalogue }, [plan, packageId, wholesaler], options) =>
      catalogue.setPackage(plan!, { packageId: packageId!, wholesaler: wholesaler || undefined }, actingOf(options)),
  },
  {
    words: 'catalogue sources',
    arguments: ['WHAT'],
    help: 'the packages from which a plan, or each plan of a destination, is delivered, in order of preference, and why one can’t be used now',
    run: ({ catalogue }, [what]) => catalogue.sources(what!),
  },
  {
    words: 'catalogue source add',
    arguments: ['PLAN', 'PACKAGE', 'WHOLESALER'],
    options: STATED,
    help: 'deliver a plan from this package too, after its other sources; the package must give what the plan promises',
    run: ({ catalogue }, [plan, packageId, wholesaler], options) =>
      catalogue.addSource(plan!, { packageId: packageId!, wholesaler: wholesaler! }, actingOf(options)),
  },
  {
    words: 'catalogue source order',
    arguments: ['PLAN', 'SOURCES'],
    options: STATED,
    help: 'deliver a plan from these sources first, in this order; the first one says what the plan promises',
    run: ({ catalogue }, [plan, sources], options) =>
      catalogue.orderSources(plan!, sources!.split(' '), actingOf(options)),
  },
  {
    words: 'catalogue source remove',
    arguments: ['PLAN', 'PACKAGE', 'WHOLESALER'],
    options: STATED,
    help: 'deliver a plan from this package no more; open orders do not change',
    run: ({ catalogue }, [plan, packageId, wholesaler], options) =>
      catalogue.removeSource(plan!, { packageId: packageId!, wholesaler: wholesaler! }, actingOf(options)),
  },
  {
    words: 'catalogue source test',
    arguments: ['WHAT'],
    help: 'read the packages of all wholesalers now, then say for each source of a plan, or of the plans of a destination, whether it can deliver, at which price and margin, and why not',
    run: ({ catalogue }, [what]) => catalogue.testSources(what!),
  },
  {
    words: 'catalogue history',
    arguments: ['[PLAN]'],
    help: 'every price of a plan and who set it; without PLAN, the last publications',
    run: ({ catalogue }, [plan]) => catalogue.history(plan || undefined),
  },
];
