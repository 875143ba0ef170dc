import { readFileSync } from 'node:fs';
import { LEGAL_NAMES, LEGAL_VERSIONS } from '../shared/legal.ts';
import { type Merchant, merchantSchema } from '../shared/merchant.ts';

/** The facts that live mode requires: what the law demands of an online trader. */
const REQUIRED = [
  'name',
  'legalForm',
  'address',
  'register',
  'email',
  'phone',
  'publisher',
  'host',
  'supervisors',
  'mediator',
] as const satisfies readonly (keyof Merchant)[];

/** Detects a value of docs/merchant.example.json; its telephone numbers are from a range reserved for fiction. */
const SAMPLE = /SAMPLE|\.example(?![\w-])|\+33 1 99 00 /;

/** `wrong`: the fields that break a rule; undefined: the file can't be read, and nothing is known about its fields. */
type Reading = { merchant: Merchant; faults: string[]; wrong: readonly string[] | undefined };

/** Reads the facts in a merchant's file, without those that break a rule; errors name the file, the field and the rule. */
export function readMerchant(file: string): Reading {
  const fault = (text: string) => ({ merchant: {}, faults: [`MERCHANT_FILE: ${file}: ${text}`], wrong: undefined });
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return fault(code === undefined ? `is not JSON (${(error as Error).message})` : `can not be read (${code})`);
  }
  const parsed = merchantSchema.safeParse(content);
  if (parsed.success) return { merchant: parsed.data, faults: [], wrong: [] };
  const faults = parsed.error.issues.map(({ path, message }) => {
    const field = path.length > 0 ? `${path.join('.')}: ` : '';
    return `MERCHANT_FILE: ${file}: ${field}${message}`;
  });
  const wrong = parsed.error.issues.flatMap(({ path }) => (path.length > 0 ? [String(path[0])] : []));
  return { merchant: factsWithout(wrong, content), faults, wrong };
}

/** The facts that keep the rules: what is missing beside a wrong one is found at once. */
function factsWithout(wrong: readonly string[], content: unknown): Merchant {
  const known = Object.entries(Object(content) as object).filter(
    ([name]) => Object.hasOwn(merchantSchema.shape, name) && !wrong.includes(name),
  );
  return merchantSchema.parse(Object.fromEntries(known));
}

/** Errors for live mode: each required fact that is missing or still the example's. `wrong` fields have an error already. */
export function faultsOfIdentity(
  file: string | undefined,
  merchant: Merchant,
  wrong: readonly string[] = [],
): string[] {
  if (file === undefined)
    return [
      `MERCHANT_FILE: is required in live mode (the law asks who sells: ${REQUIRED.join(', ')}, vatId or vatExemption; docs/merchant.example.json shows the form)`,
    ];
  const missing: string[] = REQUIRED.filter((name) => merchant[name] === undefined && !wrong.includes(name));
  const taxed = merchant.vatId ?? merchant.vatExemption;
  if (taxed === undefined && !wrong.some((name) => name.startsWith('vat'))) missing.push('vatId or vatExemption');
  const samples = Object.entries(merchant).filter(([, value]) => SAMPLE.test(JSON.stringify(value)));
  return [
    ...missing.map((name) => `MERCHANT_FILE: ${file}: ${name}: is required in live mode`),
    ...samples.map(([name]) => `MERCHANT_FILE: ${file}: ${name}: is still a value of the example`),
  ];
}

/** The newest version of each text, as `LEGAL_REVIEWED` names them. */
export const NEWEST_TEXTS = LEGAL_NAMES.map((name) => `${name}/${LEGAL_VERSIONS[name]}`).join(',');

/** The legal texts are templates until a lawyer has reviewed them: live mode requires a reviewed version of each. */
export function faultsOfReview(reviewed: ReadonlyMap<string, number> | undefined): string[] {
  const asked = LEGAL_NAMES.filter((name) => {
    const version = reviewed?.get(name);
    return version === undefined || version > LEGAL_VERSIONS[name];
  });
  if (asked.length === 0) return [];
  const texts = asked.map((name) => `${name}/${LEGAL_VERSIONS[name]}`).join(', ');
  return [
    `LEGAL_REVIEWED: live mode needs a lawyer's review of ${texts}; when all texts are reviewed, set it to ${NEWEST_TEXTS}`,
  ];
}

/** Reviewed texts of which there is a newer version: the reviewed one stays in force (`versionsInForce`). */
export function warningsOfReview(reviewed: ReadonlyMap<string, number> | undefined): string[] {
  const older = LEGAL_NAMES.flatMap((name) => {
    const version = reviewed?.get(name);
    return version !== undefined && version < LEGAL_VERSIONS[name] ? [{ name, version }] : [];
  });
  if (older.length === 0) return [];
  const fresh = older.map(({ name }) => `${name}/${LEGAL_VERSIONS[name]}`).join(', ');
  const kept = older.map(({ name, version }) => `${name}/${version}`).join(', ');
  return [
    `LEGAL_REVIEWED: not reviewed by a lawyer yet: ${fresh}. In force until then: ${kept}. After the review set it to ${NEWEST_TEXTS}`,
  ];
}

/** A version of each text, as in `NEWEST_TEXTS`, or one number for all of them. */
export function reviewedVersions(value: string): ReadonlyMap<string, number> {
  const rule = `must be a version, such as 1, or texts with their versions and commas between them, such as ${LEGAL_NAMES.map((name) => `${name}/1`).join(',')}`;
  if (/^[1-9]\d{0,3}$/.test(value)) return new Map(LEGAL_NAMES.map((name) => [name, Number(value)]));
  const pairs = value.split(',').map((each) => {
    const [, name, version] = /^([a-z]+)\/([1-9]\d{0,3})$/.exec(each.trim()) ?? [];
    if (name === undefined || !(LEGAL_NAMES as readonly string[]).includes(name)) throw new RangeError(rule);
    return [name, Number(version)] as const;
  });
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) throw new RangeError(rule);
  return new Map(pairs);
}
