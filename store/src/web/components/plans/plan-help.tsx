import { itineraryQuery } from '../../../shared/itinerary.ts';
import { dataQuery, readDataQuestion } from '../../../shared/data-use.ts';
import { paths } from '../../../shared/paths.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../page-link.tsx';
import { RichText } from '../rich-text.tsx';

const USUAL_DAYS = 5;

/**
 * Help for readers who do not know the amount they need, or travel to several countries. `slug`: of the current country
 * or place.
 */
export function PlanHelp({ slug }: { slug?: string }) {
  const { t } = useTranslation();
  const data = slug === undefined ? '' : dataQuery({ ...readDataQuestion(new URLSearchParams()), slug });
  const trip = slug === undefined ? '' : itineraryQuery({ stops: [{ slug, days: USUAL_DAYS }], habit: 'everyday' });
  const link = (to: string) => (words: string) => (
    <PageLink className="link" to={to}>
      {words}
    </PageLink>
  );
  return (
    <p className="small muted mt-3.5">
      <RichText
        text={t('plans.help')}
        parts={{ data: link(paths.plansData(data)), trip: link(paths.planTrip(trip)) }}
      />
    </p>
  );
}
