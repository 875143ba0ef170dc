import type { Db } from '#src/db/database.ts';
import { createAct } from '#src/flows/desk/act.ts';
import { createCatalogueActions } from '#src/flows/desk/catalogue.ts';
import { createAuditLog } from '#src/modules/audit/audit.ts';
import { createPlanBook, type ImportRequest as Import, type PackageOf } from '#src/modules/catalogue/desk.ts';
import type { Currency } from '#src/shared/money.ts';
import type { Acting } from '#src/shared/operator.ts';

type By = { by: string; dryRun: boolean };
export type ImportRequest = Import & By;

const actingOf = ({ by, dryRun }: By): Acting => ({ actor: { kind: 'command-line', name: by }, dryRun });

/** The operators' actions on the catalogue of this database. */
export function catalogueActions({ db, currency }: { db: Db; currency: Currency }) {
  const audit = createAuditLog({ db });
  const planBook = createPlanBook({ db, currency });
  return createCatalogueActions({ db, audit, planBook, act: createAct({ db, audit }) });
}

/** The operators' actions on the catalogue, each by a named operator. */
export function createCatalogueDesk(ports: { db: Db; currency: Currency }) {
  const desk = catalogueActions(ports);
  return {
    ...desk,
    import: (request: ImportRequest) => desk.import(request, actingOf(request)),
    publish: (what: string, by: By) => desk.publish(what, actingOf(by)),
    hide: (what: string, by: By) => desk.hide(what, actingOf(by)),
    price: (planId: string, cents: number, by: By) => desk.price(planId, cents, actingOf(by)),
    setPackage: (planId: string, source: Parameters<typeof desk.setPackage>[1], by: By) =>
      desk.setPackage(planId, source, actingOf(by)),
    addSource: (planId: string, source: PackageOf, by: By) => desk.addSource(planId, source, actingOf(by)),
    orderSources: (planId: string, first: readonly PackageOf[], by: By) =>
      desk.orderSources(planId, first, actingOf(by)),
    removeSource: (planId: string, source: PackageOf, by: By) => desk.removeSource(planId, source, actingOf(by)),
  };
}
