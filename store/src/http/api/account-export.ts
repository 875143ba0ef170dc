import { translator } from '../../i18n/i18n.ts';
import type { Identity } from '../../modules/identity/identity.ts';
import type { Line, Order } from '../../modules/orders/orders.ts';
import type { Services } from '../../services.ts';
import { AppError } from '../../shared/errors.ts';
import { ORDER_TEXTS } from '../../shared/legal.ts';
import { addressIn } from '../../shared/page-address.ts';
import { paths } from '../../shared/paths.ts';
import { passkeyView } from './passkeys.ts';

/**
 * Version of the text with which buyers confirm their phone (`checkout.device.label`); increased when its meaning
 * changes.
 */
const DEVICE_TEXT_VERSION = 1;

/**
 * All data of an account (GDPR, articles 15 and 20), for its owner only: includes eSIM codes, excludes our secrets. Guest
 * orders of its proved address are listed without their codes: they open in the browser that ordered, or by their mails.
 */
export async function exportOf({ config, identity, identityFlows, passkeys, orders, esims }: Services, who: Identity) {
  const account = await identity.account(who.accountId);
  if (!account) throw new AppError('unauthenticated');
  const mine = await orders.allFor(who);
  const [issued, sessions, ownPasskeys, securityEvents, records] = await Promise.all([
    esims.listByOrders(mine.map(({ id }) => id)),
    identity.listSessions(who.accountId),
    passkeys.list(who.accountId),
    identity.securityEvents(who.accountId),
    identityFlows.personalRecords(
      account,
      mine.map(({ id }) => id),
    ),
  ]);
  const delivered = mine.flatMap((order) =>
    orders.deliveredLines(order).map(({ id, position }) => ({ id, order: order.number, line: position + 1 })),
  );
  const { id: _id, validSince: _since, verifiedByCodeAlone: _alone, ...kept } = account;
  return {
    account: { ...kept, sessions, passkeys: ownPasskeys.map(passkeyView) },
    orders: mine.map(orderOf),
    guestOrders: records.guestOrders.map(orderOf),
    mails: records.mails,
    texts: records.texts,
    esims: delivered.flatMap(({ id, order, line }) => {
      const esim = issued.find(({ lineId }) => lineId === id);
      if (!esim) return [];
      const { iccid, smdpAddress, activationCode, confirmationCode } = esims.activationOf(esim);
      const { dataMb, remainingMb, days, planState, profileState, issuedAt, expiresAt } = esim;
      return {
        order,
        line,
        iccid,
        smdpAddress,
        activationCode,
        confirmationCode,
        dataMb,
        remainingMb,
        days,
        planState,
        profileState,
        issuedAt,
        expiresAt,
      };
    }),
    consents: mine.flatMap(({ number, deviceConfirmedAt, locale, acceptedTexts, acceptedAt }) => [
      {
        order: number,
        kind: 'device-supports-esim',
        at: deviceConfirmedAt,
        textVersion: DEVICE_TEXT_VERSION,
        text: translator(locale)('checkout.device.label'),
      },
      ...ORDER_TEXTS.map((name) => ({
        order: number,
        kind: `accepted-${name}`,
        at: acceptedAt,
        textVersion: acceptedTexts[name],
        text: config.publicUrl + addressIn(acceptedTexts.locale, paths.legal(name, acceptedTexts[name])),
      })),
    ]),
    tickets: records.tickets.map(
      ({ number, status, topic, name, email, orderNumber, locale, language, createdAt, messages }) => ({
        number,
        status,
        topic,
        name,
        email,
        orderNumber,
        locale,
        language: language ?? locale,
        createdAt,
        // Only the number of pictures: the person sent them, and can ask for them.
        messages: messages.map(({ at, author, text, pictures }) => ({
          at,
          from: author === 'traveller' ? 'you' : 'us',
          text,
          pictures,
        })),
      }),
    ),
    securityEvents,
  };
}

const orderOf = ({
  number,
  status,
  createdAt,
  paidAt,
  fulfilledAt,
  email,
  locale,
  totalAmount,
  currency,
  tripDays,
  lines,
}: Order) => ({
  number,
  status,
  createdAt,
  paidAt,
  fulfilledAt,
  email,
  locale,
  total: { amount: totalAmount, currency },
  line: soldOf(lines[0]),
  lines: lines.map((line) => ({ ...soldOf(line), status: line.status })),
  tripDays: tripDays?.map(({ line, ...days }) => ({ line: line + 1, ...days })) ?? null,
});

const soldOf = (line: Line) => ({
  planId: line.planId,
  offer: line.offerSlug,
  forPlace: line.placeSlug,
  name: line.name,
  dataMb: line.dataMb,
  unlimited: line.unlimited,
  days: line.days,
  activation: line.activation,
  quantity: line.quantity,
  unitAmount: line.unitAmount,
});
