import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { LockIcon, PhoneIcon, SignalIcon } from '../../../ui/icons.tsx';
import { useTranslation } from '../../translation.tsx';
import '../../components/help/help-words.ts';
import { PageLink } from '../../components/page-link.tsx';
import { Unbroken } from '../../components/unbroken.tsx';

/** The rest of the page "How it works": all steps of a purchase, the requirements, and what an eSIM is. */
export function HowItWorksMore() {
  return (
    <>
      <TheWay />
      <Needs />
      <WhatItIs />
      <End />
    </>
  );
}

function TheWay() {
  const { t } = useTranslation();
  const stages = [
    { id: 'choose', to: paths.plans() },
    { id: 'pay', to: paths.helpArticle('receipt') },
    { id: 'receive', to: paths.helpArticle('no-email') },
    { id: 'install', to: paths.helpInstallation() },
    { id: 'land', to: paths.helpArticle('data-roaming') },
    { id: 'watch', to: paths.helpArticle('data-left') },
    { id: 'end', to: paths.helpArticle('plan-ended') },
  ] as const;
  return (
    <section className="section section--card">
      <div className="wrap">
        <h2 className="h-display">{t('help.steps.title')}</h2>
        <ol className="the-way">
          {stages.map(({ id, to }) => (
            <li key={id}>
              <h3 className="h-card">{t(`help.steps.${id}.title`)}</h3>
              <p>
                <Unbroken>{t(`help.steps.${id}.text`)}</Unbroken>
              </p>
              <PageLink className="link" to={to}>
                {t(`help.steps.${id}.link`)}
              </PageLink>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function Needs() {
  const { t } = useTranslation();
  const needs = [
    { id: 'phone', Icon: PhoneIcon, to: paths.helpDevices() },
    { id: 'lock', Icon: LockIcon, to: paths.helpArticle('locked-phone') },
    { id: 'wifi', Icon: SignalIcon, to: paths.helpArticle('when-to-install') },
  ] as const;
  return (
    <section className="section">
      <div className="wrap">
        <h2 className="h-sec mb-4">{t('help.needs.title')}</h2>
        <ul className="help-topics">
          {needs.map(({ id, Icon, to }) => (
            <li className="card card-p stack content-start" key={id}>
              <span className="region-icon">
                <Icon />
              </span>
              <h3 className="h-card">{t(`help.needs.${id}.title`)}</h3>
              <p className="muted">
                <Unbroken>{t(`help.needs.${id}.text`)}</Unbroken>
              </p>
              <PageLink className="link" to={to}>
                {t(`help.needs.${id}.link`)}
              </PageLink>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function WhatItIs() {
  const { t } = useTranslation();
  return (
    <section className="section section--card">
      <div className="wrap">
        <h2 className="h-sec mb-4">{t('help.about.title')}</h2>
        <ul className="what-it-is">
          {(['is', 'number', 'app'] as const).map((id) => (
            <li key={id}>
              <h3 className="h-card">{t(`help.about.${id}.title`)}</h3>
              <p>
                <Unbroken>{t(`help.about.${id}.text`)}</Unbroken>
              </p>
            </li>
          ))}
        </ul>
        <p className="mt-6">
          <PageLink className="link" to={paths.helpArticle('keep-your-number')}>
            {t('help.about.link')}
          </PageLink>
        </p>
      </div>
    </section>
  );
}

function End() {
  const { t } = useTranslation();
  return (
    <section className="section">
      <div className="wrap stack justify-items-start">
        <h2 className="h-sec">{t('help.end.title')}</h2>
        <div className="row flex-wrap">
          <PageLink className={buttonClass({ size: 'lg' })} to={paths.plans()}>
            {t('help.end.plans')}
          </PageLink>
          <PageLink className={buttonClass({ variant: 'secondary', size: 'lg' })} to={paths.help()}>
            {t('help.end.help')}
          </PageLink>
        </div>
      </div>
    </section>
  );
}
