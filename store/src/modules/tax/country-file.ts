import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { addressGroups } from '../../shared/network.ts';
import { StartupError } from '../../shared/startup-error.ts';

/** Where addresses are. */
export type NetworkCountries = {
  /** Null: not known. */
  of(address: string): string | null;
  /** The number of ranges; 0 without a file. */
  size: number;
};

/** Without a file. */
export const NO_COUNTRIES: NetworkCountries = { of: () => null, size: 0 };

/** A file of all countries has some hundred thousand lines of fifty characters. */
const MAX_BYTES = 256 * 1024 * 1024;
const KEY_BYTES = 16;

/** Reads `COUNTRY_FILE`. Throws a `StartupError` that names the file, the line and the rule. */
export function loadCountryFile(file: string): NetworkCountries {
  try {
    if (statSync(file).size > MAX_BYTES) throw new RangeError('is larger than 256 MB');
    return countriesIn(readFileSync(file, 'latin1'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartupError(`COUNTRY_FILE: ${file}: ${code === undefined ? message : `can't be read (${code})`}`);
  }
}

/**
 * The table of a CSV file whose lines are `first address, last address, country`; further columns, quotes, a head line and
 * comments (`#`) are skipped, and so are ranges of no country (`ZZ`, `-`). Addresses are keys of 16 bytes in one sorted
 * array, IPv4 as IPv4-mapped IPv6. Throws a RangeError.
 */
export function countriesIn(text: string): NetworkCountries {
  const ranges = sorted(rangesIn(text));
  const keys = Buffer.alloc(2 * KEY_BYTES * ranges.length);
  ranges.forEach(({ from, to }, at) => {
    from.copy(keys, 2 * KEY_BYTES * at);
    to.copy(keys, 2 * KEY_BYTES * at + KEY_BYTES);
  });
  const codes = Buffer.from(ranges.map(({ country }) => country).join(''), 'latin1');
  /** How the first (0) or last (1) address of a range compares with a key. */
  const compare = (key: Buffer, range: number, end: 0 | 1) => {
    const start = KEY_BYTES * (2 * range + end);
    return keys.compare(key, 0, KEY_BYTES, start, start + KEY_BYTES);
  };
  return {
    size: ranges.length,
    of(address) {
      const key = keyOf(address);
      if (key === null) return null;
      let [low, high] = [0, ranges.length];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (compare(key, middle, 0) <= 0) low = middle + 1;
        else high = middle;
      }
      const found = low - 1;
      return found >= 0 && compare(key, found, 1) >= 0 ? codes.toString('latin1', 2 * found, 2 * found + 2) : null;
    },
  };
}

type Range = { from: Buffer; to: Buffer; country: string; line: number };

function rangesIn(text: string): Range[] {
  const ranges: Range[] = [];
  let [at, line] = [0, 0];
  while (at < text.length) {
    const newline = text.indexOf('\n', at);
    const end = newline === -1 ? text.length : newline;
    line++;
    const range = rangeIn(text.slice(at, end).trim(), line);
    if (range !== null) ranges.push(range);
    at = end + 1;
  }
  if (ranges.length === 0) throw new RangeError('has no line such as 192.0.2.0,192.0.2.255,FR');
  return ranges;
}

function rangeIn(text: string, line: number): Range | null {
  if (text === '' || text.startsWith('#')) return null;
  const [first = '', last = '', code = ''] = text.split(',', 3).map((each) => each.trim().replace(/^"(.*)"$/, '$1'));
  const [from, to] = [keyOf(first), keyOf(last)];
  if (from === null && to === null && line === 1) return null;
  const country = code.toUpperCase();
  if (from === null || to === null || isIP(first) !== isIP(last) || from.compare(to) > 0)
    throw new RangeError(`line ${line}: must be a first address, a last address and a country`);
  if (country === 'ZZ' || country === '-' || country === '') return null;
  if (!/^[A-Z]{2}$/.test(country)) throw new RangeError(`line ${line}: must have the two letters of a country`);
  return { from, to, country, line };
}

/** By their first addresses. Two ranges must not overlap: an address is in one country. */
function sorted(ranges: Range[]): Range[] {
  ranges.sort((a, b) => a.from.compare(b.from));
  ranges.forEach((range, at) => {
    const before = ranges[at - 1];
    if (before !== undefined && before.to.compare(range.from) >= 0)
      throw new RangeError(`line ${range.line}: overlaps line ${before.line}`);
  });
  return ranges;
}

function keyOf(address: string): Buffer | null {
  if (isIP(address) === 0) return null;
  const key = Buffer.alloc(KEY_BYTES);
  addressGroups(address).forEach((group, at) => key.writeUInt16BE(group, 2 * at));
  return key;
}
