import type { KeptCard, SavedCards } from '#src/modules/payments/provider.ts';

type Setup = { pageRef: string; customerRef: string; status: 'open' | 'done' | 'expired'; card: KeptCard | null };

/** The customers and saved cards of the toy payment provider. */
export function createToyCards(newRef: (kind: string) => string, refuse: (message: string) => never) {
  const customers = new Map<string, { customerRef: string; accountId: string; key: string }>();
  const cards = new Map<string, KeptCard & { customerRef: string }>();
  const setups = new Map<string, Setup & { setupId: string; url: string }>();

  const shown = ({ methodRef, brand, last4, expMonth, expYear }: KeptCard): KeptCard => {
    return { methodRef, brand, last4, expMonth, expYear };
  };
  const add = (customerRef: string, more: Partial<KeptCard> = {}): KeptCard & { customerRef: string } => {
    if (!customers.has(customerRef)) refuse('no such customer');
    const usual = { methodRef: newRef('toycard'), brand: 'toycard', last4: '0042', expMonth: 12, expYear: 2040 };
    const card = { ...usual, ...more, customerRef };
    cards.set(card.methodRef, card);
    return card;
  };

  const customerOf = ({ accountId, key }: { accountId: string; key: string }): string => {
    const known = [...customers.values()].find((each) => each.key === key);
    const customer = known ?? { customerRef: newRef('toyperson'), accountId, key };
    customers.set(customer.customerRef, customer);
    return customer.customerRef;
  };

  const savedCards: SavedCards = {
    createCustomer: async (of) => ({ customerRef: customerOf(of) }),
    async openSetup({ setupId, customerRef }) {
      if (!customers.has(customerRef)) refuse('no such customer');
      const known = [...setups.values()].find((each) => each.setupId === setupId);
      const pageRef = known?.pageRef ?? newRef('toysetup');
      const url = `https://toy.example/setup/${pageRef}`;
      if (!known) setups.set(pageRef, { pageRef, setupId, customerRef, url, status: 'open', card: null });
      return { pageRef, url };
    },
    async setup(pageRef) {
      const { status, card } = setups.get(pageRef) ?? refuse('no such page');
      return { status, card };
    },
    async cardsOf(customerRef) {
      if (!customers.has(customerRef)) return 'no-customer';
      return [...cards.values()].filter((card) => card.customerRef === customerRef).map(shown);
    },
    async remove(methodRef) {
      cards.delete(methodRef);
    },
    removeCustomer: async (customerRef) => forget(customerRef),
  };

  function forget(customerRef: string): void {
    customers.delete(customerRef);
    for (const card of cards.values()) if (card.customerRef === customerRef) cards.delete(card.methodRef);
  }

  return {
    savedCards,
    customers,
    cards,
    /** A saved card of a new customer. */
    save(more: Partial<KeptCard> = {}): { customerRef: string; methodRef: string } {
      const { customerRef, methodRef } = add(customerOf({ accountId: newRef('account'), key: newRef('key') }), more);
      return { customerRef, methodRef };
    },
    add,
    /** True for a card that its customer has. */
    has: (customerRef: string, methodRef: string) => cards.get(methodRef)?.customerRef === customerRef,
    /** The traveller saves a card on the page. */
    finishSetup(url: string, more: Partial<KeptCard> = {}): void {
      const setup = setups.get(url.split('/').at(-1)!) ?? refuse('no such page');
      if (setup.status !== 'open') refuse('the page is over');
      Object.assign(setup, { status: 'done', card: shown(add(setup.customerRef, more)) });
    },
    /** Somebody deletes the customer in the provider's dashboard. */
    deleteCustomer: forget,
  };
}
