import { type Actor, type Right, RIGHTS } from '../../shared/operator.ts';

type Rule = { right: Right; needsReason: boolean };

/** Every action of the desk: the right that it takes, and whether its reason must be stated. */
export const ACTIONS = {
  'order.send': { right: 'orders', needsReason: true },
  'order.address': { right: 'orders', needsReason: true },
  'order.retry': { right: 'orders', needsReason: false },
  'order.release': { right: 'money', needsReason: false },
  'order.refund': { right: 'money', needsReason: true },
  'receipt.correct': { right: 'books', needsReason: true },
  'replacement.request': { right: 'orders', needsReason: true },
  'replacement.approve': { right: 'money', needsReason: false },
  'replacement.refuse': { right: 'orders', needsReason: true },
  'refund-request.grant': { right: 'money', needsReason: true },
  'refund-request.refuse': { right: 'orders', needsReason: true },
  'loss.claim': { right: 'money', needsReason: false },
  'loss.paid': { right: 'money', needsReason: false },
  'loss.write-off': { right: 'money', needsReason: true },
  'withdrawal.carry-out': { right: 'money', needsReason: true },
  'withdrawal.answer': { right: 'support', needsReason: false },
  'auto-top-up.off': { right: 'orders', needsReason: true },
  'refund.assign': { right: 'money', needsReason: true },
  'refund.close': { right: 'money', needsReason: true },
  'mails.retry': { right: 'orders', needsReason: false },
  'ticket.answer': { right: 'support', needsReason: false },
  'ticket.close': { right: 'support', needsReason: false },
  'books.compare': { right: 'books', needsReason: false },
  'catalogue.import': { right: 'catalogue', needsReason: false },
  'catalogue.publish': { right: 'catalogue', needsReason: false },
  'catalogue.hide': { right: 'catalogue', needsReason: false },
  'catalogue.price': { right: 'catalogue', needsReason: false },
  'catalogue.package': { right: 'catalogue', needsReason: false },
  'catalogue.source-add': { right: 'catalogue', needsReason: false },
  'catalogue.source-order': { right: 'catalogue', needsReason: false },
  'catalogue.source-remove': { right: 'catalogue', needsReason: false },
  'account.export': { right: 'accounts', needsReason: true },
  'account.delete': { right: 'accounts', needsReason: true },
  'factors.remove': { right: 'accounts', needsReason: false },
  'accounts.import': { right: 'installation', needsReason: false },
  'accounts.export': { right: 'installation', needsReason: false },
  'policy.set': { right: 'installation', needsReason: false },
  'service-account.create': { right: 'installation', needsReason: false },
  'service-account.revoke': { right: 'installation', needsReason: false },
  'database.lost-time': { right: 'installation', needsReason: false },
  'copies.purge': { right: 'installation', needsReason: false },
  'quiet.end': { right: 'installation', needsReason: false },
  'difference.close': { right: 'books', needsReason: true },
} as const satisfies Record<string, Rule>;

export type ActionName = keyof typeof ACTIONS;

/** The rights of an actor. */
export const rightsOf = (actor: Actor): readonly Right[] => (actor.kind === 'staff' ? actor.rights : RIGHTS);
