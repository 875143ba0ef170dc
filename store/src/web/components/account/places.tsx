import { paths } from '../../../shared/paths.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../page-link.tsx';

/** The pages of the account beside its settings. */
export const ACCOUNT_PAGES = {
  cards: paths.cards(),
  receipts: paths.receipts(),
  notices: paths.notices(),
  refunds: paths.refunds(),
};
const PLACES = { details: paths.settings(), ...ACCOUNT_PAGES };

/** The places of the account, beside its pages; chips on phones. Needs the messages of `profile`. */
export function AccountPlaces({ current }: { current: keyof typeof PLACES }) {
  const { t } = useTranslation();
  return (
    <nav className="account-places" aria-label={t('profile.places.title')}>
      <ul>
        {(Object.keys(PLACES) as (keyof typeof PLACES)[]).map((place) => (
          <li key={place}>
            <PageLink to={PLACES[place]} aria-current={place === current ? 'page' : undefined}>
              {t(`profile.places.${place}`)}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
