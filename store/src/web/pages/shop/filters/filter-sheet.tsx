import { useEffect, useState } from 'react';
import type { ShopState } from '../../../../shared/shop/shop-address.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FiltersIcon } from '../../../../ui/icons.tsx';
import { useTranslation } from '../../../translation.tsx';
import { usePicked } from '../use-shop.ts';
import { useActiveFilters } from './active-filters.tsx';
import { ANYTHING } from './choices.ts';
import { type Counted, FilterForm } from './filter-form.tsx';

/**
 * The filters on small screens: a sheet, while the page behind it already updates. `found`: what its button leads to,
 * such as `4 plans`.
 */
export function FilterSheet({ state, counted, found }: { state: ShopState; counted: Counted; found: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [, pick] = usePicked(state);
  const active = useActiveFilters(state).length;
  // Wide windows hide the sheet (shop.css), and a dialog left open there would keep the focus away from the page.
  useEffect(() => {
    const wide = matchMedia('(width >= 1000px)');
    const close = () => setOpen(false);
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  }, []);
  return (
    <div className="filter-sheet needs-script">
      <button type="button" className="filter-sheet__open" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <FiltersIcon size={18} />
        {t('shop.filters.title')}
        {active > 0 && <span className="filter-sheet__on">{t('shop.filters.on', { count: active })}</span>}
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('shop.filters.title')}
        closeLabel={t('shop.filters.close')}
      >
        <FilterForm state={state} counted={counted} />
        <div className="filter-sheet__foot">
          <Button variant="secondary" onClick={() => pick(ANYTHING)}>
            {t('shop.filters.clearAll')}
          </Button>
          <Button onClick={() => setOpen(false)}>{t('shop.filters.show', { found })}</Button>
        </div>
      </Dialog>
    </div>
  );
}
