import type { AutoTopUp, AutoTopUpBook } from '../../modules/auto-top-ups/auto-top-ups.ts';
import type { Esim, EsimBook } from '../../modules/esims/esims.ts';
import type { Fulfilment } from '../../modules/fulfilment/fulfilment.ts';
import type { Line, Order, OrderAccess, OrderBook } from '../../modules/orders/orders.ts';
import type { CardBook, Payments } from '../../modules/payments/payments.ts';
import type { Db } from '../../db/database.ts';
import type { AutoTopUpView } from '../../shared/auto-top-up-view.ts';
import { chargesOf, type KnownCharge, spentIn } from './situation.ts';

export type ShowPorts = {
  db: Db;
  autoTopUps: Pick<AutoTopUpBook, 'ofOrders' | 'charges' | 'month'>;
  orders: Pick<OrderBook, 'find'>;
  esims: Pick<EsimBook, 'standingOf'>;
  fulfilment: Pick<Fulfilment, 'wholesalers'>;
  payments: Pick<Payments, 'providers'> & { cards: Pick<CardBook, 'find'> };
};

/**
 * Presents the auto top-up of each eSIM of an order; null where there is none to offer: its plan is unlimited, its
 * wholesaler adds nothing, the provider keeps no cards, or nothing was paid (a sample).
 */
export async function autoTopUpViews(
  ports: ShowPorts,
  order: Order,
  { access, isPaid }: { access: OrderAccess; isPaid: boolean },
): Promise<(line: Line, esim: Esim | null) => AutoTopUpView | null> {
  const rows = isPaid ? await ports.autoTopUps.ofOrders([order.id]) : [];
  const yours = access === 'account';
  const shown = new Map<string, AutoTopUpView>();
  if (yours) for (const row of rows) shown.set(row.esimId, await presentAutoTopUp(ports, row));
  const offered: AutoTopUpView = { yours, state: 'off', reason: null, agreed: null, payOrderId: null };
  return (line, esim) => {
    if (esim === null || !isPaid) return null;
    const known = shown.get(esim.id);
    if (known && known.state !== 'off') return known;
    return canOffer(ports, line, esim) ? (known ?? offered) : null;
  };
}

/** Whether auto top-up can be offered for an eSIM at all. What its wholesaler adds now is asked when it is switched on. */
export function canOffer(
  { esims, fulfilment, payments }: Pick<ShowPorts, 'esims' | 'fulfilment' | 'payments'>,
  line: Line,
  esim: Esim,
): boolean {
  const { capabilities } = fulfilment.wholesalers.find(esim.wholesaler) ?? {};
  const { planState, current } = esims.standingOf(esim);
  return (
    line.purpose === 'profile' &&
    current.unlimited === null &&
    capabilities?.addsPlans === true &&
    payments.providers.first.gateway.savedCards !== null &&
    esim.endedAt === null &&
    esim.profileState !== 'deleted' &&
    planState !== 'expired'
  );
}

/** For its owner. */
export async function presentAutoTopUp(
  ports: Pick<ShowPorts, 'db' | 'autoTopUps' | 'orders' | 'payments'>,
  row: AutoTopUp,
): Promise<AutoTopUpView> {
  const charges = await chargesOf(ports, ports.db, row);
  const spent = spentIn(ports.autoTopUps.month(), charges);
  const card = await ports.payments.cards.find(row.cardId);
  const money = (amount: number) => ({ amount, currency: row.currency });
  const { planId, dataMb, days, thresholdPercent } = row;
  return {
    yours: true,
    ...shownState(row, { charges, isSpent: spent + row.amount > row.capAmount }),
    reason: row.reason,
    agreed: {
      planId,
      dataMb,
      days,
      price: money(row.amount),
      percent: thresholdPercent,
      cap: money(row.capAmount),
      spent: money(spent),
      cardId: card && card.removedAt === null ? card.id : null,
      card: card && { brand: card.brand, last4: card.last4 },
    },
  };
}

/** One that waits for its owner is on as soon as they have paid: the job stores that later. */
function shownState(
  { state }: AutoTopUp,
  { charges, isSpent }: { charges: readonly KnownCharge[]; isSpent: boolean },
): Pick<AutoTopUpView, 'state' | 'payOrderId'> {
  const waiting = charges.findLast(({ outcome, endedAt }) => outcome === 'authentication' && endedAt === null);
  if (state === 'authentication' && waiting?.order.paidAt === null)
    return { state: 'authentication', payOrderId: waiting.orderId };
  if (state === 'off' || state === 'stopped') return { state, payOrderId: null };
  return { state: isSpent ? 'capped' : 'on', payOrderId: null };
}
