import type { ReactNode } from 'react';
import type { Offer } from '../../../modules/catalogue/types.ts';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { AntennaIcon, GlobeIcon, HeadsetIcon, LanguageIcon, PhoneIcon, WalletIcon } from '../../../ui/icons.tsx';
import { useFormat } from '../../format.ts';
import { useRootData } from '../../root-data.ts';
import { useSupportWords } from '../../support-words.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { cheapestPlan } from './cheapest.ts';

/** On the home page: the specification's claims (1) and the last way to the plans. */
export function SupportSection({ offers }: { offers: Offer[] }) {
  return (
    <SupportFrame offers={offers} level="h2">
      <Claims />
    </SupportFrame>
  );
}

/** The title, what follows it, and the band that leads to the plans. `level`: of the title. */
export function SupportFrame({
  offers,
  level: Heading,
  children,
}: {
  offers: Offer[];
  level: 'h1' | 'h2';
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    // As a page of its own it stands on the ground of the pages, which its cards stand out from.
    <section className={classNames('section', Heading === 'h2' && 'section--card')} id="support">
      <div className="wrap">
        <div className="sec-head">
          <Heading className="h-display">{t('home.support.title')}</Heading>
          <p className="lede">{t('home.support.subtitle')}</p>
        </div>
        {children}
        <SupportBand offers={offers} level={Heading === 'h1' ? 'h2' : 'h3'} />
      </div>
    </section>
  );
}

function Claims() {
  const { t } = useTranslation();
  const support = useSupportWords();
  const { severalPayments } = useRootData();
  const claim = (id: 'countries' | 'carriers' | 'payment' | 'devices') => ({
    title: t(`home.support.${id}.title`),
    text: t(`home.support.${id}.text`),
  });
  const words = {
    countries: claim('countries'),
    languages: { title: support.languages, text: support.languagesText },
    carriers: claim('carriers'),
    payment: severalPayments
      ? claim('payment')
      : { title: t('plans.offer.ticks.card'), text: t('home.support.paymentCard') },
    devices: claim('devices'),
    hours: { title: support.hours, text: support.hoursText },
  };
  const facts = [
    { id: 'countries', Icon: GlobeIcon },
    { id: 'languages', Icon: LanguageIcon },
    { id: 'carriers', Icon: AntennaIcon },
    { id: 'payment', Icon: WalletIcon },
    { id: 'devices', Icon: PhoneIcon },
    { id: 'hours', Icon: HeadsetIcon },
  ] as const;
  return (
    <ul className="facts">
      {facts.map(({ id, Icon }) => (
        <li key={id}>
          <Icon size={24} />
          <b>{words[id].title}</b>
          <span>{words[id].text}</span>
        </li>
      ))}
    </ul>
  );
}

function SupportBand({ offers, level: Heading }: { offers: Offer[]; level: 'h2' | 'h3' }) {
  const { t } = useTranslation();
  const format = useFormat();
  const cheapest = cheapestPlan(offers);
  return (
    <div className="cta-band on-ink">
      <img className="map" src={paths.map('world')} alt="" width={1200} height={520} loading="lazy" />
      <Heading>{t('home.support.band.title')}</Heading>
      {cheapest !== undefined && <p>{t('home.support.band.text', { price: format.money(cheapest.price) })}</p>}
      <div className="row flex-wrap">
        <PageLink className={buttonClass({ variant: 'white', size: 'lg' })} to={paths.plans()}>
          {t('home.support.band.getEsim')}
        </PageLink>
        <PageLink className={buttonClass({ variant: 'outline-ink', size: 'lg' })} to={paths.helpDevices()}>
          {t('home.support.band.device')}
        </PageLink>
      </div>
    </div>
  );
}
