import type { Localized } from './locale.ts';
import type { Money } from './money.ts';

/** Version of the declaration (`withdraw.declaration`); increased when its meaning changes. */
export const DECLARATION_VERSION = 1;

/** The lines of the model form, and the day of its text (ISO 8601), which its file states as its own. */
export const MODEL_FORM_LINES = ['number', 'ordered', 'name', 'address', 'signature', 'date'] as const;
export const MODEL_FORM_DATE = '2026-11-27T00:00:00.000Z';

/** To whom the model form goes, as far as the merchant states it. */
export const modelFormTo = ({ name, address, email }: { name?: string; address?: string; email?: string }): string[] =>
  [name, address, email].filter((fact) => fact !== undefined);

/** How long the link in a mail proves its mailbox, in days. Longer than the period of withdrawal. */
export const PROOF_DAYS = 30;

/**
 * `received`: nothing proves who declared it. `proved`: it is being carried out. `carried-out`, `answered` by a person,
 * `void` by the owner of the mailbox: done.
 */
export const WITHDRAWAL_STATES = ['received', 'proved', 'carried-out', 'answered', 'void'] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];

/** Who stands for a declaration: the owner by account or cookie, the mailbox of the order, or a person who looked. */
export const WITHDRAWAL_PROOFS = ['owner', 'mailbox', 'person', 'none'] as const;
export type WithdrawalProof = (typeof WITHDRAWAL_PROOFS)[number];

/** What goes back of a line, and what is kept for use: as the books know it now. */
export type ShownShare =
  | { what: 'back'; back: Money; kept: Money; usedMb: number; usedDays: number }
  /** Someone looks first. */
  | { what: 'person' }
  | { what: 'nothing'; why: 'used-up' | 'refunded' | 'not-paid' | 'too-late' };

/** A line that can be withdrawn from, for those who may see its order. `position`: its number, from 1. */
export type WithdrawalLine = {
  position: number;
  name: Localized;
  forPlace: Localized | null;
  dataMb: number;
  unlimited: boolean;
  days: number;
  isTopUp: boolean;
  price: Money;
  share: ShownShare;
};

/** What a reader of the page sees who may see the order. */
export type WithdrawalChoices = { orderId: string; number: string; email: string; lines: WithdrawalLine[] };

/** What the holder of the link in a mail sees. `other`: another declaration, a person or its owner ended it. */
export type WithdrawalLink = {
  state: 'open' | 'proved' | 'void' | 'other';
  reference: string;
  submittedAt: string;
  orderId: string;
  orderNumber: string;
  lines: WithdrawalLine[];
};
