/** The legal texts, and the version of each that is in force: the newest file in `content/<language>/legal/<name>/`. */
export const LEGAL_VERSIONS = { terms: 1, privacy: 1, refund: 1, compliance: 1 } as const;

export type LegalName = keyof typeof LEGAL_VERSIONS;

export const LEGAL_NAMES = Object.keys(LEGAL_VERSIONS) as readonly LegalName[];
