import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { BRAND } from '../../../shared/brand.ts';
import type { Merchant } from '../../../shared/merchant.ts';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { CompanyFactsPanel } from './company-facts.tsx';
import { CompanyHead } from '../../components/company/company-nav.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { loadFacts } from './company-loader.ts';
import { servicesContext } from '../../context.ts';
import { useTranslation } from '../../translation.tsx';

export function loader(args: LoaderFunctionArgs) {
  const { jobs = [], jobsEmail } = args.context.get(servicesContext).config.merchant;
  return { facts: loadFacts(args), jobs, jobsEmail };
}

export default function CareersPage() {
  const { t } = useTranslation();
  const { facts, jobs, jobsEmail } = useLoaderData<typeof loader>();
  return (
    <>
      <PageTitle title={t('company.careers.title')} description={t('company.careers.description', { brand: BRAND })} />
      <CompanyHead
        current="careers"
        title={t('company.careers.title')}
        lede={jobs.length === 0 ? t('company.careers.none') : t('company.careers.some', { count: jobs.length })}
      />
      <div className="wrap company-columns">
        <div className="stack gap-8">
          {jobs.length > 0 && (
            <ul className="jobs">
              {jobs.map((job) => (
                <li key={job.title.en}>
                  <Job job={job} email={jobsEmail} />
                </li>
              ))}
            </ul>
          )}
          {jobs.length === 0 && <p className="company-text company-text--large">{t('company.careers.noneText')}</p>}
          <p className="company-text">{t('company.careers.pool')}</p>
          <div>
            {jobsEmail === undefined ? (
              <PageLink className={buttonClass({ variant: 'secondary' })} to={paths.contact()}>
                {t('company.careers.write')}
              </PageLink>
            ) : (
              <a className={buttonClass({ variant: 'secondary' })} href={`mailto:${jobsEmail}`}>
                {jobsEmail}
              </a>
            )}
          </div>
        </div>
        <div className="stack gap-8">
          <LookAround />
          <CompanyFactsPanel facts={facts} />
        </div>
      </div>
    </>
  );
}

const WORTH_A_LOOK = [
  { id: 'about', to: paths.about() },
  { id: 'help', to: paths.help() },
  { id: 'accessibility', to: `${paths.compliance()}#accessibility` },
] as const;

/** Pages that show how the shop works. */
function LookAround() {
  const { t } = useTranslation();
  return (
    <section className="card card-p">
      <h2 className="h-sec">{t('company.careers.look.title')}</h2>
      <ul className="look-around">
        {WORTH_A_LOOK.map(({ id, to }) => (
          <li key={id}>
            <PageLink className="link" to={to}>
              {t(`company.careers.look.${id}`)}
            </PageLink>
            <p className="small muted">{t(`company.careers.look.${id}Text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** An open position, with one way to apply. */
function Job({ job, email }: { job: NonNullable<Merchant['jobs']>[number]; email: string | undefined }) {
  const { t, locale } = useTranslation();
  const title = job.title[locale];
  return (
    <article>
      <h2 className="h-sec">{title}</h2>
      <p className="muted">{job.place[locale]}</p>
      <p className="job__text">{job.description[locale]}</p>
      {job.url !== undefined && (
        <a className="link" href={job.url} target="_blank" rel="noopener noreferrer">
          {t('company.careers.read')}
        </a>
      )}
      {job.url === undefined && email !== undefined && (
        <a className="link" href={`mailto:${email}?subject=${encodeURIComponent(title)}`}>
          {t('company.careers.apply')}
        </a>
      )}
    </article>
  );
}
