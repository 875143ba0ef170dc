import { userInfo } from 'node:os';
import { isUuid } from '../shared/ids.ts';
import { minorDigits, minorUnits } from '../shared/money.ts';
import { HASH_FLAGS, type HashFlags } from './identity-transfer.ts';
import { UsageError } from './ops-error.ts';

/** `help`: the kind of value. */
type Option = { type: 'string' | 'boolean'; help: string; says: string };

/** Every option of the commands. `optionsOf` validates them. */
export const OPTIONS = {
  margin: {
    type: 'string',
    help: 'PERCENT',
    says: 'what is left of the price after the net price, in percent of the price (30)',
  },
  round: { type: 'string', help: 'CENTS', says: 'round prices up to a multiple of this (50)' },
  country: { type: 'string', help: 'CODE', says: 'only this country, such as FR' },
  region: { type: 'string', help: 'REGION', says: 'only countries of this region, such as europe' },
  publish: { type: 'boolean', help: '', says: 'put the plans on sale at once' },
  sources: {
    type: 'boolean',
    help: '',
    says: 'give plans that exist the further sources that "catalogue diff" proposes: their pages then state what all sources keep',
  },
  by: { type: 'string', help: 'NAME', says: 'who does this; without it, the name of the user of this machine' },
  reason: { type: 'string', help: 'TEXT', says: 'why, which is recorded' },
  seen: {
    type: 'string',
    help: 'VERSION',
    says: 'the version that "order show" printed: nothing is done when the order has changed since',
  },
  amount: {
    type: 'string',
    help: 'AMOUNT',
    says: 'a part of the money, such as 4.50: the eSIM and its delivery stay',
  },
  reference: {
    type: 'string',
    help: 'TEXT',
    says: 'with which the buyer finds the payment, such as that of a transfer',
  },
  rate: { type: 'string', help: 'RATE', says: 'units of the order’s currency for one of the return’s, such as 1.0832' },
  rates: { type: 'string', help: 'FILE', says: 'the file eurofxref-hist.csv of the European Central Bank' },
  'dry-run': { type: 'boolean', help: '', says: 'say what would happen, and save nothing' },
  scratch: { type: 'string', help: 'URL', says: 'the scratch database of the check' },
  into: { type: 'string', help: 'URL', says: 'an empty database' },
  json: { type: 'boolean', help: '', says: 'print JSON' },
  quiet: { type: 'boolean', help: '', says: 'nothing leaves the copy, until "quiet end": for a drill' },
  ...HASH_FLAGS,
} as const satisfies Record<string, Option>;
export type OptionName = keyof typeof OPTIONS;

/** In place of a URL: the store's embedded database. */
export const EMBEDDED = 'embedded';

/** The parsed options with their defaults. */
export type Options = ReturnType<typeof optionsOf>;

/** The longest reason that is recorded. */
const MAX_REASON = 500;

export function optionsOf(given: Partial<Record<OptionName, string | boolean>>) {
  return {
    marginPercent: wholeNumber('margin', given.margin ?? '30', { least: 0, most: 99 }),
    roundCents: wholeNumber('round', given.round ?? '50', { least: 1, most: 1_000 }),
    countryCode: matching('country', given.country, /^[A-Z]{2}$/, 'two capital letters, such as FR'),
    region: matching('region', given.region, /^[a-z-]+$/, 'a region, such as europe'),
    publish: given.publish === true,
    sources: given.sources === true,
    by: String(given.by ?? userName()).slice(0, 60),
    reason: reasonOf(given.reason),
    seen: uuidOf('seen', given.seen),
    reference: matching('reference', given.reference, /^\S.{0,59}$/, 'at most 60 characters'),
    amount: matching('amount', given.amount, AMOUNT, 'an amount above 0 in the currency of the order, such as 4.50'),
    rate: rateOf(given.rate),
    ratesFile: matching('rates', given.rates, /\S/, 'the name of a file'),
    dryRun: given['dry-run'] === true,
    hash: given as HashFlags,
    scratchUrl: databaseUrl('scratch', given.scratch),
    json: given.json === true,
    quiet: given.quiet === true,
    /** The target database of a restore. */
    into: given.into === 'embedded' ? EMBEDDED : databaseUrl('into', given.into),
  };
}

/** A user of a container may have no name: then the number. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? ''}`.trim();
  }
}

function reasonOf(text: string | boolean | undefined): string {
  const reason = String(text ?? '').trim();
  if (text !== undefined && (reason === '' || reason.length > MAX_REASON))
    throw new UsageError(`--reason takes 1 to ${MAX_REASON} characters.`);
  return reason;
}

/** Units of any currency, above 0. */
const AMOUNT = /^(?=.*[1-9])\d{1,7}(\.\d{2,3})?$/;

/** The minor units of an amount that an operator gave. Throws a UsageError for decimals that the currency has not. */
export function minorUnitsOf(text: string, currency: string): number {
  const decimals = text.split('.')[1]?.length ?? 0;
  if (decimals > minorDigits(currency))
    throw new UsageError(`An amount in ${currency} has at most ${minorDigits(currency)} decimals.`);
  return minorUnits(Number(text), currency);
}

function rateOf(text: string | boolean | undefined): number | null {
  const rate = matching('rate', text, /^\d{1,6}(\.\d{1,6})?$/, 'a rate above 0, such as 1.0832');
  if (rate !== null && Number(rate) === 0) throw new UsageError('--rate takes a rate above 0, such as 1.0832.');
  return rate === null ? null : Number(rate);
}

function uuidOf(name: OptionName, text: string | boolean | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!isUuid(text)) throw new UsageError(`--${name} takes an id.`);
  return text;
}

function wholeNumber(
  name: OptionName,
  text: string | boolean,
  { least, most }: { least: number; most: number },
): number {
  const value = Number(text);
  if (String(text).trim() === '' || !Number.isInteger(value) || value < least || value > most)
    throw new UsageError(`--${name} takes a whole number from ${least} to ${most}.`);
  return value;
}

function matching(name: OptionName, text: string | boolean | undefined, pattern: RegExp, rule: string): string | null {
  if (text === undefined) return null;
  if (typeof text !== 'string' || !pattern.test(text)) throw new UsageError(`--${name} takes ${rule}.`);
  return text;
}

function databaseUrl(name: OptionName, text: string | boolean | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (typeof text !== 'string' || !URL.canParse(text) || !/^postgres(ql)?:$/.test(new URL(text).protocol))
    throw new UsageError(`--${name} takes the URL of a database, such as postgres://user@host/name.`);
  return text;
}
