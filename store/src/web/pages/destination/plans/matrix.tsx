import type { KeyboardEvent } from 'react';
import type { Plan } from '../../../../modules/catalogue/types.ts';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import type { Family } from '../destination-loader.ts';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import { useOfferWords } from '../../../components/plans/offer-words.ts';
import { priceMatrix } from './price-matrix.ts';
import { usePlanTerms } from './plan-terms.ts';

type Props = { families: readonly Family[]; picked: string | undefined; onPick: (planId: string) => void };

/**
 * The prices of several offers by size, as one radio group. Left and right go through all, up and down stay in one
 * offer.
 */
export function Matrix({ families, picked, onPick }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useOfferWords();
  const termsOf = usePlanTerms();
  const rows = priceMatrix(families);

  function moveInColumn(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const next = nextInColumn(families, picked, step);
    if (next === undefined) return;
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>(`input[value="${CSS.escape(next.id)}"]`)?.focus();
    onPick(next.id);
  }

  return (
    <div
      className={`matrix matrix--${families.length}`}
      role="radiogroup"
      aria-label={t('plans.offer.choose')}
      onKeyDown={moveInColumn}
    >
      <div className="matrix__head matrix__corner" />
      {families.map((family) => (
        <div className="matrix__head" key={family.slug}>
          <b>{words.name(family)}</b>
          <span>{words.reach(family)}</span>
        </div>
      ))}
      {rows.map((row) => [
        <div className="matrix__size" key={row.key}>
          <b className="money">{format.planData(row)}</b>
          <span>{format.days(row.days)}</span>
          {row.unlimited !== null && <span>{termsOf(row)}</span>}
        </div>,
        ...row.plans.map((plan, column) => {
          const family = families[column]!;
          return plan === undefined ? (
            <NotOffered key={`${row.key} ${family.slug}`} family={family} />
          ) : (
            <PlanChoice key={plan.id} plan={plan} family={family} isPicked={plan.id === picked} onPick={onPick} />
          );
        }),
      ])}
    </div>
  );
}

/** The available plan above or below the picked one. */
function nextInColumn(families: readonly Family[], picked: string | undefined, step: number): Plan | undefined {
  const column = families.findIndex(({ plans }) => plans.some(({ id }) => id === picked));
  const plans = priceMatrix(families)
    .map((row) => row.plans[column])
    .filter((plan) => plan?.available === true);
  return plans.at((plans.findIndex((plan) => plan?.id === picked) + step) % plans.length);
}

function NotOffered({ family }: { family: Family }) {
  const { t } = useTranslation();
  const words = useOfferWords();
  return (
    <div className="matrix__none">
      <VisuallyHidden>
        {words.name(family)}: {t('destination.notOffered')}
      </VisuallyHidden>
    </div>
  );
}

function PlanChoice({
  plan,
  family,
  isPicked,
  onPick,
}: {
  plan: Plan;
  family: Family;
  isPicked: boolean;
  onPick: (planId: string) => void;
}) {
  const format = useFormat();
  const words = useOfferWords();
  return (
    <label className="matrix__plan">
      <input
        type="radio"
        className="radio"
        name="plan"
        value={plan.id}
        checked={isPicked}
        disabled={!plan.available}
        onChange={() => onPick(plan.id)}
      />
      <PlanPrice plan={plan} named={`${words.name(family)} ${format.planData(plan)}, ${format.days(plan.days)}`} />
    </label>
  );
}

function PlanPrice({ plan, named }: { plan: Plan; named: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <span>
      <VisuallyHidden>{named}: </VisuallyHidden>
      {plan.available ? (
        <>
          <b className="money">{format.money(plan.price)}</b> <span className="money">{format.perGb(plan)}</span>
        </>
      ) : (
        <b>{t('plans.unavailable')}</b>
      )}
    </span>
  );
}
