import { actingOf } from '../acting.ts';
import { CHANGE, type DeskCommand } from '../command.ts';
import { lineOf, orderOf } from '../desks.ts';

/** The command for plans that are added to eSIMs by themselves; "order show" lists them. */
export const AUTO_TOP_UP_COMMANDS: DeskCommand[] = [
  {
    words: 'auto-top-up off',
    arguments: ['ID', '[LINE]'],
    needs: ['reason'],
    options: [...CHANGE, 'seen'],
    help: 'switch off the auto top-up of the eSIM of an order (LINE: its number, when the order has several); its owner gets a mail and can switch it on again',
    async run({ desk }, [id, number], options) {
      const order = await orderOf(desk, id);
      const line = lineOf(order, number)?.position ?? 0;
      return desk.autoTopUpOff(order, line + 1, actingOf(options));
    },
  },
];
