import { ACTIVITIES, dataUse, fittingPlan, shorterPlan, totalMb, type DataQuestion } from '../../../shared/data-use.ts';
import { itineraryQuery } from '../../../shared/itinerary.ts';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Ticket } from '../../../ui/card.tsx';
import { Flag } from '../../../ui/flag.tsx';
import type { DataPage, SoldPlan } from './data-loader.ts';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { DataCairn } from './data-cairn.tsx';
import { useAmount } from './use-amount.ts';

/** The sum as a cairn, and the cheapest plan with enough data. */
export function DataAnswer({ page, question }: { page: DataPage; question: DataQuestion }) {
  const { t } = useTranslation();
  const { days, use, slug } = question;
  const need = totalMb(use, days);
  // While another destination loads, its plans are unknown.
  const place = slug === page.question.slug ? page.place : null;
  const fitting = place === null ? null : fittingPlan(place.plans, need, days);
  return (
    <>
      <aside aria-label={t('data.short')} className="data-side">
        <Sum question={question} place={place} fitting={fitting} />
        <Answer question={question} place={place} fitting={fitting} />
      </aside>
      {fitting !== null && <BuyBar need={need} place={place} fitting={fitting} />}
    </>
  );
}

/** The destination whose plans are known, and the plan that fits. */
type Found = { place: DataPage['place']; fitting: SoldPlan | null };

function Sum({ question: { days, use }, place, fitting }: Found & { question: DataQuestion }) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const amount = useAmount();
  const need = totalMb(use, days);
  const parts = dataUse(use, days);
  return (
    <div className="data-sum on-ink">
      <div className="data-sum__total" aria-live="polite">
        <p>
          <b className="money">{format.data(need)}</b>
          <span>
            {place === null
              ? t('data.total', { days: format.days(days) })
              : t('data.totalIn', { days: format.days(days), place: place.name[locale] })}
          </span>
        </p>
        <span className="tnum">{t('data.perDay', { data: amount(need / days) })}</span>
      </div>
      <DataCairn
        parts={ACTIVITIES.map(({ id }) => ({ id, mb: parts[id] }))}
        needMb={need}
        sizesMb={sizesOf(place?.plans ?? [])}
        fitMb={fitting?.unlimited === null ? fitting.dataMb : null}
      />
    </div>
  );
}

function Answer({ question: { days, use, slug }, place, fitting }: Found & { question: DataQuestion }) {
  const { t } = useTranslation();
  const need = totalMb(use, days);
  const trip = paths.planTrip(
    slug === null || place === null
      ? ''
      : itineraryQuery({ stops: [{ slug, days }], habit: Math.max(1, Math.ceil(need / days)) }),
  );
  return (
    <Ticket
      className="data-ticket"
      head={
        fitting === null ? (
          <p className="px-6 py-5">{t(place === null ? 'data.chooseFirst' : 'data.noPlan')}</p>
        ) : (
          <FittingPlan plan={fitting} need={need} />
        )
      }
    >
      <div className="stack px-6 pt-4.5 pb-5.5">
        {fitting !== null && (
          <PageLink className={buttonClass({ size: 'lg', block: true })} to={paths.checkoutFor(place, fitting)}>
            {t('data.get')}
          </PageLink>
        )}
        {fitting !== null && <Shorter plans={place!.plans} fitting={fitting} mbPerDay={need / days} />}
        <PageLink className="link small" to={trip}>
          {t('data.trip')}
        </PageLink>
      </div>
    </Ticket>
  );
}

/** On narrow screens, at the bottom of the window. */
function BuyBar({ need, place, fitting }: { need: number; place: Found['place']; fitting: SoldPlan }) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  return (
    <div className="buybar">
      <div>
        <b className="money">{format.data(need)}</b>
        <span className="xs muted block">
          {fitting.offer.name[locale]} {format.planData(fitting)}, {format.money(fitting.price)}
        </span>
      </div>
      <PageLink className={buttonClass({ size: 'lg' })} to={paths.checkoutFor(place, fitting)}>
        {t('data.get')}
      </PageLink>
    </div>
  );
}

/** The sizes on the scale: those of the destination's plans. */
function sizesOf(plans: readonly SoldPlan[]): number[] {
  const sizes = plans.flatMap(({ available, unlimited, dataMb }) => (available && unlimited === null ? [dataMb] : []));
  return [...new Set(sizes)].sort((a, b) => a - b);
}

function FittingPlan({ plan, need }: { plan: SoldPlan; need: number }) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const days = format.days(plan.days);
  return (
    <div className="row flex-wrap gap-3.5 px-6 pt-5 pb-4.5">
      <Flag src={paths.flag(plan.offer.flag)} />
      <p className="flex-1">
        <b className="strong">
          {plan.offer.name[locale]} - {format.planData(plan)}
        </b>
        <span className="small muted block">
          {plan.unlimited === null
            ? t('data.spare', { days, data: format.data(plan.dataMb - need) })
            : plan.unlimited.dailyMb === null
              ? days
              : t('data.unlimited', { days, data: format.data(plan.unlimited.dailyMb) })}
        </span>
      </p>
      <b className="data-price money">{format.money(plan.price)}</b>
    </div>
  );
}

function Shorter({ plans, fitting, mbPerDay }: { plans: readonly SoldPlan[]; fitting: SoldPlan; mbPerDay: number }) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const shorter = shorterPlan(plans, fitting, mbPerDay);
  if (shorter === null) return null;
  const { plan, day } = shorter;
  return (
    <p className="small muted">
      {t('data.shorter', {
        plan: `${plan.offer.name[locale]} ${format.planData(plan)}`,
        price: format.money(plan.price),
        day,
      })}
    </p>
  );
}
