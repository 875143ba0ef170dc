import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { BRAND } from '../../../shared/brand.ts';
import { paths } from '../../../shared/paths.ts';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { CompanyFactsPanel } from './company-facts.tsx';
import { CompanyNav } from '../../components/company/company-nav.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { RichText } from '../../components/rich-text.tsx';
import { type CatalogueFigures, loadFacts, loadFigures } from './company-loader.ts';
import { Figures } from './figures.tsx';
import { useTranslation } from '../../translation.tsx';

export async function loader(args: LoaderFunctionArgs) {
  return { facts: loadFacts(args), figures: await loadFigures(args) };
}

export default function AboutPage() {
  const { t } = useTranslation();
  const { facts, figures } = useLoaderData<typeof loader>();
  return (
    <>
      <PageTitle
        title={t('company.about.short', { brand: BRAND })}
        description={t('company.about.description', { brand: BRAND })}
      />
      <div className="company-hero on-ink">
        <PlacesMap places={figures.places} />
        <div className="wrap">
          <h1>{t('company.about.title')}</h1>
          <p>{t('company.about.lede')}</p>
        </div>
      </div>
      <div className="company-bar">
        <div className="wrap">
          <CompanyNav current="about" />
        </div>
      </div>
      <div className="wrap company-columns">
        <div className="stack gap-12">
          <Chain networks={figures.networks} />
          <NotDone />
        </div>
        <div className="stack gap-8">
          <Figures figures={figures}>{t('company.about.figures.dots')}</Figures>
          <CompanyFactsPanel facts={facts} />
        </div>
      </div>
    </>
  );
}

/** The world in dots, with an orange one at each destination with plans of its own. */
function PlacesMap({ places }: { places: CatalogueFigures['places'] }) {
  return (
    <div className="company-hero__map" aria-hidden="true">
      <img src={paths.map('world')} alt="" width={1200} height={560} />
      <svg viewBox="0 0 1200 560">
        {places.map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r={8} fill="var(--accent)" />
        ))}
      </svg>
    </div>
  );
}

/** The companies between a radio mast and a payment, and their roles. */
function Chain({ networks }: { networks: readonly string[] }) {
  const { t } = useTranslation();
  const steps = [
    {
      name: t('company.about.chain.networks'),
      text:
        networks.length === 0
          ? t('company.about.chain.networksPlain')
          : t('company.about.chain.networksText', { names: networks.join(', ') }),
    },
    { name: t('company.about.chain.wholesaler'), text: t('company.about.chain.wholesalerText') },
    { name: BRAND, text: t('company.about.chain.usText'), us: true },
    { name: t('company.about.chain.payment'), text: t('company.about.chain.paymentText') },
  ];
  return (
    <section>
      <h2 className="h-display mb-6">{t('company.about.chain.title')}</h2>
      <ol className="chain">
        {steps.map(({ name, text, us }) => (
          <li key={name} className={us ? 'chain__us' : undefined}>
            <b>{name}</b>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const NOT_DONE = ['reviews', 'countdowns', 'renewal', 'data', 'guesses'] as const;

function NotDone() {
  const { t } = useTranslation();
  return (
    <section>
      <h2 className="h-display mb-4">{t('company.about.not.title')}</h2>
      <ul className="not-done">
        {NOT_DONE.map((name) => (
          <li key={name}>
            <h3>{t(`company.about.not.${name}`)}</h3>
            <p>
              <RichText
                text={t(`company.about.not.${name}Text`)}
                parts={{
                  privacy: (words) => (
                    <PageLink className="link" to={paths.privacy()}>
                      {words}
                    </PageLink>
                  ),
                }}
              />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
