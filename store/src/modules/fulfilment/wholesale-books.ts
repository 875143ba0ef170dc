import { CodedError, codeOf } from '../../shared/errors.ts';
import type { VendorOrder } from './store.ts';
import type { KnownOrder, OwnProfile, WholesaleBooking, WholesaleOrder, Wholesaler } from './wholesaler.ts';
import type { Wholesalers } from './wholesalers.ts';

/** An order in the books of a wholesaler, with the wholesaler's name. */
export type At<T extends { vendorOrderId: string }> = T & VendorOrder;

/** The profile to which a line adds a plan, at its wholesaler. */
export type AddedTo = OwnProfile & { wholesaler: string };

/** A wholesaler whose books could not be read, and the stable code of the reason. */
export type Unread = { wholesaler: string; fault: string };

/** What was read, and the wholesalers that did not answer: about those it says nothing. */
export type Readings = { found: At<WholesaleBooking>[]; unread: Unread[] };

/** The row names a wholesaler that is not configured: nothing can be asked there. */
class NotConfiguredError extends CodedError<'not-configured'> {
  override readonly name = 'NotConfiguredError';

  constructor(wholesaler: string) {
    super('not-configured', `the wholesaler ${wholesaler} is not configured`);
  }
}

/** What is known about the orders that are searched for at a wholesaler. */
type Known = (at: Wholesaler) => KnownOrder;

/** Reads the books of the wholesalers. */
export function createWholesaleBooks(wholesalers: Wholesalers) {
  /** Reads something at each of these wholesalers. */
  async function atEach<T extends { vendorOrderId: string }>(
    asked: readonly Wholesaler[],
    read: (wholesaler: Wholesaler) => Promise<T[]>,
  ): Promise<At<T>[]> {
    const found = await Promise.all(
      asked.map(async (each) => (await read(each)).map((order) => ({ ...order, wholesaler: each.name }))),
    );
    return found.flat();
  }

  return {
    /** The wholesaler that a row names. Throws `not-configured`. */
    of({ wholesaler: name }: Pick<VendorOrder, 'wholesaler'>): Wholesaler {
      const wholesaler = wholesalers.find(name);
      if (!wholesaler) throw new NotConfiguredError(name);
      return wholesaler;
    },
    /**
     * Every order with exactly this reference. Throws when one that is `owing` does not answer and nothing is found; the
     * `others` need not answer.
     */
    async search(
      reference: string,
      { owing, others, known }: { owing: readonly Wholesaler[]; others: readonly Wholesaler[]; known: Known },
    ): Promise<At<WholesaleOrder>[]> {
      const asked = [...owing, ...others];
      const answers = await Promise.allSettled(
        asked.map((each) => atEach([each], () => each.findByReference(reference, known(each)))),
      );
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      const failed = answers.slice(0, owing.length).find((answer) => answer.status === 'rejected');
      if (failed && found.length === 0) throw failed.reason;
      return found;
    },
    /** Every order whose reference begins so, since that day, of all wholesalers with a list. */
    list: (prefix: string, since: Date | null): Promise<Readings> =>
      eachByItself(wholesalers.all().filter(listsBookings), (each) => each.bookings(prefix, since)),
    /**
     * Every order of all wholesalers with exactly this reference, as in their lists. `since`: no such order is older;
     * null: not known. `except`: names of wholesalers that are not asked. `addedTo`: the profile to which the orders add a
     * plan.
     */
    bookingsOf: (
      reference: string,
      since: Date | null,
      { except = [], addedTo = null }: { except?: readonly string[]; addedTo?: AddedTo | null } = {},
    ): Promise<Readings> =>
      eachByItself(
        wholesalers.all().filter(({ name }) => !except.includes(name)),
        async (each) => {
          const profile = addedTo?.wholesaler === each.name ? addedTo : null;
          const known = { since, vendorOrderId: null, addedTo: profile };
          const found = await (listsBookings(each) && (profile === null || each.capabilities.listsAddedPlans)
            ? each.bookings(reference, since)
            : each.findByReference(reference, known));
          return found.filter((order) => order.reference === reference).map(bookingOf);
        },
      ),
  };
}

/** Reads the books of each of these wholesalers: one that fails is named, and the others count. */
async function eachByItself(
  asked: readonly Wholesaler[],
  read: (wholesaler: Wholesaler) => Promise<WholesaleBooking[]>,
): Promise<Readings> {
  const all: Readings = { found: [], unread: [] };
  const answers = await Promise.allSettled(asked.map(async (each) => read(each)));
  for (const [at, answer] of answers.entries()) {
    const wholesaler = asked[at]!.name;
    if (answer.status === 'rejected') all.unread.push({ wholesaler, fault: codeOf(answer.reason) ?? 'thrown' });
    // In place: there may be a million.
    else for (const each of answer.value) all.found.push(Object.assign(each, { wholesaler }));
  }
  return all;
}

const listsBookings = ({ capabilities }: Wholesaler) => capabilities.listsBookings;

/** Without the profile, which reconciliation never sees. */
const bookingOf = ({ vendorOrderId, reference, netPriceCents, netCurrency }: WholesaleBooking): WholesaleBooking => ({
  vendorOrderId,
  reference,
  netPriceCents,
  netCurrency,
});
