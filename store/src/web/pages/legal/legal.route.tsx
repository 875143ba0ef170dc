import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { legal } from '../../../i18n/areas/legal.ts';
import { isLegalName, type LegalName } from '../../../shared/legal.ts';
import { Alert } from '../../../ui/alert.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { paths } from '../../../shared/paths.ts';
import type { LegalPage } from '../../../content/legal/types.ts';
import { ChevronDownIcon } from '../../../ui/icons.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { NotTranslated } from '../../components/prose/not-translated.tsx';
import { VersionBar, Versions } from './versions.tsx';
import { localeContext, servicesContext } from '../../context.ts';
import { useFormat } from '../../format.ts';
import { addMessages } from '../../messages.ts';
import { useTranslation } from '../../translation.tsx';
import { useInLanguage } from '../../use-in-language.ts';
import type { PageHandle } from '../../sheets.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Blocks } from '../../components/prose/article-body.tsx';
import { Processors, Retention, Storage, Supervisors } from './parts.tsx';

export const handle: PageHandle = { sheets: ['texts'] };

addMessages({ legal });

export function loader({ params: { name, version }, context }: LoaderFunctionArgs) {
  const isVersion = version === undefined || /^[1-9]\d{0,3}$/.test(version);
  const page =
    isLegalName(name) && isVersion
      ? context
          .get(servicesContext)
          .legalPages.find(name, version === undefined ? undefined : Number(version), context.get(localeContext))
      : undefined;
  if (!page) throw data(null, { status: 404 });
  return { ...page, isPermanent: version !== undefined };
}

export default function LegalRoute() {
  const { t } = useTranslation();
  const format = useFormat();
  const page = useInLanguage(useLoaderData<typeof loader>());
  const { title, description, version } = page;
  const date = format.day(page.date);
  return (
    <>
      <PageTitle
        title={page.isPermanent ? t('legal.pageTitle', { title, version }) : title}
        description={page.isPermanent ? t('legal.pageDescription', { version, date, description }) : description}
      />
      <div className="wrap legal">
        <LegalNav current={page.name} />
        <div lang={page.textLocale}>
          <h1 className="h-display">{title}</h1>
          <NotTranslated textIn={page.textLocale}>{t('legal.notTranslated')}</NotTranslated>
          <p className="lede mt-2.5 max-w-[56ch]">{description}</p>
          {page.name === 'refund' && <RefundStart />}
          <VersionBar page={page} />
          {page.isTemplate && (
            <Alert tone="warning" title={t('legal.template.title')} className="mt-5 mb-3">
              {t('legal.template.text')}
            </Alert>
          )}
          {page.deniesTopUps && (
            <Alert tone="info" title={t('legal.topUps.title')} className="mt-5 mb-3">
              {t('legal.topUps.text')}
            </Alert>
          )}
          <Clauses page={page} />
          <Versions page={page} />
        </div>
      </div>
    </>
  );
}

const LINKS = [
  { name: 'terms', to: paths.terms() },
  { name: 'privacy', to: paths.privacy() },
  { name: 'refund', to: paths.refundPolicy() },
  { name: 'compliance', to: paths.compliance() },
  { name: 'cookies', to: `${paths.privacy()}#cookies` },
  { name: 'accessibility', to: `${paths.compliance()}#accessibility` },
] as const;

/** Links to the legal texts, and to the two chapters that people look for by name. */
function LegalNav({ current }: { current: LegalName }) {
  const { t } = useTranslation();
  return (
    <nav className="legal-nav" aria-label={t('legal.navigation')}>
      <ul>
        {LINKS.map(({ name, to }) => (
          <li key={name}>
            <PageLink to={to} aria-current={name === current ? 'page' : undefined}>
              {t(`legal.names.${name}`)}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The way to the request, before the clauses that explain it. */
function RefundStart() {
  const { t } = useTranslation();
  return (
    <div className="row flex-wrap mt-4 no-print">
      <PageLink className={buttonClass()} to={paths.refunds()}>
        {t('legal.refund.ask')}
      </PageLink>
      <PageLink className={buttonClass({ variant: 'secondary' })} to={paths.withdraw()}>
        {t('legal.refund.withdraw')}
      </PageLink>
    </div>
  );
}

/** A list of the clauses, then each one with its summary beside it (above it on phones). */
function Clauses({ page: { clauses, parts } }: { page: LegalPage }) {
  const { t } = useTranslation();
  const drawn = {
    processors: <Processors processors={parts.processors} />,
    retention: <Retention rows={parts.retention} periods={parts.periods} />,
    storage: <Storage orderAccessDays={parts.periods.orderAccessDays} />,
    supervisors: <Supervisors supervisors={parts.supervisors} />,
  };
  return (
    <>
      <details className="legal-contents">
        <summary>
          {t('legal.contents')}
          <ChevronDownIcon size={20} />
        </summary>
        <ol>
          {clauses.map(({ id, title }) => (
            <li key={id}>
              <a className="link" href={`#${id}`}>
                {title}
              </a>
            </li>
          ))}
        </ol>
      </details>
      {clauses.map(({ id, title, summary, blocks, isChanged }) => (
        <section className="clause" key={id} aria-labelledby={id ?? undefined}>
          <h2 id={id ?? undefined}>{title}</h2>
          {summary !== null && (
            <div className="clause__summary">
              <small>{t('legal.inShort')}</small>
              <div dangerouslySetInnerHTML={{ __html: summary }} />
            </div>
          )}
          <div className="clause__text prose">
            {isChanged && <p className="clause__changed">{t('legal.changedClause')}</p>}
            <Blocks blocks={blocks} parts={drawn} />
          </div>
        </section>
      ))}
    </>
  );
}
