import { deniesTopUps, type LegalName, type LegalVersions, versionsOf } from '../../shared/legal.ts';
import type { Locale } from '../../shared/locale.ts';
import type { Merchant } from '../../shared/merchant.ts';
import { modeFacts } from '../../shared/mode.ts';
import { RETENTION } from '../../shared/retention.ts';
import type { Content, Section } from '../types.ts';
import { type ProcessorSettings, processorsOf } from './processors.ts';
import type { Clause, LegalPages, LegalParts } from './types.ts';

type Settings = ProcessorSettings & {
  merchant: Pick<Merchant, 'supervisors'>;
  /** Name of a legal text → the version that a lawyer has reviewed. */
  legalReviewed: ReadonlyMap<string, number>;
  legalVersions: LegalVersions;
  identity: { sessionIdleDays: number };
  orderAccess: { linkDays: number; accessDays: number };
};

/** The legal texts with facts from the configuration: processors, retention periods, and supervisory authorities. */
export function createLegalPages({ content, config }: { content: Content; config: Settings }): LegalPages {
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
    find(name, version = config.legalVersions[name], locale) {
      const inForce = config.legalVersions[name];
      // A newer version waits for its review.
      if (version > inForce) return undefined;
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
        versions: versionsOf(name, inForce).map((each) => ({
          version: each,
          date: textOf(name, each, locale)?.date ?? '',
        })),
        isTemplate: !modeFacts(config.mode).isReal && config.legalReviewed.get(name) !== version,
        deniesTopUps: version === inForce && deniesTopUps(name, inForce),
        parts,
      };
    },
  };
}

/** Marks clauses that are new or changed since the previous version. Without a previous version, nothing is marked. */
export function markChanges(sections: readonly Section[], before: readonly Section[] | undefined): Clause[] {
  const words = ({ title, blocks }: Section) => JSON.stringify([title, blocks]);
  const known = new Map(before?.map((section) => [section.id, words(section)]));
  return sections.map((section) => ({
    ...section,
    isChanged: before !== undefined && known.get(section.id) !== words(section),
  }));
}
