import type { Coverage, NetworkGeneration, Operator, PlanFacts } from './types.ts';

/** What the store states about a plan, in which every package that may deliver it agrees. */
export type Statement = {
  /** ISO 3166-1 alpha-2; empty: not stated. */
  countryCodes: string[];
  /** By country code. */
  networks: Record<string, Operator[]>;
  /** By country code, where the packages name networks and share none: the weaker coverage. */
  coverage: Record<string, Coverage>;
  facts: PlanFacts;
};

/** The part of a package that is stated about its plan. */
export type StatingPackage = Omit<Statement, 'coverage'>;

/**
 * What all of these packages keep. A fact in which they differ becomes the weaker one where one of them is weaker,
 * otherwise it is not stated. Networks are those that all packages name, in the order of the first one. `promised`: the
 * countries that the plan promises, beyond which nothing is stated; null: the packages say it.
 */
export function statementOf(
  packages: readonly [StatingPackage, ...StatingPackage[]],
  promised: readonly string[] | null = null,
): Statement {
  const isPromised = (land: string) => promised === null || promised.includes(land);
  const countryCodes = packages.map((each) => each.countryCodes).filter(({ length }) => length > 0);
  const lands = [...new Set(packages.flatMap(({ networks }) => Object.keys(networks)))].filter(isPromised);
  const shared = lands.map(
    (land) => [land, sharedNetworks(packages.map(({ networks }) => networks[land] ?? []))] as const,
  );
  return {
    countryCodes: countryCodes.length === 0 ? [] : inAll(countryCodes).filter(isPromised),
    networks: Object.fromEntries(shared.filter(([, networks]) => networks.length > 0)),
    coverage: Object.fromEntries(
      shared.flatMap(([land, networks]) => {
        const coverage =
          networks.length > 0 ? null : weakestCoverage(packages.map((each) => each.networks[land] ?? []));
        return coverage === null ? [] : [[land, coverage]];
      }),
    ),
    facts: sharedFacts(packages.map(({ facts }) => facts)),
  };
}

/** The combined coverage of the networks; null: none is known. */
export function coverageOf(operators: readonly Operator[]): Coverage | null {
  if (operators.length === 0) return null;
  return operators.some(({ generations }) => generations.includes('5G')) ? '4G, 5G' : '4G';
}

/** True when a country has 5G. */
export const has5g = ({ networks, coverage }: Pick<Statement, 'networks' | 'coverage'>): boolean =>
  [...Object.values(networks).map(coverageOf), ...Object.values(coverage)].includes('4G, 5G');

function sharedNetworks(lists: readonly (readonly Operator[])[]): Operator[] {
  const [first = [], ...others] = lists;
  return first.flatMap(({ name, generations }) => {
    const same = others.map((list) => list.find((each) => nameOf(each) === name.toLowerCase()));
    const kept = inAll<NetworkGeneration>([generations, ...same.map((each) => each?.generations ?? [])]);
    return kept.length === 0 ? [] : [{ name, generations: kept }];
  });
}

const nameOf = ({ name }: Operator) => name.toLowerCase();

/** Null where one package names no network. */
function weakestCoverage(lists: readonly (readonly Operator[])[]): Coverage | null {
  const coverages = lists.map(coverageOf);
  if (coverages.includes(null)) return null;
  return coverages.includes('4G') ? '4G' : '4G, 5G';
}

function sharedFacts(facts: readonly PlanFacts[]): PlanFacts {
  const all = <K extends keyof PlanFacts>(name: K) => facts.map((each) => each[name]);
  return {
    hotspot: inEach(all('hotspot')),
    topUp: inEach(all('topUp')),
    activation: earlierStart(all('activation')),
    installWindowDays: smallest(all('installWindowDays')),
    throttling: sharedThrottling(all('throttling')),
    exitCountry: agreed(all('exitCountry')),
  };
}

/** False when one package denies it, true when all state it. */
function inEach(answers: readonly (boolean | null)[]): boolean | null {
  if (answers.includes(false)) return false;
  return answers.includes(null) ? null : true;
}

/** A validity that may start with the installation can't be promised to start later. */
function earlierStart(starts: readonly PlanFacts['activation'][]): PlanFacts['activation'] {
  if (starts.includes(null)) return null;
  return starts.includes('installation') ? 'installation' : 'first-usage';
}

function smallest(counts: readonly (number | null)[]): number | null {
  const stated = counts.filter((each) => each !== null);
  return stated.length === 0 ? null : Math.min(...stated);
}

/** All stop, or all slow down, then to the lowest speed; null where they differ or one does not state it. */
function sharedThrottling(kinds: readonly PlanFacts['throttling'][]): PlanFacts['throttling'] {
  const speeds = kinds.flatMap((each) => (each?.kind === 'slower' ? [each.kbps] : []));
  if (speeds.length === kinds.length) return { kind: 'slower', kbps: Math.min(...speeds) };
  return kinds.every((each) => each?.kind === 'none') ? { kind: 'none' } : null;
}

function agreed<T>(values: readonly T[]): T | null {
  const [first] = values;
  return first !== undefined && values.every((each) => each === first) ? first : null;
}

/** What is in every list, in the order of the first one. */
function inAll<T>(lists: readonly (readonly T[])[]): T[] {
  const [first = [], ...others] = lists;
  const sets = others.map((each) => new Set(each));
  return first.filter((each) => sets.every((set) => set.has(each)));
}
