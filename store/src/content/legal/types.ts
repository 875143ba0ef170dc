import type { LegalName } from '../../shared/legal.ts';
import type { Locale } from '../../shared/locale.ts';
import type { RetentionName } from '../../shared/retention.ts';
import type { Article, Section } from '../types.ts';
import type { Processor } from './processors.ts';

/** One clause, its summary in plain words, and whether it differs from the previous version. */
export type Clause = Section & { isChanged: boolean };

/** The data of a legal page, in one language. */
export type LegalPage = {
  /** The reader's language. */
  locale: Locale;
  /** The language of the text: English where the reader's is missing. */
  textLocale: Locale;
  name: LegalName;
  version: number;
  title: string;
  description: string;
  /** The day from which it is in force: `2026-11-22`. */
  date: string;
  changes: string;
  clauses: Clause[];
  sources: Article['sources'];
  /** All versions, newest first. */
  versions: { version: number; date: string }[];
  /** True until a lawyer has reviewed this version. */
  isTemplate: boolean;
  /** True for terms in force that say that top-ups are not on sale. */
  deniesTopUps: boolean;
  parts: LegalParts;
};

/** Parts that come from the configuration and the code, not from the texts. */
export type LegalParts = {
  processors: Processor[];
  supervisors: { name: string; url: string }[];
  /** Retention periods in days; undefined for those that are not a number. */
  retention: { name: RetentionName; days: number | undefined }[];
  periods: { sessionIdleDays: number; orderLinkDays: number; orderAccessDays: number };
};

export type LegalPages = {
  /** A version of a text, or the one in force; undefined for an unknown version. */
  find(name: LegalName, version: number | undefined, locale: Locale): LegalPage | undefined;
};
