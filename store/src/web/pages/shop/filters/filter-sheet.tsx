import { useEffect, useState } from 'react';
import type { ShopState } from '../../../../shared/shop/shop-address.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FiltersIcon } from '../../../../ui/icons.tsx';
import { useTranslation } from '../../../translation.tsx';
import { FilterForm } from './filter-form.tsx';

/**
 * The filters on small screens: a sheet, while the page behind it already updates. `found`: what its button leads to,
 * such as `4 plans`.
 */
export function FilterSheet({ state, found }: { state: ShopState; found: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  // Wide windows hide the sheet (shop.css), and a dialog left open there would keep the focus away from the page.
  useEffect(() => {
    const wide = matchMedia('(width >= 1000px)');
    const close = () => setOpen(false);
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  }, []);
  return (
    <div className="filter-sheet needs-script">
      <button type="button" className="pill" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <FiltersIcon size={18} />
        {t('shop.filters.title')}
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('shop.filters.title')}
        closeLabel={t('shop.filters.close')}
      >
        <FilterForm state={state} />
        <div className="filter-sheet__foot">
          <Button block onClick={() => setOpen(false)}>
            {t('shop.filters.show', { found })}
          </Button>
        </div>
      </Dialog>
    </div>
  );
}
