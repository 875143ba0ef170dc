import type { Translator } from './i18n.ts';

/** A `good` fact, a `limit`, or a `note`. */
export type FactMark = 'good' | 'limit' | 'note';
export type Fact = { term: string; mark: FactMark; answer: string; text: string };

type Plan = { dataMb: number; unlimited: { dailyMb: number | null; thenKbps: number | null } | null; days: number };

/** What the wholesaler states about a plan; null: not stated. */
type PlanFacts = {
  hotspot: boolean | null;
  topUp: boolean | null;
  activation: 'first-usage' | 'installation' | null;
  installWindowDays: number | null;
  throttling: { kind: 'none' } | { kind: 'slower'; kbps: number } | null;
};

/** The known data of a selected plan at a place, for its page and for its fact sheet. */
export type FactsInput = {
  plan: Plan;
  facts: PlanFacts;
  /** The networks that the plan uses at this place. */
  operators: readonly { name: string }[];
  coverage: string | null;
  /** True when the plan works elsewhere too, on other networks. */
  isWide: boolean;
  /** On the page of a region or the world: the number of its countries; null on a country's page. */
  countries: number | null;
  exitCountry: string | null;
};

type Figures = {
  t: Translator;
  data: (megabytes: number) => string;
  days: (count: number) => string;
  speed: (kbps: number) => string;
};

/**
 * The facts that matter before the payment, in the order of the panel. What the wholesaler does not state is "not
 * stated".
 */
export function factsOfPlan(input: FactsInput, figures: Figures): Fact[] {
  return [networks, calls, hotspot, clock, end, topUp, throttling, exit, refund].map((fact) => fact(input, figures));
}

const unknown = (t: Translator, term: string, text: string): Fact => ({
  term,
  mark: 'note',
  answer: t('destination.facts.unknown'),
  text,
});

function networks({ operators, coverage, isWide, countries }: FactsInput, { t }: Figures): Fact {
  const term = t('destination.facts.networks.term');
  if (countries !== null)
    return {
      term,
      mark: 'good',
      answer: t('destination.facts.networks.countries', { count: countries }),
      text: t('destination.facts.networks.listed'),
    };
  if (operators.length === 0) return unknown(t, term, t('destination.facts.networks.unknown'));
  return {
    term,
    mark: 'good',
    answer: operators.map(({ name }) => name).join(', '),
    text: t(isWide ? 'destination.facts.networks.elsewhere' : 'destination.facts.networks.text', { coverage }),
  };
}

function calls(_: FactsInput, { t }: Figures): Fact {
  return {
    term: t('destination.facts.calls.term'),
    mark: 'limit',
    answer: t('destination.facts.calls.answer'),
    text: t('destination.facts.calls.text'),
  };
}

function hotspot({ plan, facts }: FactsInput, { t, data }: Figures): Fact {
  const term = t('destination.facts.hotspot.term');
  if (facts.hotspot === null) return unknown(t, term, t('destination.facts.hotspot.unknown'));
  if (!facts.hotspot)
    return {
      term,
      mark: 'limit',
      answer: t('destination.facts.hotspot.no'),
      text: t('destination.facts.hotspot.noText'),
    };
  return {
    term,
    mark: 'good',
    answer: t('destination.facts.hotspot.yes'),
    text:
      plan.unlimited === null
        ? t('destination.facts.hotspot.yesText', { data: data(plan.dataMb) })
        : t('destination.facts.hotspot.yesUnlimited'),
  };
}

function clock({ plan, facts }: FactsInput, { t, days: inDays }: Figures): Fact {
  const term = t('destination.facts.clock.term');
  const days = inDays(plan.days);
  const window =
    facts.installWindowDays === null
      ? ''
      : ` ${t('destination.facts.clock.window', { count: facts.installWindowDays })}`;
  switch (facts.activation) {
    case 'first-usage':
      return {
        term,
        mark: 'note',
        answer: t('destination.facts.clock.use'),
        text: t('destination.facts.clock.useText', { days }) + window,
      };
    case 'installation':
      return {
        term,
        mark: 'note',
        answer: t('destination.facts.clock.install'),
        text: t('destination.facts.clock.installText', { days }) + window,
      };
    case null:
      return unknown(t, term, t('destination.facts.clock.unknown', { days }) + window);
  }
}

/** With throttled or unknown behaviour at the end of the data, only the end of the days is certain. */
function end({ plan, facts }: FactsInput, { t, days }: Figures): Fact {
  const stops = plan.unlimited === null && facts.throttling?.kind === 'none';
  return {
    term: t('destination.facts.end.term'),
    mark: 'good',
    answer: t('destination.facts.end.answer'),
    text: t(stops ? 'destination.facts.end.dataOrDays' : 'destination.facts.end.days', { days: days(plan.days) }),
  };
}

function topUp({ facts }: FactsInput, { t }: Figures): Fact {
  const term = t('destination.facts.topUp.term');
  if (facts.topUp === null) return unknown(t, term, t('destination.facts.topUp.text'));
  if (facts.topUp)
    return {
      term,
      mark: 'good',
      answer: t('destination.facts.topUp.yes'),
      text: t('destination.facts.topUp.yesText'),
    };
  return { term, mark: 'limit', answer: t('destination.facts.topUp.no'), text: t('destination.facts.topUp.text') };
}

function throttling(input: FactsInput, figures: Figures): Fact {
  const { plan, facts } = input;
  const { t, data, speed } = figures;
  const term = t('destination.facts.throttling.term');
  if (plan.unlimited !== null) return dailyThrottling(plan.unlimited, term, figures);
  if (facts.throttling === null) return unknown(t, term, t('destination.facts.throttling.unknown'));
  if (facts.throttling.kind === 'none')
    return {
      term,
      mark: 'good',
      answer: t('destination.facts.throttling.none'),
      text: t('destination.facts.throttling.noneText'),
    };
  const slow = speed(facts.throttling.kbps);
  return {
    term,
    mark: 'limit',
    answer: t('destination.facts.throttling.slower', { speed: slow }),
    text: t('destination.facts.throttling.slowerText', { data: data(plan.dataMb), speed: slow }),
  };
}

/** Unlimited plans have full speed for an amount per day, then less: both are stated, as far as they are known. */
function dailyThrottling(
  { dailyMb, thenKbps }: NonNullable<Plan['unlimited']>,
  term: string,
  { t, data, speed }: Figures,
): Fact {
  if (dailyMb === null && thenKbps === null) return unknown(t, term, t('destination.facts.throttling.unknown'));
  if (dailyMb === null)
    return unknown(t, term, t('destination.facts.throttling.thenText', { speed: speed(thenKbps!) }));
  const values = { data: data(dailyMb), speed: thenKbps === null ? null : speed(thenKbps) };
  return {
    term,
    mark: 'limit',
    answer: t('destination.facts.throttling.daily', values),
    text: t(
      thenKbps === null ? 'destination.facts.throttling.dailyUnknown' : 'destination.facts.throttling.dailyText',
      values,
    ),
  };
}

function exit({ exitCountry }: FactsInput, { t }: Figures): Fact {
  const term = t('destination.facts.exit.term');
  if (exitCountry === null) return unknown(t, term, t('destination.facts.exit.unknown'));
  return { term, mark: 'note', answer: exitCountry, text: t('destination.facts.exit.text') };
}

/** The shop's current refund policy: docs/reliability.md. */
function refund(_: FactsInput, { t }: Figures): Fact {
  return {
    term: t('destination.facts.refund.term'),
    mark: 'good',
    answer: t('destination.facts.refund.answer'),
    text: t('destination.facts.refund.text'),
  };
}
