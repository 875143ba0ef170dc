import type { Db } from '../../db/database.ts';
import type { Limits, Spending } from '../../db/limits.ts';
import type { Notifications } from '../../modules/notifications/notifications.ts';
import type { Order, Orders, Viewer } from '../../modules/orders/orders.ts';
import type { Withdrawal, WithdrawalBook } from '../../modules/rights/withdrawals/withdrawals.ts';
import { isReplyAddress } from '../../modules/tickets/tickets.ts';
import { foldEmail } from '../../shared/email.ts';
import { AppError, codeOf } from '../../shared/errors.ts';
import { orderNumberOf } from '../../shared/forms/contact.ts';
import { fieldErrors } from '../../shared/forms/forms.ts';
import { WITHDRAWAL_FIELDS, type WithdrawalForm, withdrawalForm } from '../../shared/forms/withdrawal.ts';
import type { Locale } from '../../shared/locale.ts';
import { plainLine } from '../../shared/plain-text.ts';
import { queueCarryingOut } from './queue-carrying-out.ts';

export type Declared = {
  row: Withdrawal;
  /** The order, for its owner; null for everyone else. */
  order: Order | null;
  /** False: this address got several of these mails today, so that no further one is sent. */
  isMailed: boolean;
};

export type DeclareWithdrawal = (input: {
  form: WithdrawalForm;
  /** The numbers of the chosen lines, from 1, where the page showed those of the order `of`; null: it showed none. */
  chosen: { of: string; lines: readonly number[] } | null;
  timeZone: string | null;
  locale: Locale;
  clientAddress: string;
  account: Viewer['account'];
  /** The secret in this browser's cookie for an order. */
  heldSecret: (orderId: string) => string | null;
}) => Promise<Declared>;

type Ports = {
  db: Db;
  limits: Limits;
  orders: Pick<Orders, 'findByNumber' | 'accessOf' | 'note'>;
  withdrawals: Pick<WithdrawalBook, 'declare'>;
  notifications: Pick<Notifications, 'queueWithdrawal'>;
};

/**
 * Takes a declaration of withdrawal, whoever sends it: the law asks for no account and no proof. It is stored with its time
 * and confirmed by mail to the typed address, in the same way whether the order exists and whose it is. Only a declaration
 * of the order's owner is carried out at once. Throws `invalid-input`, `too-many-requests` (by network address).
 */
export function createDeclareWithdrawal(ports: Ports): DeclareWithdrawal {
  const { db, limits, orders, withdrawals, notifications } = ports;
  return async function declareWithdrawal(input) {
    const { form, locale, timeZone } = input;
    checkForm(form);
    await limits.consume({ 'withdrawals-per-address': input.clientAddress });
    const email = form.email.trim();
    const owned = await ownedOrder(ports, input);
    const lineIds = owned.isOwner ? chosenLines(owned.order, input.chosen) : null;
    // No mailbox is flooded, and no declaration is lost: over the limit the page is the confirmation. The mailbox of the
    // order gets its mail all the same, because a stranger could use the limit up. The page does not say so, and the work is
    // that of any other number: both would tell whose the order is.
    const isMailed = await hasRoom(limits, { 'withdrawal-mails-per-email': foldEmail(email) });
    const hasRoomForOrder =
      !isMailed && (await hasRoom(limits, { 'withdrawal-mails-per-order': orderNumberOf(form.order) }));
    const isSent = isMailed || (hasRoomForOrder && owned.order?.emailKey === foldEmail(email));
    const row = await db.transaction(async (tx) => {
      const declared = await withdrawals.declare(tx, {
        name: plainLine(form.name),
        orderNumber: plainLine(form.order),
        email,
        locale,
        timeZone,
        orderId: owned.order?.id ?? null,
        lineIds,
        isOwner: owned.isOwner,
      });
      if (!declared.isNew) return declared.row;
      const { id, number, state } = declared.row;
      if (isSent) await notifications.queueWithdrawal(tx, { withdrawalId: id, what: 'received', to: email, locale });
      if (state !== 'proved' || owned.order === null) return declared.row;
      await orders.note(tx, owned.order.id, 'withdrawal-declared', { reference: number, proof: 'owner' });
      await queueCarryingOut(tx, { id, orderId: owned.order.id });
      return declared.row;
    });
    return { row, order: owned.isOwner ? owned.order : null, isMailed };
  };
}

/** The order with the typed number, and whether the sender owns it. */
async function ownedOrder(
  { orders }: Ports,
  { form, account, heldSecret }: Parameters<DeclareWithdrawal>[0],
): Promise<{ order: Order; isOwner: boolean } | { order: null; isOwner: false }> {
  const order = await orders.findByNumber(orderNumberOf(form.order));
  if (!order) return { order: null, isOwner: false };
  const access = await orders.accessOf(order, { account, browserSecret: heldSecret(order.id) });
  return { order, isOwner: access !== null };
}

/** Null: all of them. A number that was changed on the page is not the order whose lines it showed. */
function chosenLines(order: Order, chosen: Parameters<DeclareWithdrawal>[0]['chosen']): string[] | null {
  if (chosen === null || chosen.of !== order.number) return null;
  const ids = order.lines.filter(({ position }) => chosen.lines.includes(position + 1)).map(({ id }) => id);
  if (ids.length === 0) throw new AppError('invalid-input', { field: 'lines', rule: 'required' });
  return ids.length === order.lines.length ? null : ids;
}

async function hasRoom(limits: Limits, spending: Spending): Promise<boolean> {
  try {
    await limits.consume(spending);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'too-many-requests') throw error;
    return false;
  }
}

function checkForm(form: WithdrawalForm): void {
  const errors = fieldErrors(withdrawalForm, form);
  const field = WITHDRAWAL_FIELDS.find((each) => errors[each] !== undefined);
  if (field !== undefined) throw new AppError('invalid-input', { field, rule: errors[field] });
  if (isReplyAddress(form.email)) throw new AppError('invalid-input', { field: 'email', rule: 'value' });
}
