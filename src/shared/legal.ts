/** The legal texts, and the version of each that is in force: the newest file in `content/<language>/legal/<name>/`. */
export const LEGAL_VERSIONS = { terms: 1, privacy: 1, refund: 1, compliance: 1 } as const satisfies Record<
  string,
  number
>;

export type LegalName = keyof typeof LEGAL_VERSIONS;

export const LEGAL_NAMES = Object.keys(LEGAL_VERSIONS) as readonly LegalName[];

export function isLegalName(value: string | undefined): value is LegalName {
  return (LEGAL_NAMES as readonly (string | undefined)[]).includes(value);
}

/** All versions of a text, the newest first: each keeps its address for good. */
export function versionsOf(name: LegalName): number[] {
  return Array.from({ length: LEGAL_VERSIONS[name] }, (_, older) => LEGAL_VERSIONS[name] - older);
}
