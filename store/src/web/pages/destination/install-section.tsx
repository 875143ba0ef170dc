import type { PlanFacts } from '../../../modules/catalogue/catalogue.ts';
import { paths } from '../../../shared/paths.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';

/** How the eSIM gets on the phone; when, depends on what starts its days. */
export function InstallSection({ activation }: Pick<PlanFacts, 'activation'>) {
  const { t } = useTranslation();
  const first = activation === 'first-usage' ? t('destination.install.home.text') : t('destination.install.home.late');
  const steps = [
    [t('destination.install.home.title'), first],
    [t('destination.install.own.title'), t('destination.install.own.text')],
    [t('destination.install.arrival.title'), t('destination.install.arrival.text')],
  ];
  return (
    <section>
      <h2 className="h-sec mb-3.5">{t('destination.install.title')}</h2>
      <ol className="install-steps">
        {steps.map(([title, text]) => (
          <li key={title}>
            <b>{title}</b>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <PageLink className="link small" to={paths.section('how-it-works')}>
        {t('destination.install.link')}
      </PageLink>
    </section>
  );
}
