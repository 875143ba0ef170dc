import type { Catalogue } from '../../modules/catalogue/catalogue.ts';
import type { Esims } from '../../modules/esims/esims.ts';
import type { Line, Order, Viewer } from '../../modules/orders/orders.ts';
import { WITHDRAWAL_DAYS, withdrawalShare, type WithdrawalShare } from '../../shared/rights.ts';
import type { ShownShare, WithdrawalChoices, WithdrawalLine } from '../../shared/withdrawal.ts';
import { type FactPorts, factsOf } from '../rights/facts.ts';
import { knownUse } from '../rights/use.ts';
import { boughtFor } from '../showing/bought-for.ts';

type Ports = FactPorts & {
  db: Parameters<typeof factsOf>[1];
  esims: Pick<Esims, 'planStateOf'>;
  catalogue: Pick<Catalogue, 'destinationBySlug'>;
};

/** `at`: when it is or was declared. `lineIds` null: every line of the order. */
export type WithdrawalLines = (
  order: Order,
  of: { at: Date; lineIds: readonly string[] | null },
) => Promise<WithdrawalLine[]>;

/**
 * The lines of an order with what a withdrawal gives back of each, by what the books know: no wholesaler is asked for a page.
 * It is asked when the withdrawal is carried out, and more may be used by then.
 */
export function createWithdrawalLines(ports: Ports): WithdrawalLines {
  return (order, { at, lineIds }) =>
    Promise.all(
      order.lines
        .filter(({ id }) => lineIds === null || lineIds.includes(id))
        .map((line) => lineOf(ports, { order, line, at })),
    );
}

/** The same for the page, for those who may see the order; null for everyone else. */
export function createWithdrawalChoices({
  clock,
  orderPages,
  withdrawalLines,
}: Pick<Ports, 'clock'> & {
  orderPages: { findFor(orderId: string, viewer: Viewer): Promise<{ order: Order } | null> };
  withdrawalLines: WithdrawalLines;
}) {
  return async function withdrawalChoices(orderId: string, viewer: Viewer): Promise<WithdrawalChoices | null> {
    const found = await orderPages.findFor(orderId, viewer);
    if (!found) return null;
    const { order } = found;
    const lines = await withdrawalLines(order, { at: clock.now(), lineIds: null });
    return { orderId: order.id, number: order.number, email: order.email, lines };
  };
}

async function lineOf(
  ports: Ports,
  { order, line, at }: { order: Order; line: Line; at: Date },
): Promise<WithdrawalLine> {
  const money = (amount: number) => ({ amount, currency: order.currency });
  const { facts, esim } = await factsOf(ports, ports.db, { order, line, use: null, now: at });
  const use = esim === null || line.purpose === 'plan' ? null : knownUse(ports, esim);
  const share = withdrawalShare({ ...facts, use }, { days: WITHDRAWAL_DAYS });
  return {
    position: line.position + 1,
    name: line.name,
    forPlace: (await boughtFor(ports.catalogue, line))?.name ?? null,
    dataMb: line.dataMb,
    unlimited: line.unlimited !== null,
    days: line.days,
    isTopUp: line.purpose === 'plan',
    price: money(line.unitAmount),
    share: shownOf(share, money, { usedMb: use?.usedMb ?? 0, usedDays: use?.usedDays ?? 0 }),
  };
}

function shownOf(
  share: WithdrawalShare,
  money: (amount: number) => WithdrawalLine['price'],
  used: { usedMb: number; usedDays: number },
): ShownShare {
  if (share.what === 'back') return { what: 'back', back: money(share.back), kept: money(share.kept), ...used };
  return share.what === 'person' ? { what: 'person' } : share;
}
