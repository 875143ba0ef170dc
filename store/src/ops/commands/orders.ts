import { actingOf } from '../acting.ts';
import { CHANGE, type DeskCommand } from '../command.ts';
import { lineOf, orderOf } from '../desks.ts';
import { minorUnitsOf } from '../options.ts';

/** The commands for orders, their money and their mails. */
export const ORDER_COMMANDS: DeskCommand[] = [
  {
    words: 'find',
    arguments: ['SEARCH'],
    help: "accounts and orders with their eSIMs, by an e-mail address, an ICCID, an order's number, an id or a name",
    run: ({ travellers }, [text]) => travellers.find(text!),
  },
  {
    words: 'order show',
    arguments: ['ID'],
    help: 'everything about one order (ID: its id or its eight-character number)',
    run: async ({ desk }, [id]) => desk.show(await orderOf(desk, id)),
  },
  {
    words: 'order send',
    arguments: ['ID'],
    needs: ['reason'],
    options: [...CHANGE, 'seen'],
    help: 'mail the eSIMs of an order again; the links of earlier mails end',
    run: async ({ desk, travellers }, [id], options) => travellers.send(await orderOf(desk, id), actingOf(options)),
  },
  {
    words: 'order address',
    arguments: ['ID', 'ADDRESS'],
    needs: ['reason'],
    options: [...CHANGE, 'seen'],
    help: 'correct the address of an order, and mail its eSIMs there; what mails to the old address opened is closed',
    run: async ({ desk, travellers }, [id, address], options) =>
      travellers.correctAddress(await orderOf(desk, id), address!, actingOf(options)),
  },
  {
    words: 'order retry',
    arguments: ['ID'],
    options: ['by'],
    help: 'run payment, fulfilment, refund and mail jobs of an order again, now',
    async run({ desk }, [id], options) {
      const order = await orderOf(desk, id);
      await desk.retry(order, actingOf(options));
      return desk.show(order);
    },
  },
  {
    words: 'order refund',
    arguments: ['ID', '[LINE]'],
    needs: ['reason'],
    options: ['amount', ...CHANGE, 'seen'],
    help: 'refund the rest of an order, or of one line (LINE: its number), and end the delivery; prints what happens to the eSIM; with --amount a part, which ends nothing',
    async run({ desk }, [id, number], options) {
      const order = await orderOf(desk, id);
      const amountCents = options.amount === null ? null : minorUnitsOf(options.amount, order.currency);
      const line = lineOf(order, number);
      const outcome = await desk.refund(order, { ...actingOf(options), line, amountCents });
      return [...outcome, ...(await desk.show(order))];
    },
  },
  {
    words: 'receipt correct',
    arguments: ['ID', 'DETAILS'],
    needs: ['reason'],
    options: [...CHANGE, 'seen'],
    help: 'cancel the receipt of an order and issue another one with other details of the buyer, such as company="Example SARL"',
    run: async ({ desk }, [id, details], options) =>
      desk.correctReceipt(await orderOf(desk, id), details!, actingOf(options)),
  },
  {
    words: 'order release',
    arguments: ['ID'],
    options: ['by', 'seen'],
    help: 'order an eSIM that is held because of its price, at the price that orders stuck shows',
    async run({ desk }, [id], options) {
      const order = await orderOf(desk, id);
      await desk.release(order, actingOf(options));
      return desk.show(order);
    },
  },
  {
    words: 'refund assign',
    arguments: ['REFUND', 'LINES', 'REASON'],
    options: ['by'],
    help: 'say which lines a refund without a line is for: line numbers such as 2 or 2,3 (they are given back), or none; the reason is recorded',
    run: ({ desk }, [id, lines, reason], options) =>
      desk.assignRefund(id!, lines!, { ...actingOf(options), reason: reason! }),
  },
  {
    words: 'refund close',
    arguments: ['REFUND', 'REASON'],
    options: ['reference', 'by'],
    help: 'close a failed refund that was paid in another way, such as a bank transfer; the reason is recorded, and the buyer gets a mail',
    run: ({ desk }, [id, reason], options) =>
      desk.closeRefund(id!, { ...actingOf(options), reason: reason!, reference: options.reference }),
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
    options: ['by'],
    help: 'send waiting and given up mails again, now; with "refused" also those that a server refused',
    run: ({ desk }, [refused], options) => desk.retryMails({ ...actingOf(options), refused: refused === 'refused' }),
  },
  {
    words: 'orders stuck',
    arguments: [],
    help: 'orders, refunds, disputes, mails and plans that need a person, with their counts, and when the store looks again',
    run: async ({ desk, books }) => [...(await desk.stuck()), ...(await books.stuck())],
  },
  {
    words: 'audit',
    arguments: ['[SUBJECT]'],
    help: 'what operators did, and why: to an order (SUBJECT: its number), or to what has this id; without it, the last actions',
    run: ({ desk }, [subject]) => (subject ? desk.actionsOn(subject) : desk.lastActions()),
  },
];
