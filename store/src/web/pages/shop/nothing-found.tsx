import { paths } from '../../../shared/paths.ts';
import type { Localized } from '../../../modules/catalogue/types.ts';
import type { ListedPlace } from './shop-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { RichText } from '../../components/rich-text.tsx';
import { PlaceRows } from './place-rows.tsx';

/** No results, or no plan works in `uncovered`: suggests nearby destinations and alternatives. */
export function NothingFound({
  query,
  near,
  uncovered,
}: {
  query: string;
  near: ListedPlace[];
  uncovered: Localized | null;
}) {
  const { t, locale } = useTranslation();
  const link = (to: string) => (words: string) => (
    <PageLink className="link" to={to}>
      {words}
    </PageLink>
  );
  return (
    <div className="wrap nothing-found">
      <h2 className="h-sec">{t('shop.none.title', { query: uncovered?.[locale] ?? query })}</h2>
      <p className="lede">{t(uncovered === null ? 'shop.none.text' : 'shop.none.near')}</p>
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
