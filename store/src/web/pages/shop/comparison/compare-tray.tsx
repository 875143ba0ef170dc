import { paths } from '../../../../shared/paths.ts';
import { shopAddress, type ShopState } from '../../../../shared/shop/shop-address.ts';
import { Button, buttonClass, IconButton } from '../../../../ui/button.tsx';
import { CloseIcon } from '../../../../ui/icons.tsx';
import { useTranslation } from '../../../translation.tsx';
import { PageLink, usePageAddress } from '../../../components/page-link.tsx';
import { COMPARE_FORM, type Selection } from '../selection.ts';

/** The selected plans at the bottom of the page. Without script a button below the plans submits the checkboxes. */
export function CompareTray({ selection, state }: { selection: Selection; state: ShopState }) {
  const { t } = useTranslation();
  const { plans } = selection;
  return (
    <form id={COMPARE_FORM} action={usePageAddress()(paths.plans())} className="compare-form">
      {state.query !== '' && <input type="hidden" name="q" value={state.query} />}
      <Button type="submit" variant="secondary" className="no-script-only">
        {t('shop.compare.open')}
      </Button>
      {plans.length > 0 && (
        <section className="compare-tray" aria-label={t('shop.compare.tray')}>
          <div className="wrap">
            <ul>
              {plans.map((plan) => (
                <li key={plan.id}>
                  <span>{plan.name}</span>
                  <IconButton
                    label={t('shop.compare.remove', { plan: plan.name })}
                    onClick={() => selection.toggle(plan)}
                  >
                    <CloseIcon size={16} />
                  </IconButton>
                </li>
              ))}
            </ul>
            <Button variant="secondary" onClick={selection.clear}>
              {t('shop.compare.clear')}
            </Button>
            <PageLink
              className={buttonClass()}
              to={shopAddress({ query: state.query, compare: plans.map(({ id }) => id) })}
            >
              {t('shop.compare.selected', { count: plans.length })}
            </PageLink>
          </div>
        </section>
      )}
    </form>
  );
}
