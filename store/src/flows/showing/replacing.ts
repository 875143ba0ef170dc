import { type Esim, type Esims, esimOfLine } from '../../modules/esims/esims.ts';
import type { Fulfilment } from '../../modules/fulfilment/fulfilment.ts';
import type { Line, Order, Orders, Replacement } from '../../modules/orders/orders.ts';
import type { EsimUsage, OrderLineView } from '../../shared/views.ts';

type Ports = {
  orders: Pick<Orders, 'deliveriesOf'>;
  esims: Pick<Esims, 'activationOf' | 'restOf'>;
  fulfilment: Pick<Fulfilment, 'wholesalers' | 'replacesByRule'>;
};

type Replacing = Pick<OrderLineView, 'rest' | 'onNewPhone' | 'replacement' | 'replaced'>;

type Given = {
  order: Order;
  line: Line;
  esim: Esim | null;
  issued: readonly Esim[];
  replacements: readonly Replacement[];
};

/** What the page of an order says about a line whose eSIM moves to another phone. Nothing while its eSIM is not shown. */
export function replacingOf(
  { orders, esims, fulfilment }: Ports,
  { order, line, esim, issued, replacements }: Given,
  usageOf: (esim: Esim) => EsimUsage,
): Replacing {
  if (esim === null) return { rest: null, onNewPhone: null, replacement: null, replaced: [] };
  const capabilities = fulfilment.wholesalers.find(esim.wholesaler)?.capabilities;
  const rest = esims.restOf(esim);
  const asked = replacements.find(({ lineId }) => lineId === line.id);
  const earlier = orders.deliveriesOf(order, line).flatMap(({ id }) => esimOfLine(issued, id) ?? []);
  return {
    rest: rest && { ...rest, endsAt: rest.endsAt?.toISOString() ?? null },
    onNewPhone: {
      reinstalls: capabilities?.reinstalls === true,
      endsOld: capabilities?.endsProfiles === true,
      byRule: fulfilment.replacesByRule,
    },
    replacement: asked ? viewOf(asked, order) : null,
    replaced: earlier
      .filter(({ id, endedAt }) => id !== esim.id && endedAt !== null)
      .toReversed()
      .map((old) => ({
        ...usageOf(old),
        id: old.id,
        iccid: esims.activationOf(old).iccid,
        endedAt: old.endedAt!.toISOString(),
      })),
  };
}

/** `done` only with the new eSIM: the request was read after the order, whose line may have been delivered between. */
const viewOf = (asked: Replacement, { replacements }: Order): NonNullable<Replacing['replacement']> => ({
  state:
    asked.state === 'done' && !replacements.some(({ id, status }) => id === asked.id && status === 'fulfilled')
      ? 'delivering'
      : asked.state,
  reason: asked.reason,
  askedAt: asked.createdAt.toISOString(),
  changedAt: asked.updatedAt.toISOString(),
  leftMb: asked.leftMb,
  endsAt: asked.endsAt?.toISOString() ?? null,
  days: asked.days,
  oldProfile: asked.oldProfile,
});
