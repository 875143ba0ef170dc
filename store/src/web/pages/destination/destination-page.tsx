import type { ReactNode } from 'react';
import { destination } from '../../../i18n/areas/destination.ts';
import type { PlanFacts } from '../../../modules/catalogue/types.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ClockIcon, InfoIcon } from '../../../ui/icons.tsx';
import { paths } from '../../../shared/paths.ts';
import { wordsOf } from '../../../shared/finding/fold.ts';
import { buttonClass, Button } from '../../../ui/button.tsx';
import type { DestinationData, Family } from './destination-loader.ts';
import { addMessages } from '../../messages.ts';
import { useTranslation } from '../../translation.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { Questions } from '../../components/questions.tsx';
import { DestinationLinks } from '../../components/plans/destination-links.tsx';
import { useOfferWords } from '../../components/plans/offer-words.ts';
import { PlanHelp } from '../../components/plans/plan-help.tsx';
import { ProductData } from './product-data.tsx';
import { RichText } from '../../components/rich-text.tsx';
import { CountriesSection } from './countries-section.tsx';
import { DestinationHead } from './destination-head.tsx';
import { FactsPanel } from './facts-panel.tsx';
import { Matrix } from './plans/matrix.tsx';
import { NetworksSection } from './networks-section.tsx';
import { OrderTicket } from './plans/order-ticket.tsx';
import { PlanPicker } from './plans/plan-picker.tsx';
import { savingOfFirst } from './plans/price-matrix.ts';
import { usePickedPlan, type PickedPlan } from './plans/use-picked-plan.ts';
import { PageLink, usePageAddress } from '../../components/page-link.tsx';
import { CoverageFigure } from './coverage-figure.tsx';
import { useFormat } from '../../format.ts';

addMessages({ destination });

/** One destination: choose a plan, see its details, go to the checkout. */
export function DestinationPage({ data }: { data: DestinationData }) {
  const { t, locale } = useTranslation();
  const { destination, own, families } = data;
  const [picked, pick] = usePickedPlan(data);
  const name = destination.name[locale];
  const title = t('plans.offer.title', { name });
  const description = t('plans.offer.description', { name });
  const reach = useReach(data);
  return (
    <>
      <PageTitle title={title} description={description} />
      <ProductData name={title} description={description} offers={families} />
      <DestinationHead data={data} reach={reach} />
      <div className="wrap layout-side layout-side--buying">
        <PlanChoice data={data} picked={picked} onPick={pick} />
        {/* Directly after the choice, so that the keyboard reaches the button before the rest of the page. */}
        <aside className="side" aria-label={t('plans.offer.yourPlan')}>
          {picked !== undefined && <OrderTicket picked={picked} place={destination} worksIn={own ? null : name} />}
        </aside>
        <Details data={data} picked={picked} />
      </div>
    </>
  );
}

type Picked = { data: DestinationData; picked: PickedPlan | undefined };

/** The plans to choose from, and when the chosen one starts. */
function PlanChoice({ data, picked, onPick }: Picked & { onPick: (planId: string) => void }) {
  const { t } = useTranslation();
  const { destination, own, families } = data;
  const activation = picked && data.facts[picked.plan.id]!.activation;
  return (
    <section>
      <h2 className="h-sec mb-4">{t('plans.offer.choose')}</h2>
      {picked === undefined && (
        <Alert tone="warning" className="mb-4">
          {t('plans.offer.soldOut')}
        </Alert>
      )}
      {!own && families.length > 0 && <NoOwnPlan data={data} />}
      <PlanForm destination={destination}>
        {own ? (
          <PlanPicker plans={families[0]?.plans ?? []} picked={picked?.plan.id} onPick={onPick} />
        ) : (
          <Matrix families={families} picked={picked?.plan.id} onPick={onPick} />
        )}
      </PlanForm>
      {activation !== undefined && (
        <p className="small muted row items-start gap-2 mt-4">
          <ClockIcon size={18} />
          {t(`plans.offer.validity.${activation ?? 'unknown'}`)}
        </p>
      )}
      <PlanHelp slug={destination.kind === 'local' ? destination.slug : undefined} />
      {picked !== undefined && <BuyBar picked={picked} named={!own} place={destination} />}
    </section>
  );
}

/** What else there is to know before a purchase. */
function Details({ data, picked }: Picked) {
  const { t } = useTranslation();
  const { destination, own } = data;
  const isLocal = destination.kind === 'local';
  const facts = picked && data.facts[picked.plan.id];
  const answers = useAnswers(facts);
  return (
    <div className="stack gap-10">
      {picked !== undefined && <FactsPanel data={data} picked={picked} />}
      {isLocal && <NetworksSection data={data} />}
      {!isLocal && data.countries.length > 0 && <CountriesSection {...data} />}
      {!own && picked !== undefined && <ElsewhereSection family={picked.family} {...data} />}
      {data.also.length > 0 && (
        <section>
          <h2 className="h-sec">{t('destination.also.title')}</h2>
          <p className="muted small mb-3.5">{t('destination.also.text')}</p>
          <DestinationLinks destinations={data.also} />
        </section>
      )}
      {picked !== undefined && <InstallSection activation={facts?.activation ?? null} />}
      <section id="questions">
        <h2 className="h-sec">{t('plans.offer.questions')}</h2>
        <Questions answers={answers} />
      </section>
      {data.neighbours.length > 0 && (
        <section>
          <h2 className="h-sec mb-3.5">{t(`destination.neighbours.${isLocal ? 'local' : 'wide'}`)}</h2>
          <DestinationLinks destinations={data.neighbours} />
        </section>
      )}
    </div>
  );
}

/** The networks of a country, or the number of countries of a region. */
function useReach({ destination, families }: DestinationData): string {
  const words = useOfferWords();
  const [first] = families;
  if (destination.kind !== 'local') return first === undefined ? '' : words.reach(first);
  const names = families.flatMap(({ operators }) => operators.map((operator) => operator.name));
  return [...new Set(names)].join(', ');
}

/** Says first that no plan is for this country alone, and which of the others is recommended. */
function NoOwnPlan({ data: { destination, families } }: { data: DestinationData }) {
  const { t, locale } = useTranslation();
  const percent = savingOfFirst(families);
  return (
    <div className="no-own">
      <InfoIcon />
      <p>
        {t('destination.noOwn', { name: destination.name[locale], count: families.length })}{' '}
        {percent !== null && (
          <RichText
            text={t('destination.advice', { name: families[0]!.name[locale], percent })}
            parts={{ b: (words) => <b className="strong">{words}</b> }}
          />
        )}
      </p>
    </div>
  );
}

/**
 * The default answers apply to a plan that starts on first use and stops at its limit; for another plan, its known
 * facts.
 */
function useAnswers(facts: PlanFacts | undefined): { when?: string; end?: string } {
  const { t } = useTranslation();
  const when = {
    'first-usage': undefined,
    installation: t('destination.questions.whenInstall'),
    unknown: t('destination.questions.whenUnknown'),
  }[facts?.activation ?? 'unknown'];
  const end = {
    none: undefined,
    slower: t('destination.questions.endSlower'),
    unknown: t('destination.questions.endUnknown'),
  }[facts?.throttling?.kind ?? 'unknown'];
  return { ...(when !== undefined && { when }), ...(end !== undefined && { end }) };
}

/** Other countries of the selected regional or global plan. */
function ElsewhereSection({
  family,
  destination,
  reach,
}: { family: Family } & Pick<DestinationData, 'destination' | 'reach'>) {
  const { t, locale } = useTranslation();
  const { count, countries } = reach[family.slug] ?? { count: 0, countries: [] };
  const sorted = countries
    .filter(({ slug }) => slug !== destination.slug)
    .map(({ name }) => name[locale])
    .toSorted((a, b) => (plain(a) < plain(b) ? -1 : 1));
  return (
    <section>
      <h2 className="h-sec mb-3.5">{t('destination.elsewhere.title', { name: family.name[locale] })}</h2>
      <CoverageFigure offer={family} here={destination}>
        <p>{sorted.length > 0 ? sorted.join(', ') : t('destination.elsewhere.count', { count })}</p>
        <PageLink className="link small" to={`${paths.offer(family)}#countries`}>
          {t(sorted.length > 0 ? 'destination.elsewhere.networks' : 'destination.elsewhere.all')}
        </PageLink>
      </CoverageFigure>
    </section>
  );
}

const plain = (name: string) => wordsOf(name).join(' ');

/** How to install the eSIM; the recommended time depends on what starts its validity. */
function InstallSection({ activation }: Pick<PlanFacts, 'activation'>) {
  const { t } = useTranslation();
  const first = activation === 'first-usage' ? t('destination.install.home.text') : t('destination.install.home.late');
  const steps = [
    [t('destination.install.home.title'), first],
    [t('destination.install.own.title'), t('destination.install.own.text')],
    [t('destination.install.arrival.title'), t('destination.install.arrival.text')],
  ];
  return (
    <section>
      <h2 className="h-sec mb-3.5">{t('destination.install.title')}</h2>
      <ol className="install-steps">
        {steps.map(([title, text]) => (
          <li key={title}>
            <b>{title}</b>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <PageLink className="link small" to={paths.section('how-it-works')}>
        {t('destination.install.link')}
      </PageLink>
    </section>
  );
}

/**
 * On narrow screens, at the bottom of the window: the price of the selected plan, and the link to the checkout.
 * `named`: with its offer.
 */
function BuyBar({
  picked: { family, plan },
  named,
  place,
}: {
  picked: PickedPlan;
  named: boolean;
  place: DestinationData['destination'];
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useOfferWords();
  return (
    <div className="buybar">
      <div>
        <b className="money">{format.money(plan.price)}</b>
        <span className="xs muted block">
          {named && `${words.name(family)} `}
          {format.planData(plan)}, {format.days(plan.days)}
        </span>
      </div>
      <PageLink className={buttonClass({ size: 'lg' })} to={paths.checkoutFor(place, plan)}>
        {t('plans.offer.get')}
      </PageLink>
    </div>
  );
}

/** Wraps radios named `plan`: without scripts, a button requests the page with the selected plan. */
function PlanForm({ destination, children }: Pick<DestinationData, 'destination'> & { children: ReactNode }) {
  const { t } = useTranslation();
  const address = usePageAddress();
  return (
    <form action={address(paths.offer(destination))} onSubmit={(event) => event.preventDefault()}>
      {children}
      <noscript>
        <div className="mt-4">
          <Button type="submit" variant="secondary">
            {t('destination.show')}
          </Button>
        </div>
      </noscript>
    </form>
  );
}
