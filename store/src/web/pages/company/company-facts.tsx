import type { ReactNode } from 'react';
import type { CompanyFacts } from './company-loader.ts';
import { useTranslation } from '../../translation.tsx';

/** The configured facts of the company, styled like a food label; empty without any. */
export function CompanyFactsPanel({ facts }: { facts: CompanyFacts }) {
  const { t, locale } = useTranslation();
  const phone = facts.phone && <a href={`tel:${facts.phone.replaceAll(' ', '')}`}>{facts.phone}</a>;
  const email = facts.email && <a href={`mailto:${facts.email}`}>{facts.email}</a>;
  const rows: [term: string, value: ReactNode][] = [
    [t('company.facts.name'), facts.name],
    [t('company.facts.legalForm'), facts.legalForm],
    [t('company.facts.address'), facts.address],
    [t('company.facts.register'), facts.register],
    [t('company.facts.vatId'), facts.vatId],
    [t('company.facts.vatExemption'), facts.vatId === undefined ? facts.vatExemption?.[locale] : undefined],
    [t('company.facts.publisher'), facts.publisher],
    [t('company.facts.hours'), facts.supportHours?.[locale]],
    [t('company.facts.phone'), phone],
    [t('company.facts.email'), email],
  ];
  const stated = rows.filter(([, value]) => value !== undefined);
  if (stated.length === 0) return null;
  return (
    <section className="label-panel company-facts" aria-labelledby="company-facts">
      <header>
        <h2 id="company-facts">{t('company.facts.title')}</h2>
        <p>{t('company.facts.subtitle')}</p>
      </header>
      <dl className="dl">
        {stated.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
