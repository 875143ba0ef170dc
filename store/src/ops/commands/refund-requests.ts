import { actingOf } from '../acting.ts';
import { CHANGE, type DeskCommand } from '../command.ts';

/** The commands for requests for refunds, and for what refunded eSIMs cost that were not taken back. */
export const REFUND_REQUEST_COMMANDS: DeskCommand[] = [
  {
    words: 'refund-requests',
    arguments: [],
    help: 'requests for refunds that a person answers, with what the buyer and the network say, and those on their way',
    run: ({ desk }) => desk.refundRequests(),
  },
  {
    words: 'refund-request grant',
    arguments: ['REQUEST', 'ANSWER'],
    options: ['amount', ...CHANGE, 'seen'],
    help: 'refund what a request asks for, or with --amount a part; the answer is mailed to the buyer; all of it, and any withdrawal, ends the eSIM',
    run: ({ desk }, [id, answer], options) =>
      desk.grantRefund(id!, { ...actingOf(options), reason: answer!, amount: options.amount }),
  },
  {
    words: 'refund-request refuse',
    arguments: ['REQUEST', 'ANSWER'],
    options: [...CHANGE, 'seen'],
    help: 'refuse a request; the answer is mailed to the buyer',
    run: ({ desk }, [id, answer], options) => desk.refuseRefund(id!, { ...actingOf(options), reason: answer! }),
  },
  {
    words: 'losses',
    arguments: [],
    help: 'refunded eSIMs whose price their wholesaler has not given back: to be claimed there, and followed',
    run: ({ desk }) => desk.losses(),
  },
  {
    words: 'loss claim',
    arguments: ['LOSS'],
    options: ['reference', 'by'],
    help: "the wholesaler was asked for the price; --reference: the wholesaler's, of the claim",
    run: ({ desk }, [id], options) => desk.claimLoss(id!, { ...actingOf(options), reference: options.reference }),
  },
  {
    words: 'loss paid',
    arguments: ['LOSS'],
    options: ['by'],
    help: 'the wholesaler has given the price back',
    run: ({ desk }, [id], options) => desk.lossPaid(id!, actingOf(options)),
  },
  {
    words: 'loss write-off',
    arguments: ['LOSS', 'REASON'],
    options: ['by'],
    help: 'the price does not come back; the reason is recorded',
    run: ({ desk }, [id, reason], options) => desk.writeOffLoss(id!, { ...actingOf(options), reason: reason! }),
  },
];
