/** The legal texts and their newest versions: the newest file in `content/<language>/legal/<name>/`. */
export const LEGAL_VERSIONS = { terms: 2, privacy: 3, refund: 2, compliance: 2 } as const satisfies Record<
  string,
  number
>;

export type LegalName = keyof typeof LEGAL_VERSIONS;

export const LEGAL_NAMES = Object.keys(LEGAL_VERSIONS) as readonly LegalName[];

/** The texts that apply to an order: those that a buyer accepts, and the privacy policy. */
export const ORDER_TEXTS = ['terms', 'refund', 'privacy'] as const satisfies readonly LegalName[];

/** A version of each of `ORDER_TEXTS`. */
export type OrderTextVersions = Record<(typeof ORDER_TEXTS)[number], number>;

/** A version of each text. */
export type LegalVersions = Record<LegalName, number>;

/**
 * The versions in force: the newest ones. Where the operator's lawyer has reviewed an older one only, that one stays in
 * force until the review of the newest is stated, so that an upgrade neither publishes a text that nobody has reviewed
 * nor stops a store.
 */
export function versionsInForce(reviewed: ReadonlyMap<string, number>): LegalVersions {
  const inForce = (name: LegalName) => Math.min(reviewed.get(name) ?? LEGAL_VERSIONS[name], LEGAL_VERSIONS[name]);
  return Object.fromEntries(LEGAL_NAMES.map((name) => [name, inForce(name)])) as LegalVersions;
}

/** Version 1 of the terms says that top-ups are not on sale: they have been since the version after it. */
const WITHOUT_TOP_UPS = 1;

/**
 * True for terms in force that deny what the store sells, because the review of the newer ones is not stated. Their text
 * stays as it was reviewed; the page says above it what has changed.
 */
export const deniesTopUps = (name: LegalName, inForce: number): boolean =>
  name === 'terms' && inForce <= WITHOUT_TOP_UPS;

/** Those that apply to an order. */
export const orderTexts = ({ terms, refund, privacy }: LegalVersions): OrderTextVersions => ({
  terms,
  refund,
  privacy,
});

export function isLegalName(value: string | undefined): value is LegalName {
  return (LEGAL_NAMES as readonly (string | undefined)[]).includes(value);
}

/** The versions of a text up to one, newest first. The URL of a version is permanent. */
export function versionsOf(name: LegalName, newest: number = LEGAL_VERSIONS[name]): number[] {
  return Array.from({ length: newest }, (_, older) => newest - older);
}
