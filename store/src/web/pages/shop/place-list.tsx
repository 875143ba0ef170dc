import { shopAddress, STEP, type ShopState } from '../../../shared/shop/shop-address.ts';
import { buttonClass } from '../../../ui/button.tsx';
import type { ShopView } from './shop-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { isPlainClick, PageLink } from '../../components/page-link.tsx';
import { NothingLeft } from './nothing-left.tsx';
import { PlaceRows, RowsTitle } from './place-rows.tsx';
import { useShop } from './use-shop.ts';

/** All destinations in steps; the regional and global ones below. */
export function PlaceList({ view, state }: { view: Extract<ShopView, { kind: 'list' }>; state: ShopState }) {
  const { t } = useTranslation();
  const { places, first, total, wide } = view;
  const last = first + places.length;
  if (total === 0 && wide.length === 0) {
    return (
      <div className="card">
        <NothingLeft title={t('shop.list.nothing')} state={state}>
          {t('plans.search.noneText')}
        </NothingLeft>
      </div>
    );
  }
  return (
    <div className="stack gap-4">
      {first > 0 && <Step state={state} show={first} label={t('shop.list.before')} />}
      {places.length > 0 && <PlaceRows places={places} label={t('shop.list.countries')} />}
      {total > STEP && (
        <p className="small muted text-center">{t('shop.list.shown', { first: first + 1, last, total })}</p>
      )}
      {last < total && <Step state={state} show={last + STEP} label={t('shop.list.more')} />}
      {wide.length > 0 && (
        <section className="stack gap-4">
          <RowsTitle>{t('shop.list.wide')}</RowsTitle>
          <PlaceRows places={wide} />
        </section>
      )}
    </div>
  );
}

/**
 * The next or previous part of the list: a link, so that it works without script; with script the scroll position
 * stays.
 */
function Step({ state, show, label }: { state: ShopState; show: number; label: string }) {
  const { change } = useShop(state);
  return (
    <PageLink
      className={buttonClass({ variant: 'secondary', block: true })}
      to={shopAddress({ show }, state)}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        change({ show });
      }}
    >
      {label}
    </PageLink>
  );
}
