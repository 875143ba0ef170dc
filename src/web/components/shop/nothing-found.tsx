import { paths } from '../../../shared/paths.ts';
import type { ListedPlace } from '../../shop-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../page-link.tsx';
import { RichText } from '../rich-text.tsx';
import { PlaceRows } from './place-rows.tsx';

/** Nothing is called so: what may help instead. */
export function NothingFound({ query, near }: { query: string; near: ListedPlace[] }) {
  const { t } = useTranslation();
  const link = (to: string) => (words: string) => (
    <PageLink className="link" to={to}>
      {words}
    </PageLink>
  );
  return (
    <div className="wrap nothing-found">
      <h2 className="h-display">{t('shop.none.title', { query })}</h2>
      <p className="lede">{t('shop.none.text')}</p>
      {near.length > 0 && <PlaceRows places={near} />}
      <p className="muted">
        <RichText
          text={t('shop.none.more')}
          parts={{ coverage: link(paths.coverage()), help: link(paths.section('support')) }}
        />
      </p>
    </div>
  );
}
