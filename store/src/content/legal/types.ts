import type { LegalName } from '../../shared/legal.ts';
import type { Locale } from '../../shared/locale.ts';
import type { RetentionName } from '../../shared/retention.ts';
import type { Article, Section } from '../types.ts';
import type { Processor } from './processors.ts';

/** One clause: what it says, in plain words beside it, and whether it differs from the version before. */
export type Clause = Section & { isChanged: boolean };

/** What a page of a legal text shows, in one language. */
export type LegalPage = {
  /** The reader's language. */
  locale: Locale;
  /** That of the text: English where there is none in the reader's. */
  textLocale: Locale;
  name: LegalName;
  version: number;
  title: string;
  description: string;
  /** Since when it is in force: `2026-11-22`. */
  date: string;
  changes: string;
  clauses: Clause[];
  sources: Article['sources'];
  /** All versions, the newest first. */
  versions: { version: number; date: string }[];
  /** True until a lawyer has read this version. */
  isTemplate: boolean;
  parts: LegalParts;
};

/** What the texts leave to the page, since it comes from the configuration and the code. */
export type LegalParts = {
  processors: Processor[];
  supervisors: { name: string; url: string }[];
  /** Periods in days, where one is a number. */
  retention: { name: RetentionName; days: number | undefined }[];
  periods: { sessionIdleDays: number; orderLinkDays: number; orderAccessDays: number };
};

export type LegalPages = {
  /** A version of a text, or the one in force; undefined when there is no such version. */
  find(name: LegalName, version: number | undefined, locale: Locale): LegalPage | undefined;
};
