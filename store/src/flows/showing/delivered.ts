import type { Catalogue, Destination, Operator, PlanFacts } from '../../modules/catalogue/catalogue.ts';
import { type Esim, esimOfLine, planOfLine } from '../../modules/esims/esims.ts';
import type { Line } from '../../modules/orders/orders.ts';

type DeliveredCatalogue = Pick<Catalogue, 'packageStatements' | 'destinationBySlug'>;

type Statement = { facts: PlanFacts; networks: Record<string, Operator[]> };
/** What the package states from which each line was delivered, by the id of the line. */
export type Delivered = ReadonlyMap<string, Statement>;

/** Reads what is stated about delivered eSIMs: by the source that delivered, which may be another than the one sold. */
export async function readDelivered(
  catalogue: Pick<Catalogue, 'packageStatements'>,
  lines: readonly Pick<Line, 'id'>[],
  issued: readonly Esim[],
): Promise<Delivered> {
  const sources = lines.flatMap(({ id }) => {
    const esim = esimOfLine(issued, id);
    const plan = esim && planOfLine(esim, id);
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
  const { hotspot, exitCountry } = found.facts;
  return { networks: networksAt(found, place), hotspot, exitCountry };
}

const networksAt = ({ networks }: Statement, place: Destination | null) =>
  place?.countryCode ? (networks[place.countryCode] ?? []).map(({ name }) => name) : [];

/** For each line its start and what is stated about its eSIM. */
export async function givenTo(catalogue: DeliveredCatalogue, lines: readonly Line[], issued: readonly Esim[]) {
  const delivered = await readDelivered(catalogue, lines, issued);
  return Promise.all(
    lines.map(async (line) => ({
      activation: activationOf(delivered, line),
      stated: await statedAbout(catalogue, delivered, line),
    })),
  );
}
