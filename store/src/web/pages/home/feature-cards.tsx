import type { ReactNode } from 'react';
import { LockIcon, ShieldIcon, SimIcon } from '../../../ui/icons.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useTranslation } from '../../translation.tsx';
import { Unbroken } from '../../components/unbroken.tsx';
import { useOfferWords } from '../../components/plans/offer-words.ts';

/** The three feature claims: instant, global, secure. */
export function FeatureCards() {
  const { t } = useTranslation();
  return (
    <section className="section section--features">
      <div className="wrap">
        <h2>
          <VisuallyHidden>{t('home.features.title')}</VisuallyHidden>
        </h2>
        <div className="features">
          <Feature
            title={t('home.features.activation.title')}
            text={t('home.features.activation.text')}
            picture={<Installing />}
          />
          <Feature
            title={t('home.features.coverage.title')}
            text={t('home.features.coverage.text')}
            picture={<Routes />}
          />
          <Feature
            title={t('home.features.security.title')}
            text={t('home.features.security.text')}
            picture={<Code />}
          />
        </div>
      </div>
    </section>
  );
}

function Feature({ title, text, picture }: { title: string; text: string; picture: ReactNode }) {
  return (
    <article className="card feature">
      <div className="viz" aria-hidden="true">
        {picture}
      </div>
      <div className="txt">
        <h3 className="h-sec">{title}</h3>
        <p>
          <Unbroken>{text}</Unbroken>
        </p>
      </div>
    </article>
  );
}

function Installing() {
  const { t } = useTranslation();
  const words = useOfferWords();
  return (
    <div className="mini">
      <div className="row">
        <span className="mini-icon mini-icon--blue">
          <SimIcon size={22} />
        </span>
        <p>
          <b>{t('home.sample.esim', { country: words.nameOf('france') })}</b>
          {t('home.sample.installing')}
        </p>
        <b className="tnum">0:42</b>
      </div>
      <svg className="mini-meter" width="100%" height={8}>
        <rect width="100%" height={8} rx={4} fill="var(--track)" />
        <rect width="82%" height={8} rx={4} fill="var(--action)" />
      </svg>
    </div>
  );
}

/** Ends of the drawn routes on the world map: New York, London, Singapore, Nairobi; the pin is Paris. */
const STOPS = [
  [343.2, 166.8],
  [891.5, 269.7],
  [692.5, 345.4],
  [555.5, 167.9],
] as const;

function Routes() {
  return (
    <>
      <div className="feature-map" />
      <svg viewBox="330 60 560 300" width="100%" height="100%" preserveAspectRatio="xMidYMid slice">
        <path
          d="M343.2 166.8Q459 86 574.9 136.2M574.9 136.2Q733.2 106.700 891.500 269.700M555.500 167.900Q624 301.500 692.500 345.400"
          fill="none"
          stroke="var(--action)"
          strokeWidth={2}
        />
        {STOPS.map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r={6} fill="var(--action)" stroke="var(--fixed-white)" strokeWidth={2.5} />
        ))}
        <circle cx={574.9} cy={136.2} r={8} fill="var(--accent)" stroke="var(--fixed-white)" strokeWidth={3} />
      </svg>
    </>
  );
}

function Code() {
  const { t } = useTranslation();
  return (
    <div className="mini mini--split">
      <div className="row">
        <span className="mini-icon">
          <ShieldIcon size={22} />
        </span>
        <p>
          {t('home.sample.code')}
          <b className="mono">K7-····-····-WD61</b>
        </p>
      </div>
      <p className="mini-foot">
        <LockIcon size={15} />
        {t('home.sample.oneDevice')}
      </p>
    </div>
  );
}
