import type { Operator } from '../../../modules/catalogue/types.ts';
import { paths } from '../../../shared/paths.ts';
import { CheckIcon } from '../../../ui/icons.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { OfferMark } from '../../components/plans/offer-mark.tsx';
import { RichText } from '../../components/rich-text.tsx';
import type { CountryNetworks, OperatorPlaces } from './places.ts';

/** A country with the networks of our plans, and the others. */
export function NetworksByCountry({ countries }: { countries: readonly CountryNetworks[] }) {
  const { t } = useTranslation();
  return (
    <ul className="card network-list">
      {countries.map((country) => (
        <li key={country.slug} className="network-list__row">
          <CountryName country={country} />
          <dl className="network-list__facts">
            <div>
              <dt>{t('coverage.operators.used')}</dt>
              <dd>
                {country.used.length > 0 ? <Names operators={country.used} /> : t('coverage.operators.notStated')}
              </dd>
            </div>
            {country.others.length > 0 && (
              <div>
                <dt>{t('coverage.operators.others')}</dt>
                <dd>
                  <Names operators={country.others} />
                </dd>
              </div>
            )}
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** A network's name, and the countries with a network of this name. */
export function NetworksByOperator({ operators }: { operators: readonly OperatorPlaces[] }) {
  const { t } = useTranslation();
  return (
    <ul className="card network-list">
      {operators.map(({ name, places }) => (
        <li key={name} className="network-list__row">
          <b className="strong">{name}</b>
          <ul className="network-list__places">
            {places.map(({ place, isUsed }) => (
              <li key={place.slug}>
                <CountryName country={place} />
                {isUsed && (
                  <>
                    <CheckIcon size={16} />
                    <VisuallyHidden>{t('coverage.operators.usedMark')}</VisuallyHidden>
                  </>
                )}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** The sources of the names, and their licences. */
export function NetworkSources() {
  const { t } = useTranslation();
  return (
    <p className="small muted">
      <RichText
        text={t('coverage.operators.source')}
        parts={{
          list: (words) => <OutsideLink to="https://en.wikipedia.org/wiki/Mobile_network_code" words={words} />,
          licence: (words) => <OutsideLink to="https://creativecommons.org/licenses/by-sa/4.0/" words={words} />,
        }}
      />{' '}
      {t('coverage.operators.sameName')}
    </p>
  );
}

function CountryName({ country }: { country: CountryNetworks }) {
  const { locale } = useTranslation();
  return (
    <PageLink className="network-list__country" to={paths.offer({ kind: 'local', slug: country.slug })}>
      <OfferMark offer={country} size="xs" lazy />
      {country.name[locale]}
    </PageLink>
  );
}

function Names({ operators }: { operators: readonly Operator[] }) {
  return operators.map(({ name, generations }, index) => (
    <span key={name}>
      {index > 0 && ', '}
      {name} <span className="muted">({generations.join(', ')})</span>
    </span>
  ));
}

function OutsideLink({ to, words }: { to: string; words: string }) {
  return (
    <a className="link" href={to} target="_blank" rel="noopener noreferrer">
      {words}
    </a>
  );
}
