import type { ReactNode } from 'react';
import { EMPTY_SHOP, shopAddress, type ShopState } from '../../../shared/shop/shop-address.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchIcon } from '../../../ui/icons.tsx';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';

/** Shown when no plan matches the filters, with a link that clears them. */
export function NothingLeft({
  title,
  state,
  level = 'h2',
  children,
}: {
  title: string;
  state: ShopState;
  level?: 'h2' | 'h3';
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const { filter, kind } = EMPTY_SHOP;
  return (
    <EmptyState
      icon={<SearchIcon />}
      title={title}
      level={level}
      action={
        <PageLink className={buttonClass({ variant: 'secondary' })} to={shopAddress({ filter, kind }, state)}>
          {t('shop.filters.clear')}
        </PageLink>
      }
    >
      {children}
    </EmptyState>
  );
}
