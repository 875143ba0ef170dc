/** `cancellation`: of a credit note whose refund came back. */
export const DOCUMENT_KINDS = ['receipt', 'credit-note', 'cancellation'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** `R-2026-0421`. */
export const documentNumber = ({ series, number }: { series: string; number: number }): string =>
  `${series}-${String(number).padStart(4, '0')}`;

/** What an account wants on its receipts; every field may be empty. */
export type Billing = { name: string; address: string; company: string; vatId: string };

export const NO_BILLING: Billing = { name: '', address: '', company: '', vatId: '' };
