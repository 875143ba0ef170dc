import type { ReactNode } from 'react';
import type { Merchant } from '../../../shared/merchant.ts';
import { useTranslation } from '../../translation.tsx';

export type Facts = { [F in 'name' | 'address' | 'email' | 'phone' | 'supportHours']: Merchant[F] | undefined };

/** How else to reach the company: what its configuration states, and nothing more. */
export function ContactFacts({ facts: { name, address, email, phone, supportHours } }: { facts: Facts }) {
  const { t, locale } = useTranslation();
  return (
    <section className="card card-p contact-facts" aria-labelledby="facts-title">
      <h2 className="h-sec" id="facts-title">
        {t('contact.facts.title')}
      </h2>
      <dl className="dl mt-2">
        {supportHours && <Fact label={t('contact.facts.hours')}>{supportHours[locale]}</Fact>}
        <Fact label={t('contact.facts.languages')}>{t('contact.facts.spoken')}</Fact>
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
