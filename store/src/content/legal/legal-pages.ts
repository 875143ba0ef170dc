import type { Content } from '../content.ts';
import type { Article, Section } from '../types.ts';
import { type LegalName, LEGAL_VERSIONS, versionsOf } from '../../shared/legal.ts';
import type { Locale } from '../../shared/locale.ts';
import type { Merchant } from '../../shared/merchant.ts';
import { RETENTION, type RetentionName } from '../../shared/retention.ts';
import { type Processor, type ProcessorSettings, processorsOf } from './processors.ts';

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

type Settings = ProcessorSettings & {
  merchant: Pick<Merchant, 'supervisors'>;
  /** Name of a legal text → the version that a lawyer has reviewed. */
  legalReviewed: ReadonlyMap<string, number>;
  identity: { sessionIdleDays: number };
  orderAccess: { linkDays: number; accessDays: number };
};

export type LegalPages = ReturnType<typeof createLegalPages>;

/** The legal texts with what this very shop does: who processes data, for how long, and who watches over it. */
export function createLegalPages({ content, config }: { content: Content; config: Settings }) {
  const parts: LegalParts = {
    processors: processorsOf(config),
    supervisors: config.merchant.supervisors ?? [],
    retention: RETENTION.map((row) => ({ name: row.name, days: 'days' in row ? row.days : undefined })),
    periods: {
      sessionIdleDays: config.identity.sessionIdleDays,
      orderLinkDays: config.orderAccess.linkDays,
      orderAccessDays: config.orderAccess.accessDays,
    },
  };

  const textOf = (name: LegalName, version: number, locale: Locale) =>
    content.find('legal', `${name}/${version}`, locale);

  return {
    /** A version of a text, or the one in force; undefined when there is no such version. */
    find(name: LegalName, version: number = LEGAL_VERSIONS[name], locale: Locale): LegalPage | undefined {
      const text = textOf(name, version, locale);
      if (!text) return undefined;
      return {
        locale,
        textLocale: text.locale,
        name,
        version,
        title: text.title,
        description: text.description,
        date: text.date,
        changes: text.changes ?? '',
        clauses: markChanges(text.sections, textOf(name, version - 1, locale)?.sections),
        sources: text.sources,
        versions: versionsOf(name).map((each) => ({ version: each, date: textOf(name, each, locale)?.date ?? '' })),
        isTemplate: config.mode === 'sandbox' && config.legalReviewed.get(name) !== version,
        parts,
      };
    },
  };
}

/** Marks the clauses that the version before did not have, or had in other words. Without one before, nothing is marked. */
export function markChanges(sections: readonly Section[], before: readonly Section[] | undefined): Clause[] {
  const words = ({ title, blocks }: Section) => JSON.stringify([title, blocks]);
  const known = new Map(before?.map((section) => [section.id, words(section)]));
  return sections.map((section) => ({
    ...section,
    isChanged: before !== undefined && known.get(section.id) !== words(section),
  }));
}
