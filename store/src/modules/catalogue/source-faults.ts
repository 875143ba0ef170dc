import type { SourceFault } from './types.ts';

/** Every fault in words, in the order in which they are looked for. */
const FAULT_WORDS: Record<SourceFault, string> = {
  'not-configured': 'its wholesaler is not configured',
  'never-checked': 'the packages of its wholesaler were never read',
  'missing-package': 'the last list of its wholesaler lacks it',
  'too-little-data': 'it has less data than the plan',
  'too-few-days': 'it has fewer days than the plan',
  'too-few-countries': 'it works in fewer countries than the plan',
  'starts-earlier': 'its days may start before the first use, which the plan states',
  'no-hotspot': 'it allows no hotspot, which the plan states',
  'other-currency': 'its net price is in another currency than the price of the plan',
  'price-not-below-ours': 'its net price is not below the price of the plan',
  'below-minimum-price': 'its wholesaler allows no price as low as that of the plan',
};

const ORDER = Object.keys(FAULT_WORDS);

/** Terms of a package that differ from those of the plan. The others may pass: a price, or a list without the package. */
const BREAKS_PROMISE: ReadonlySet<string> = new Set<SourceFault>([
  'too-little-data',
  'too-few-days',
  'too-few-countries',
  'starts-earlier',
  'no-hotspot',
  'other-currency',
]);

export const breaksPromise = (fault: string | null): fault is SourceFault =>
  fault !== null && BREAKS_PROMISE.has(fault);

/** A fault in words; the columns that have one are text. */
export const faultWords = (fault: string): string => FAULT_WORDS[fault as SourceFault] ?? fault;

/** How far a package is from being a source: the higher, the nearer. */
export const nearness = (fault: string | null): number => (fault === null ? ORDER.length : ORDER.indexOf(fault));
