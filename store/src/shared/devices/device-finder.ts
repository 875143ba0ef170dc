import { deviceWords, isSlip, partsOf, withoutExtras } from './device-words.ts';
import { nameOf } from './device-name.ts';
import type { Device, DeviceIndex, DeviceModel, ListedDevice, SalePlace } from './types.ts';

/** Maximum number of other suggested models. */
const MAX_OTHERS = 8;
/** The maximum length after the prefix of a model number: `B`, `U1`, `0`. */
const MAX_SUFFIX = 4;

export type FoundDevice = {
  /** The single matching model; null: several, or none. */
  device: Device | null;
  /** True when it matched with a typo. */
  isTypo: boolean;
  /** The market that its model number implies. */
  soldIn: SalePlace | null;
  /** Other possible models. */
  others: readonly Device[];
};

export type DeviceFinder = { find(query: string): FoundDevice };

/**
 * One spelling of a model: its words without spaces, starting at one of its words. `isFull`: the maker and the whole
 * name.
 */
type Term = { key: string; parts: readonly string[]; isFull: boolean; device: Device };

/**
 * A search over device names. Spaces, case and punctuation are ignored (`galaxy s 23 ultra`), the maker and the words
 * before a number may be missing (`s23`), and longer words may have a typo. Numbers and short words must be exact.
 */
export function createDeviceFinder(index: DeviceIndex): DeviceFinder {
  const known = devicesOf(index);
  const terms = known.flatMap(({ device, model }) => termsOf(device, model));
  const codes = known.flatMap(({ device, model }) =>
    (model?.codes ?? []).map((code) => ({ code: deviceWords(code).join(''), device })),
  );

  function byCode(key: string): FoundDevice | undefined {
    const met = codes.find(({ code }) => key.startsWith(code) && key.length - code.length <= MAX_SUFFIX);
    if (met === undefined) return undefined;
    return { device: met.device, isTypo: false, soldIn: placeOfSuffix(key.slice(met.code.length)), others: [] };
  }

  function byName(words: readonly string[]): FoundDevice | undefined {
    const key = words.join('');
    const parts = partsOf(words);
    const met = terms.filter((term) => term.key === key);
    const full = met.filter((term) => term.isFull);
    const exact = devicesIn(full.length > 0 ? full : met);
    const longer = devicesIn(terms.filter((term) => term.key.startsWith(key)));
    if (exact.length === 1) return found(exact[0]!, false, longer);
    if (longer.length > 0) return found(null, false, [...exact, ...longer]);
    const slips = devicesIn(terms.filter((term) => isSlipOf(parts, term.parts)));
    if (slips.length === 1) return found(slips[0]!, true, []);
    if (slips.length > 1) return found(null, true, slips);
    return undefined;
  }

  return {
    find(query) {
      const words = deviceWords(query);
      if (words.length === 0) return found(null, false, []);
      const shorter = withoutExtras(words);
      return (
        byCode(words.join('')) ??
        byName(words) ??
        (shorter.length > 0 && shorter.length < words.length ? byName(shorter) : undefined) ??
        found(null, false, [])
      );
    },
  };
}

function found(device: Device | null, isTypo: boolean, others: readonly Device[]): FoundDevice {
  const rest = [...new Set(others)].filter((each) => each !== device);
  return { device, isTypo, soldIn: null, others: rest.slice(0, MAX_OTHERS) };
}

const devicesIn = (terms: readonly Term[]): Device[] => [...new Set(terms.map(({ device }) => device))];

/** Numbers first: they exclude most terms, and are cheap to compare. */
const isSlipOf = (typed: readonly string[], meant: readonly string[]): boolean =>
  typed.length === meant.length &&
  typed.every((part, index) => !/^\d/.test(part) || part === meant[index]) &&
  typed.every((part, index) => isSlip(part, meant[index]!));

type Known = { device: Device; model?: DeviceModel };

/** Our own models, each with a flag for the wholesaler's list, then those that only that list has. */
function devicesOf({ families, listed }: DeviceIndex): Known[] {
  const own = families.flatMap((family) =>
    family.models.map((model): Required<Known> => ({
      device: { maker: family.maker, name: model.name, family, isListed: false },
      model,
    })),
  );
  const byKey = new Map<string, Known>();
  for (const known of own)
    for (const name of [known.model.name, ...(known.model.aliases ?? [])])
      byKey.set(keyOf({ maker: known.device.maker, name }), known);
  for (const device of listed) {
    const key = keyOf(device);
    const known = byKey.get(key) ?? byKey.get(keyOf(device, withoutExtras));
    if (known === undefined) byKey.set(key, { device: { ...device, family: null, isListed: true } });
    else known.device.isListed = true;
  }
  return [...new Set([...own, ...byKey.values()])];
}

function keyOf(device: ListedDevice, simplify = (words: readonly string[]): readonly string[] => words): string {
  return simplify(deviceWords(nameOf(device))).join('');
}

function termsOf(device: Device, model: DeviceModel | undefined): Term[] {
  const maker = deviceWords(device.maker);
  const terms = new Map<string, Term>();
  for (const name of [device.name, ...(model?.aliases ?? [])]) {
    const words = deviceWords(name);
    for (const start of words.keys())
      for (const term of [words.slice(start), [...maker, ...words.slice(start)]]) {
        const key = term.join('');
        const isFull = start === 0 && term.length > words.length;
        // A single letter, such as the `X` of `iPhone X`, is no search term.
        if (key.length > 1) terms.set(key, { key, parts: partsOf(term), isFull, device });
      }
  }
  return [...terms.values()];
}

/** The letter after a Galaxy's model number identifies its market. */
function placeOfSuffix(suffix: string): SalePlace | null {
  if (/^[08]/.test(suffix)) return 'CN';
  if (suffix.startsWith('n')) return 'KR';
  if (suffix.startsWith('u')) return 'US';
  if (suffix.startsWith('w')) return 'CA';
  return null;
}
