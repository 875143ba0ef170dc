import * as z from 'zod';

/** Plan id → the wholesaler's package id. */
export type PackageIds = ReadonlyMap<string, string>;

const PackageIdsFile = z.record(z.string(), z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/));

/**
 * Reads data/wholesale/packages.json. Throws an Error that lists every plan without a package, every package of no plan
 * and every package used twice: a shop with such a file must not start.
 */
export function parsePackageIds(file: unknown, planIds: readonly string[]): PackageIds {
  const entries = Object.entries(PackageIdsFile.parse(file));
  const packages = new Map(entries);
  const known = new Set(planIds);
  const used = entries.map(([, packageId]) => packageId);
  const faults = [
    ...planIds.filter((id) => !packages.has(id)).map((id) => `no package for plan ${id}`),
    ...entries.filter(([id]) => !known.has(id)).map(([id]) => `unknown plan ${id}`),
    ...used.filter((id, position) => used.indexOf(id) !== position).map((id) => `package ${id} is used twice`),
  ];
  if (faults.length > 0) throw new Error(`wholesale packages: ${faults.join('; ')}`);
  return packages;
}
