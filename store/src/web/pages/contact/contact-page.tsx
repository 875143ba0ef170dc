import type { ReactNode } from 'react';
import { paths } from '../../../shared/paths.ts';
import type { ContactAnswer } from '../../../shared/forms/contact.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { AntennaIcon, HeadsetIcon, MailIcon, WalletIcon } from '../../../ui/icons.tsx';
import type { Merchant } from '../../../shared/merchant.ts';
import { useSupportWords } from '../../support-words.ts';
import { useTranslation } from '../../translation.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { CompanyHead } from '../../components/company/company-nav.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Unbroken } from '../../components/unbroken.tsx';
import { ContactForm } from './contact-form.tsx';

const NEEDS = [
  { id: 'connection', Icon: AntennaIcon, to: paths.helpArticle('no-connection') },
  { id: 'refund', Icon: WalletIcon, to: paths.helpArticle('refund') },
  { id: 'arrival', Icon: MailIcon, to: paths.helpArticle('no-email') },
] as const;

/** The most needed answers first, then a form that reaches a person. */
export function ContactPage({ facts, answer }: { facts: Facts; answer: ContactAnswer | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle title={t('contact.title')} description={t('contact.description')} />
      <CompanyHead current="contact" title={t('contact.title')} lede={t('contact.lead')} />
      <div className="wrap contact">
        <ul className="contact-needs" aria-label={t('contact.needs.title')}>
          {NEEDS.map(({ id, Icon, to }) => (
            <li key={id} className="contact-need">
              <Icon size={22} />
              <b>{t(`contact.needs.${id}.title`)}</b>
              <PageLink to={to} className={buttonClass({ variant: 'secondary' })}>
                {t(`contact.needs.${id}.action`)}
              </PageLink>
              <p>
                <Unbroken>{t(`contact.needs.${id}.text`)}</Unbroken>
              </p>
            </li>
          ))}
          <li className="contact-need">
            <HeadsetIcon size={22} />
            <b>{t('contact.needs.other.title')}</b>
            <a className="btn" href="#write">
              {t('contact.needs.other.action')}
            </a>
            <p>
              <Unbroken>{t('contact.needs.other.text')}</Unbroken>
            </p>
          </li>
        </ul>
        <div className="contact-columns">
          <section id="write" className="contact-write" aria-labelledby="write-title">
            <h2 className="h-sec" id="write-title">
              {t('contact.form.title')}
            </h2>
            <p className="muted mt-2 max-w-[62ch]">{t('contact.form.text')}</p>
            <ContactForm answer={answer} />
          </section>
          <ContactFacts facts={facts} />
        </div>
      </div>
    </>
  );
}

type Facts = { [F in 'name' | 'address' | 'email' | 'phone']: Merchant[F] | undefined };

/** The configured contact data of the company. */
function ContactFacts({ facts: { name, address, email, phone } }: { facts: Facts }) {
  const { t } = useTranslation();
  const support = useSupportWords();
  return (
    <section className="card card-p contact-facts" aria-labelledby="facts-title">
      <h2 className="h-sec" id="facts-title">
        {t('contact.facts.title')}
      </h2>
      <dl className="dl mt-2">
        <Fact label={t('contact.facts.hours')}>{support.hoursText}</Fact>
        <Fact label={t('contact.facts.languages')}>{support.names}</Fact>
        <Fact label={t('contact.facts.answer')}>{t('contact.facts.answerText')}</Fact>
        {email && (
          <Fact label={t('contact.facts.email')}>
            <a className="link" href={`mailto:${email}`}>
              {email}
            </a>
          </Fact>
        )}
        {phone && (
          <Fact label={t('contact.facts.phone')}>
            <a className="link" href={`tel:${phone.replaceAll(' ', '')}`}>
              {phone}
            </a>
          </Fact>
        )}
        {name && <Fact label={t('contact.facts.company')}>{name}</Fact>}
        {address && <Fact label={t('contact.facts.address')}>{address}</Fact>}
      </dl>
      {name && (
        <PageLink className="link" to={`${paths.compliance()}#notice`}>
          {t('contact.facts.notice')}
        </PageLink>
      )}
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
