import type { Esims } from '../../modules/esims/esims.ts';
import type { Fulfilment } from '../../modules/fulfilment/fulfilment.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import type {
  LedgerProfile,
  LineBooks,
  OrderBooks,
  OrderLedgers,
  PaymentLedger,
  PaymentLedgerReader,
  PaymentLedgers,
} from '../../modules/reconciliation/reconciliation.ts';
import { addedToOf } from '../delivering/added-to.ts';

/** A configured payment provider, and its books. */
export type LedgerOfProvider = { name: string; ledger: PaymentLedgerReader };
type Ports = {
  fulfilment: Fulfilment;
  orders: Pick<Orders, 'findLine'>;
  esims: Pick<Esims, 'find' | 'activationOf'>;
  ledgers: readonly LedgerOfProvider[];
};

/** The vendors' books since an instant, grouped by our ids. */
export type Ledgers = PaymentLedgers & {
  profiles: LedgerProfile[];
  /** The wholesalers that did not answer, with the fault. They are asked no more, and nothing at them is judged. */
  unread: Map<string, string>;
  /** The entries of one order in the lists; null when the order is older than the lists. */
  of(books: OrderBooks): OrderLedgers | null;
};

/**
 * Reads the lists of all vendors. Payments come first, so that everything that follows a payment is in the later
 * lists.
 */
export async function readLedgers(
  { fulfilment, ledgers }: Pick<Ports, 'fulfilment' | 'ledgers'>,
  since: Date | null,
): Promise<Ledgers> {
  const all = noEntries();
  for (const { name, ledger } of ledgers) addEntries(all, name, await ledger.since(since));
  const { payments, refunds, disputes } = all;
  const { found: profiles, unread } = await fulfilment.bookings(since);
  const paymentsOf = Map.groupBy(payments, ({ orderId }) => orderId);
  const refundsOf = Map.groupBy(refunds, keyOf);
  const disputesOf = Map.groupBy(disputes, keyOf);
  const profilesOf = Map.groupBy(profiles, ({ reference }) => reference);
  return {
    payments,
    refunds,
    disputes,
    profiles,
    unread: new Map(unread.map(({ wholesaler, fault }) => [wholesaler, fault])),
    of(books) {
      const listed = paymentsOf.get(books.orderId) ?? [];
      const keys = listed.map(keyOf);
      const isListed = books.payments.every((own) => keys.includes(keyOf(own)));
      if (since !== null && !isListed) return null;
      return {
        payments: listed,
        refunds: keys.flatMap((key) => refundsOf.get(key) ?? []),
        disputes: keys.flatMap((key) => disputesOf.get(key) ?? []),
        profiles: books.lines.flatMap(({ reference }) => profilesOf.get(reference) ?? []),
      };
    },
  };
}

/**
 * Looks one order up by its payments and its lines' references. Slower than the lists, but current. A wholesaler that
 * does not answer joins `unread`.
 */
export async function lookUp(
  ports: Ports,
  books: OrderBooks,
  listed: OrderLedgers | null,
  unread: Map<string, string>,
): Promise<OrderLedgers> {
  const { fulfilment, ledgers, orders } = ports;
  const known = [...books.payments, ...(listed?.payments ?? [])];
  const found: OrderLedgers = { ...noEntries(), profiles: [] };
  for (const { name, ledger } of ledgers) {
    const refs = known.flatMap(({ provider, paymentRef }) => (provider === name && paymentRef ? paymentRef : []));
    for (const ref of new Set(refs)) addEntries(found, name, await ledger.ofPayment(ref));
  }
  for (const line of books.lines) {
    const addedTo = await addedToOf(ports, await orders.findLine(line.lineId));
    const at = await fulfilment.bookingsOf(line.reference, books.orderedAt, { except: [...unread.keys()], addedTo });
    found.profiles.push(...at.found);
    for (const { wholesaler, fault } of at.unread) {
      const isGone = fault === 'not-found' && wholesaler === addedTo?.wholesaler;
      if (isGone) found.profiles.push(...knownAt(wholesaler, line));
      else unread.set(wholesaler, fault);
    }
  }
  return { ...found, profiles: found.profiles.filter(({ wholesaler }) => !unread.has(wholesaler)) };
}

/**
 * What we know of a line at a wholesaler, in place of its books: it has given the ICCID of the profile to another customer, so
 * nothing says any more what was added. That concerns this line alone.
 */
const knownAt = (name: string, { reference, wholesaleOrder, strays, charged }: LineBooks): LedgerProfile[] =>
  [...(wholesaleOrder ? [wholesaleOrder] : []), ...strays]
    .filter(({ wholesaler }) => wholesaler === name)
    .map((order) => ({ ...order, reference, netPriceCents: null, netCurrency: charged?.currency ?? '' }));

const noEntries = (): PaymentLedgers => ({ payments: [], refunds: [], disputes: [] });

/** Adds the entries of one provider's books, with its name. Entries are changed in place: there may be a million. */
function addEntries(to: PaymentLedgers, provider: string, { payments, refunds, disputes }: PaymentLedger): void {
  for (const each of payments) to.payments.push(Object.assign(each, { provider }));
  for (const each of refunds) to.refunds.push(Object.assign(each, { provider }));
  for (const each of disputes) to.disputes.push(Object.assign(each, { provider }));
}

const keyOf = ({ provider, paymentRef }: { provider: string; paymentRef: string | null }) =>
  `${provider} ${paymentRef}`;
