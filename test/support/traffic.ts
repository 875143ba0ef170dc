import type { OrderView } from '#src/shared/views.ts';
import { createAccount } from './accounts.ts';
import { becomes, type Buyer, order, post } from './shop.ts';
import { type Address, payHosted } from './wire.ts';

/** A purchase that has begun. `last` is the order with its eSIM. */
export type Sale = { buyer: Buyer; last: OrderView | null };

/** What a page view, a sign-in or a purchase met, and when. */
export type Complaint = string;

/** Most are served from the cache, as in a shop. The last one is rendered for each request. */
const PAGES = [
  '/',
  '/plans',
  '/plans/local/france',
  '/fr/plans/local/japan',
  '/help',
  '/coverage',
  '/api/offers',
  '/api/catalogue/destinations/france',
  '/healthz',
  '/about',
  '/checkout/france-3gb',
];

/**
 * Starts simulated load: eleven clients that browse, sign in and buy until they are stopped. A purchase that has begun is
 * completed. No client retries: each failed request is recorded as a complaint.
 */
export function startTraffic(app: Address) {
  let stopped = false;
  let pages = 0;
  const sales: Sale[] = [];
  const complaints: Complaint[] = [];

  async function over(work: (turn: number) => Promise<void>): Promise<void> {
    for (let turn = 0; !stopped; turn++)
      await work(turn).catch((error: unknown) => {
        const { message, cause } = error as Error;
        complaints.push(`${new Date().toISOString()} ${message} ${cause ? String(cause) : ''}`);
      });
  }
  async function browse(turn: number): Promise<void> {
    const answer = await fetch(app.url + PAGES[turn % PAGES.length]!);
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${answer.status} for ${answer.url}`);
    pages++;
  }
  async function useAccount(): Promise<void> {
    const { email, password } = await createAccount(app);
    for (let turn = 0; turn < 10; turn++) {
      const answer = await post(app, '/identity/v1/accounts:signInWithPassword?key=cairn-web', {
        email,
        password,
        returnSecureToken: true,
      });
      if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`);
      const { idToken, refreshToken } = (await answer.json()) as { idToken: string; refreshToken: string };
      const renewed = await fetch(`${app.url}/identity/v1/token?key=cairn-web`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
      });
      const account = await fetch(`${app.url}/api/account`, { headers: { authorization: `Bearer ${idToken}` } });
      if (!renewed.ok || !account.ok) throw new Error(`account: ${renewed.status} ${account.status}`);
      await Promise.all([renewed.arrayBuffer(), account.arrayBuffer()]);
    }
  }
  async function purchase(turn: number): Promise<void> {
    const sale: Sale = { buyer: await order(app, { locale: turn % 2 === 0 ? 'en' : 'fr' }), last: null };
    sales.push(sale);
    await payHosted(sale.buyer.paymentUrl);
    sale.last = await becomes(app, sale.buyer, 'fulfilled', 60_000);
  }

  const all = Promise.all([
    ...Array.from({ length: 6 }, () => over(browse)),
    ...Array.from({ length: 2 }, () => over(useAccount)),
    ...Array.from({ length: 3 }, () => over(purchase)),
  ]);
  return {
    complaints,
    /** So far. */
    counts: () => ({ pages, sales: sales.filter(({ last }) => last).length }),
    async stop() {
      stopped = true;
      await all;
      return { sales, complaints };
    },
  };
}
