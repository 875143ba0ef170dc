import { userInfo } from 'node:os';
import { HASH_FLAGS, type HashFlags } from './identity-transfer.ts';
import { OpsError } from './ops-error.ts';

/** Every option of the commands. `optionsOf` validates them. */
export const OPTIONS = {
  margin: { type: 'string', help: 'PERCENT' },
  round: { type: 'string', help: 'CENTS' },
  country: { type: 'string', help: 'CODE' },
  region: { type: 'string', help: 'REGION' },
  publish: { type: 'boolean', help: '' },
  by: { type: 'string', help: 'NAME' },
  'dry-run': { type: 'boolean', help: '' },
  scratch: { type: 'string', help: 'URL' },
  into: { type: 'string', help: 'URL' },
  json: { type: 'boolean', help: '' },
  quiet: { type: 'boolean', help: '' },
  ...HASH_FLAGS,
} as const;
export type OptionName = keyof typeof OPTIONS;

/** In place of a URL: the store's embedded database. */
export const EMBEDDED = 'embedded';

/** The parsed options with their defaults. */
export type Options = ReturnType<typeof optionsOf>;

export function optionsOf(given: Partial<Record<OptionName, string | boolean>>) {
  return {
    marginPercent: wholeNumber('margin', given.margin ?? '30', { least: 0, most: 1_000 }),
    roundCents: wholeNumber('round', given.round ?? '50', { least: 1, most: 1_000 }),
    countryCode: matching('country', given.country, /^[A-Z]{2}$/, 'two capital letters, such as FR'),
    region: matching('region', given.region, /^[a-z-]+$/, 'a region, such as europe'),
    publish: given.publish === true,
    by: String(given.by ?? userInfo().username).slice(0, 60),
    dryRun: given['dry-run'] === true,
    hash: given as HashFlags,
    scratchUrl: databaseUrl('scratch', given.scratch),
    json: given.json === true,
    quiet: given.quiet === true,
    /** The target database of a restore. */
    into: given.into === 'embedded' ? EMBEDDED : databaseUrl('into', given.into),
  };
}

function wholeNumber(
  name: OptionName,
  text: string | boolean,
  { least, most }: { least: number; most: number },
): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new OpsError(`--${name} takes a whole number from ${least} to ${most}.`);
  return value;
}

function matching(name: OptionName, text: string | boolean | undefined, pattern: RegExp, rule: string): string | null {
  if (text === undefined) return null;
  if (typeof text !== 'string' || !pattern.test(text)) throw new OpsError(`--${name} takes ${rule}.`);
  return text;
}

function databaseUrl(name: OptionName, text: string | boolean | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (typeof text !== 'string' || !URL.canParse(text) || !/^postgres(ql)?:$/.test(new URL(text).protocol))
    throw new OpsError(`--${name} takes the URL of a database, such as postgres://user@host/name.`);
  return text;
}
