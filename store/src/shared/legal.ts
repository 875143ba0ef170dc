/** The legal texts and their versions in force: the newest file in `content/<language>/legal/<name>/`. */
export const LEGAL_VERSIONS = { terms: 1, privacy: 1, refund: 1, compliance: 1 } as const satisfies Record<
  string,
  number
>;

export type LegalName = keyof typeof LEGAL_VERSIONS;

export const LEGAL_NAMES = Object.keys(LEGAL_VERSIONS) as readonly LegalName[];

/** The texts that apply to an order: those that a buyer accepts, and the privacy policy. */
export const ORDER_TEXTS = ['terms', 'refund', 'privacy'] as const satisfies readonly LegalName[];

/** A version of each of `ORDER_TEXTS`. */
export type OrderTextVersions = Record<(typeof ORDER_TEXTS)[number], number>;

/** The versions for an order that is placed now. */
export function versionsInForce(): OrderTextVersions {
  const { terms, refund, privacy } = LEGAL_VERSIONS;
  return { terms, refund, privacy };
}

export function isLegalName(value: string | undefined): value is LegalName {
  return (LEGAL_NAMES as readonly (string | undefined)[]).includes(value);
}

/** All versions of a text, newest first. The URL of a version is permanent. */
export function versionsOf(name: LegalName): number[] {
  return Array.from({ length: LEGAL_VERSIONS[name] }, (_, older) => LEGAL_VERSIONS[name] - older);
}
