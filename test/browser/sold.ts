import { ledger } from '../support/wire.ts';
import type { BrowserWorld } from './browser.ts';

/** The activation codes that the wholesaler sold. Its ledger lists top-ups too, which have no profile. */
export async function soldCodes(world: Pick<BrowserWorld, 'airalo'>): Promise<string[]> {
  const { orders } = await ledger<{ orders: { sims?: { qrcode: string }[] }[] }>(world.airalo);
  return orders.flatMap(({ sims = [] }) => sims.map(({ qrcode }) => qrcode));
}

/** The paid sessions for this address at the payment vendor. */
export async function paidSessions(world: BrowserWorld, email: string): Promise<number> {
  const { sessions } = await ledger<{ sessions: { customer_email: string | null; payment_status: string }[] }>(
    world.stripe,
  );
  return sessions.filter((session) => session.customer_email === email && session.payment_status === 'paid').length;
}
