import { type FactMark, factsOfPlan } from '../../../i18n/plan-facts.ts';
import { paths } from '../../../shared/paths.ts';
import { CheckIcon, DownloadIcon, InfoIcon, MinusIcon } from '../../../ui/icons.tsx';
import type { DestinationData } from './destination-loader.ts';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import type { PickedPlan } from './plans/use-picked-plan.ts';

const MARKS = { good: CheckIcon, limit: MinusIcon, note: InfoIcon } satisfies Record<FactMark, unknown>;

/** The facts of the selected plan that matter before the payment, styled like a food label. */
export function FactsPanel({ data, picked: { family, plan } }: { data: DestinationData; picked: PickedPlan }) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const stated = data.facts[plan.id]!;
  const facts = factsOfPlan(
    {
      plan,
      facts: stated,
      operators: family.operators,
      coverage: family.coverage,
      isWide: family.kind !== 'local',
      countries: data.destination.kind === 'local' ? null : data.countries.length,
      exitCountry: stated.exitCountry && (data.exitCountries[stated.exitCountry]?.[locale] ?? stated.exitCountry),
    },
    { t, data: format.data, days: format.days, speed: format.speed },
  );
  return (
    <section className="label-panel facts-label" aria-labelledby="plan-facts">
      <header>
        <h2 id="plan-facts">{t('destination.facts.title')}</h2>
        <p aria-live="polite">
          {t('destination.facts.summary', {
            name: family.name[locale],
            data: format.planData(plan),
            days: format.days(plan.days),
            price: format.money(plan.price),
          })}
        </p>
      </header>
      <dl>
        {facts.map(({ term, mark, answer, text }) => {
          const Mark = MARKS[mark];
          return (
            <div key={term}>
              <dt className={`facts-label__term facts-label__term--${mark}`}>
                <Mark />
                {term}
              </dt>
              <dd>
                {answer}
                <span>{text}</span>
              </dd>
            </div>
          );
        })}
      </dl>
      <a
        className="link facts-label__sheet"
        href={paths.factSheet(locale, plan.id, data.destination.slug)}
        rel="nofollow"
      >
        <DownloadIcon size={18} />
        {t('destination.facts.sheet')}
      </a>
    </section>
  );
}
