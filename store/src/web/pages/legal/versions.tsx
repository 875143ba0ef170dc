import type { LegalPage } from '../../../content/legal/types.ts';
import { paths } from '../../../shared/paths.ts';
import { PrinterIcon } from '../../../ui/icons.tsx';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import { useHydrated } from '../../use-hydrated.ts';
import { PageLink } from '../../components/page-link.tsx';

type Props = { page: LegalPage };

const CHANGES_ID = 'what-changed';

/** The version, its date, the other versions, and a print button. */
export function VersionBar({ page: { name, version, date, versions } }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const hydrated = useHydrated();
  const isInForce = version === versions[0]?.version;
  return (
    <div className="legal-versions">
      <span>
        <b className="strong">{t('legal.version', { version })}</b>,{' '}
        {t(isInForce ? 'legal.inForce' : 'legal.earlier', { date: format.day(date) })}
      </span>
      {!isInForce && (
        <PageLink className="link" to={paths.legal(name)}>
          {t('legal.current')}
        </PageLink>
      )}
      <a className="link no-print" href={`#${CHANGES_ID}`}>
        {t('legal.whatChanged')}
      </a>
      {versions.map((each) => (
        <PageLink
          className="link no-print"
          key={each.version}
          to={paths.legal(name, each.version)}
          aria-current={each.version === version ? 'true' : undefined}
        >
          {t('legal.version', { version: each.version })}
        </PageLink>
      ))}
      <button
        type="button"
        className="link row no-print gap-1.5 cursor-pointer"
        disabled={!hydrated}
        onClick={() => window.print()}
      >
        <PrinterIcon size={16} />
        {t('legal.print')}
      </button>
    </div>
  );
}

/** Below the clauses: the changes in this version, its sources, and that the clause is binding. */
export function Versions({ page: { version, date, changes, sources } }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className="legal-end">
      <h2 className="h-sec" id={CHANGES_ID}>
        {t('legal.whatChanged')}
      </h2>
      <p>{t('legal.change', { version, date: format.day(date), changes })}</p>
      {sources.length > 0 && (
        <>
          <h2 className="h-sec">{t('legal.sources')}</h2>
          <ul>
            {sources.map(({ title, url }) => (
              <li key={url}>
                <a className="link" href={url} target="_blank" rel="noopener">
                  {title}
                  <span className="sr"> {t('legal.newTab')}</span>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="small muted">
        {t('legal.clauseCounts')} {t('legal.kept')}
      </p>
    </div>
  );
}
