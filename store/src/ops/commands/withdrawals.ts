import { actingOf } from '../acting.ts';
import { CHANGE, type DeskCommand } from '../command.ts';
import { orderOf } from '../desks.ts';

/** The commands for declarations of withdrawal: "Withdraw from contract here". */
export const WITHDRAWAL_COMMANDS: DeskCommand[] = [
  {
    words: 'withdrawals',
    arguments: [],
    help: 'declarations of withdrawal that are not done, with what decides about them: who declared it, when, and whose order it is',
    run: ({ desk }) => desk.withdrawals(),
  },
  {
    words: 'withdrawal carry-out',
    arguments: ['WITHDRAWAL', 'ID'],
    needs: ['reason'],
    options: [...CHANGE, 'seen'],
    help: 'give back what is due for the order ID, after a look at who declared it; the time of the declaration counts',
    run: async ({ desk }, [withdrawal, id], options) =>
      desk.carryOutWithdrawal(withdrawal!, await orderOf(desk, id), actingOf(options)),
  },
  {
    words: 'withdrawal answer',
    arguments: ['WITHDRAWAL', 'TEXT'],
    options: ['by'],
    help: 'mail an answer to the address that was typed, and carry nothing out; with - as TEXT it is read from standard input',
    run: ({ desk }, [withdrawal, text], options) => desk.answerWithdrawal(withdrawal!, text!, actingOf(options)),
  },
];
