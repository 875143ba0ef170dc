import { actingOf } from '../acting.ts';
import { CHANGE, type DeskCommand } from '../command.ts';
import { lineOf, orderOf } from '../desks.ts';

/** The commands for new eSIMs in place of delivered ones: "I changed my phone". */
export const REPLACEMENT_COMMANDS: DeskCommand[] = [
  {
    words: 'replacements',
    arguments: [],
    help: 'new eSIMs that buyers asked for after a change of phone, with what decides about them: the old eSIM, what is left, and the cost',
    run: ({ desk }) => desk.replacements(),
  },
  {
    words: 'replacement request',
    arguments: ['ID', '[LINE]'],
    needs: ['reason'],
    options: [...CHANGE, 'seen'],
    help: 'ask for a new eSIM in place of the one of an order (LINE: its number, when the order has several); it is confirmed like any other',
    async run({ desk }, [id, number], options) {
      const order = await orderOf(desk, id);
      const line = lineOf(order, number)?.position ?? 0;
      return desk.requestReplacement(order, line + 1, actingOf(options));
    },
  },
  {
    words: 'replacement approve',
    arguments: ['REPLACEMENT'],
    options: [...CHANGE, 'seen'],
    help: 'confirm a new eSIM at the net price that "replacements" shows: the old one ends, the new one is delivered and mailed',
    run: ({ desk }, [id], options) => desk.approveReplacement(id!, actingOf(options)),
  },
  {
    words: 'replacement refuse',
    arguments: ['REPLACEMENT', 'REASON'],
    options: ['by'],
    help: 'refuse a new eSIM; the reason is recorded, and the buyer gets a mail without it',
    run: ({ desk }, [id, reason], options) => desk.refuseReplacement(id!, { ...actingOf(options), reason: reason! }),
  },
];
