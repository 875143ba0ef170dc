import type { Catalogue, Destination, Operator, PlanFacts } from '../../modules/catalogue/catalogue.ts';
import { type Esim, esimOfLine, planOfLine } from '../../modules/esims/esims.ts';
import { deliveryOf } from '../../modules/orders/line-state.ts';
import type { Line, Order } from '../../modules/orders/orders.ts';

type DeliveredCatalogue = Pick<Catalogue, 'packageStatements' | 'destinationBySlug'>;

type Statement = { facts: PlanFacts; networks: Record<string, Operator[]> };
/** What the package states from which each line was delivered, by the `id` of its `Delivery`. */
export type Delivered = ReadonlyMap<string, Statement>;

/** The line `by` whose delivery is looked up under an `id`. */
type Delivery = { id: string; by: string };

/** The deliveries of an order by its bought lines: of one that was replaced, the last one. */
export const deliveriesIn = (order: Pick<Order, 'lines' | 'replacements'>): Delivery[] =>
  order.lines.map((line) => ({ id: line.id, by: deliveryOf(order, line).id }));

/** Reads what is stated about delivered eSIMs: by the source that delivered, which may be another than the one sold. */
export async function readDelivered(
  catalogue: Pick<Catalogue, 'packageStatements'>,
  lines: readonly Delivery[],
  issued: readonly Esim[],
): Promise<Delivered> {
  const sources = lines.flatMap(({ id, by }) => {
    const esim = esimOfLine(issued, by);
    const plan = esim && planOfLine(esim, by);
    return plan ? [{ id, wholesaler: esim.wholesaler, packageId: plan.packageId }] : [];
  });
  const stated = await catalogue.packageStatements(sources);
  return new Map(
    sources.flatMap(({ id, wholesaler, packageId }) => {
      const found = stated.find((each) => each.wholesaler === wholesaler && each.packageId === packageId);
      return found ? [[id, found] as const] : [];
    }),
  );
}

/** When the days of a line start: as its eSIM was delivered, before that as it was sold. */
export const activationOf = (delivered: Delivered, { id, activation }: Pick<Line, 'id' | 'activation'>) => {
  const found = delivered.get(id);
  return found ? found.facts.activation : activation;
};

/** The statements about the eSIM of a line at the place where it is used; null before its delivery. */
async function statedAbout(catalogue: DeliveredCatalogue, delivered: Delivered, line: Line) {
  const found = delivered.get(line.id);
  if (!found) return null;
  const place = await catalogue.destinationBySlug(line.placeSlug ?? line.offerSlug);
  const { hotspot, topUp, exitCountry } = found.facts;
  return { networks: networksAt(found, place), hotspot, topUp, exitCountry };
}

const networksAt = ({ networks }: Statement, place: Destination | null) =>
  place?.countryCode ? (networks[place.countryCode] ?? []).map(({ name }) => name) : [];

/** For each bought line its start and what is stated about its eSIM. */
export async function givenTo(catalogue: DeliveredCatalogue, order: Order, issued: readonly Esim[]) {
  const delivered = await readDelivered(catalogue, deliveriesIn(order), issued);
  return Promise.all(
    order.lines.map(async (line) => ({
      activation: activationOf(delivered, line),
      stated: await statedAbout(catalogue, delivered, line),
    })),
  );
}
