import type { ReactNode } from 'react';
import type { LegalParts } from '../../../content/legal/types.ts';
import { BROWSER_STORAGE } from '../../../shared/browser-storage.ts';
import { useTranslation } from '../../translation.tsx';

/** Terms with their details: in two columns on wide screens. */
function Facts({ rows }: { rows: { term: ReactNode; details: ReactNode[] }[] }) {
  return (
    <dl className="legal-facts">
      {rows.map(({ term, details }, index) => (
        <div key={index}>
          <dt>{term}</dt>
          {details.map((detail, at) => (
            <dd key={at}>{detail}</dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

/** The recipients of data, from the running configuration. */
export function Processors({ processors }: Pick<LegalParts, 'processors'>) {
  const { t, locale } = useTranslation();
  const countries = new Intl.DisplayNames(locale, { type: 'region' });
  return (
    <>
      {processors.some(({ isSandbox }) => isSandbox) && <p>{t('legal.processors.sandbox')}</p>}
      <Facts
        rows={processors.map(({ name, company, country }) => ({
          term: (
            <>
              {name === 'mail' ? t('legal.processors.unnamed', { host: company }) : company}
              {country !== null && <span className="muted"> ({countries.of(country)})</span>}
            </>
          ),
          details: [t(`legal.processors.of.${name}`)],
        }))}
      />
    </>
  );
}

/** The retention periods, as the clean-up jobs apply them. */
export function Retention({ rows, periods }: { rows: LegalParts['retention']; periods: LegalParts['periods'] }) {
  const { t } = useTranslation();
  const days = (count: number) => t('legal.retention.days', { count });
  return (
    <Facts
      rows={rows.map((row) => ({
        term: t(`legal.retention.of.${row.name}.what`),
        details: [
          t(`legal.retention.of.${row.name}.until`, {
            days: row.days === undefined ? '' : days(row.days),
            idle: days(periods.sessionIdleDays),
            link: days(periods.orderLinkDays),
            cookie: days(periods.orderAccessDays),
          }),
        ],
      }))}
    />
  );
}

/** The data that the site stores in a browser. */
export function Storage({ orderAccessDays }: { orderAccessDays: number }) {
  const { t } = useTranslation();
  const days = t('legal.retention.days', { count: orderAccessDays });
  return (
    <Facts
      rows={BROWSER_STORAGE.map(({ name, kinds, shown }) => ({
        term: (
          <>
            <code>{shown}</code>
            <span className="muted"> {kinds.map((kind) => t(`legal.storage.kinds.${kind}`)).join(', ')}</span>
          </>
        ),
        details: [
          t(`legal.storage.of.${name}.purpose`),
          `${t('legal.storage.until')} ${t(`legal.storage.of.${name}.until`, { days })}`,
        ],
      }))}
    />
  );
}

/** The supervisory authorities of the merchant. */
export function Supervisors({ supervisors }: Pick<LegalParts, 'supervisors'>) {
  const { t } = useTranslation();
  if (supervisors.length === 0) return null;
  return (
    <>
      <p>{t('legal.supervisors')}</p>
      <ul>
        {supervisors.map(({ name, url }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noopener">
              {name}
              <span className="sr"> {t('legal.newTab')}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
