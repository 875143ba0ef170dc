import type { Db } from '../../db/database.ts';
import { codeOf } from '../../shared/errors.ts';
import { keepPackages } from './package-store.ts';
import type { PackageSources, WholesalePackage, WholesalePackages } from './wholesale-packages.ts';

type PackagesById = ReadonlyMap<string, WholesalePackage>;

type Ports = {
  db: Db;
  wholesalers: PackageSources;
  log?: { warn(details: object, message: string): void } | undefined;
  now: () => number;
};

export type PackageChecks = ReturnType<typeof createPackageChecks>;

/** Readings of the wholesalers' packages. Concurrent callers share one. */
export function createPackageChecks(ports: Ports) {
  const { wholesalers, now } = ports;
  /** The running check of each wholesaler. */
  const checking = new Map<string, { checkedAt: Date; found: Promise<PackagesById | undefined> }>();

  /** The running check if it began at `since` or later, otherwise a new one: concurrent orders share one reading. */
  function checkSince(wholesaler: WholesalePackages, since: Date): Promise<PackagesById | undefined> {
    const { name } = wholesaler;
    const running = checking.get(name);
    if (running && running.checkedAt >= since) return running.found;
    const checkedAt = new Date(now());
    const found = check(ports, wholesaler, { readAt: checkedAt }).finally(() => {
      if (checking.get(name)?.found === found) checking.delete(name);
    });
    checking.set(name, { checkedAt, found });
    return found;
  }

  /** Checks all wholesalers, side by side. The last list of a run is stored when the others are. */
  async function checkAll(runId: string | undefined): Promise<(PackagesById | undefined)[]> {
    const readAt = new Date(now());
    const all = wholesalers.all();
    if (runId === undefined) return Promise.all(all.map((each) => checkSince(each, readAt)));
    const others = await Promise.all(all.slice(0, -1).map((each) => check(ports, each, { readAt })));
    const last = await Promise.all(all.slice(-1).map((each) => check(ports, each, { readAt, runId })));
    return [...others, ...last];
  }

  return { checkSince, checkAll };
}

/**
 * Reads all packages of a wholesaler and stores the result for each plan. Undefined: it gave no usable list. `runId`:
 * for the last list of the run.
 */
async function check(
  { db, wholesalers, log }: Ports,
  wholesaler: WholesalePackages,
  { readAt, runId }: { readAt: Date; runId?: string | undefined },
): Promise<PackagesById | undefined> {
  const { name } = wholesaler;
  const { packages, refused, code } = await wholesaler
    .packages()
    .then((list) => ({ ...list, code: 'empty-list' as string | undefined }))
    .catch((error: unknown) => ({ packages: [], refused: [], code: codeOf(error) }));
  const list = { wholesaler: name, packages, refused, readAt };
  await keepPackages(db, list, { id: runId, configured: wholesalers.all().map((each) => each.name) });
  if (packages.length > 0) return new Map(packages.map((each) => [each.packageId, each]));
  log?.warn({ wholesaler: name, code }, 'wholesale packages could not be checked');
  return undefined;
}
