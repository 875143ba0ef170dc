import type { ReactNode } from 'react';
import type { Offer } from '../../../modules/catalogue/types.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import { Unbroken } from '../../components/unbroken.tsx';
import { useOfferWords } from '../../components/plans/offer-words.ts';

/**
 * The four steps (specification, 1). On a page of its own its title is the page's, and the steps have no numbers: the
 * whole way from the choice of a plan follows there, with numbers.
 */
export function HowItWorks({ sample, level = 'h2' }: { sample: Offer | undefined; level?: 'h1' | 'h2' }) {
  const { t } = useTranslation();
  const Heading = level;
  const StepHeading = level === 'h1' ? 'h2' : 'h3';
  const isNumbered = level === 'h2';
  const List = isNumbered ? 'ol' : 'ul';
  const steps: { title: string; text: string; picture: ReactNode }[] = [
    { title: t('home.steps.get.title'), text: t('home.steps.get.text'), picture: <Scan /> },
    { title: t('home.steps.install.title'), text: t('home.steps.install.text'), picture: <Install /> },
    { title: t('home.steps.activate.title'), text: t('home.steps.activate.text'), picture: <Switches /> },
    { title: t('home.steps.plan.title'), text: t('home.steps.plan.text'), picture: <Prices offer={sample} /> },
  ];
  return (
    <section className="section section--ink on-ink" id="how-it-works">
      <div className="wrap">
        <div className="sec-head">
          <Heading className="h-display">{t('home.steps.title')}</Heading>
          <p className="lede">{t('home.steps.subtitle')}</p>
        </div>
        <List className="steps">
          {steps.map((step, index) => (
            <li className="step" key={step.title}>
              <div className="viz" aria-hidden="true">
                {step.picture}
              </div>
              <div className={isNumbered ? 'step__text step__text--numbered' : 'step__text'}>
                {isNumbered && (
                  <span className="n" aria-hidden="true">
                    {index + 1}
                  </span>
                )}
                <StepHeading>{step.title}</StepHeading>
                <p>
                  <Unbroken>{step.text}</Unbroken>
                </p>
              </div>
            </li>
          ))}
        </List>
      </div>
    </section>
  );
}

function Scan() {
  return (
    <>
      <div className="scan">
        <SampleQr size={112} />
        <i />
      </div>
      <svg
        className="scan-frame"
        width={186}
        height={186}
        viewBox="0 0 186 186"
        fill="none"
        stroke="var(--border-control-on-ink)"
        strokeWidth={2.5}
        strokeLinecap="round"
      >
        <path d="M2 26V14A12 12 0 0 1 14 2h12M160 2h12a12 12 0 0 1 12 12v12M184 160v12a12 12 0 0 1-12 12h-12M26 184H14a12 12 0 0 1-12-12v-12" />
      </svg>
    </>
  );
}

function Install() {
  const { t } = useTranslation();
  return (
    <div className="step-ring">
      <svg width={128} height={128} viewBox="0 0 128 128" fill="none" strokeWidth={9}>
        <circle cx={64} cy={64} r={59.5} stroke="var(--border-on-ink)" />
        <circle
          cx={64}
          cy={64}
          r={59.5}
          stroke="var(--chart-on-ink)"
          strokeLinecap="round"
          strokeDasharray="291.6 373.8"
          transform="rotate(-90 64 64)"
        />
      </svg>
      <p>
        <b className="tnum">0:47</b>
        {t('home.sample.installingShort')}
      </p>
    </div>
  );
}

function Switches() {
  const { t } = useTranslation();
  const words = useOfferWords();
  const lines = [
    { label: t('home.sample.primary'), on: false },
    { label: t('home.sample.esim', { country: words.nameOf('france') }), on: true },
    { label: t('home.sample.roaming'), on: true },
  ];
  return (
    <div className="step-list">
      {lines.map((line) => (
        <div key={line.label}>
          {line.label}
          <i className={classNames('switch', line.on && 'switch--on')} />
        </div>
      ))}
    </div>
  );
}

function Prices({ offer }: { offer: Offer | undefined }) {
  const format = useFormat();
  return (
    <div className="step-list step-list--prices tnum">
      {offer?.plans.slice(0, 3).map((plan, index) => (
        <div key={plan.id} className={classNames(index === 1 && 'is-picked')}>
          <b>{format.planData(plan)}</b>
          <span>{format.days(plan.days)}</span>
          {format.money(plan.price)}
        </div>
      ))}
    </div>
  );
}

/** A QR code for pictures; its content is "SAMPLE". */
function SampleQr({ size }: { size: number }) {
  return <img src="/sample-qr.svg" width={size} height={size} alt="" />;
}
