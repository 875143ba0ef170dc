import type { Plan } from '../../../../modules/catalogue/types.ts';
import { Chip } from '../../../../ui/chip.tsx';
import { RadioCards } from '../../../../ui/radio-cards.tsx';
import { lowestPerGb, useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import { usePlanTerms } from './plan-terms.ts';

/** The plans of one offer as a radio group; an unavailable one is shown but cannot be selected. */
export function PlanPicker({
  plans,
  picked,
  onPick,
}: {
  plans: Plan[];
  picked: string | undefined;
  onPick: (id: string) => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const termsOf = usePlanTerms();
  const lowest = lowestPerGb(plans);
  return (
    <RadioCards
      label={t('plans.offer.choose')}
      name="plan"
      value={picked}
      onChange={onPick}
      options={plans.map((plan) => ({
        value: plan.id,
        disabled: !plan.available,
        content: (
          <>
            <span>
              <span className="gb money">{format.planData(plan)}</span>{' '}
              <span className="d">{format.days(plan.days)}</span>{' '}
              {plan.unlimited !== null && <span className="d">{termsOf(plan)}</span>}
            </span>{' '}
            {plan.available ? (
              <span>
                <span className="p money">{format.money(plan.price)}</span>{' '}
                <span className="g money">{format.perGb(plan)}</span>
              </span>
            ) : (
              <span className="p">{t('plans.unavailable')}</span>
            )}{' '}
            {lowest.has(plan.id) && <Chip tone="accent">{t('plans.lowest')}</Chip>}
          </>
        ),
      }))}
    />
  );
}
