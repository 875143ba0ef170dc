import type { Phone } from '../shared/connection/address.ts';
import type { Diagnosis, Wants } from '../shared/connection/about.ts';
import type { Attempt } from '../shared/connection/diagnosis.ts';
import type { Locale, Localized } from '../shared/locale.ts';
import { formatCountry, formatData, formatInstant } from './format.ts';
import { translator, type Translator } from './i18n.ts';

const PHONE_KEYS = { iphone: 'onIphone', android: 'onAndroid' } as const satisfies Record<Phone, string>;

/** The message of a traveller who asks support and adds nothing. */
export const describeRequest = (wants: Wants, plan: Localized, locale: Locale): string =>
  translator(locale)(wants === 'refund' ? 'connection.report.asksRefund' : 'connection.report.asksHelp', {
    plan: plan[locale],
  });

/** What a ticket about a connection carries: facts, and what was tried, each with its time in UTC. */
export function describeDiagnosis(
  diagnosis: Diagnosis,
  locale: Locale,
): { facts: [string, string][]; tried: string[] } {
  const t = translator(locale);
  const { line, plan, wants, phone, tried, reported } = diagnosis;
  const at = (instant: string) => formatInstant(instant, locale, 'UTC');
  const facts: [string, string | null][] = [
    [t('connection.report.esim'), t('connection.report.esimText', { line, plan: plan[locale] })],
    [t('connection.report.asks'), t(`connection.report.wants.${wants}`)],
    [t('connection.report.phone'), t(`connection.${phone}`)],
    [t('connection.report.where'), whereOf(t, diagnosis, locale)],
    [t('connection.report.profile'), profileOf(t, reported)],
    [t('connection.report.plan'), t(`connection.report.planState.${reported.plan}`)],
    [
      t('connection.report.used'),
      reported.usedMb === null
        ? null
        : t('connection.report.usedOf', {
            used: formatData(reported.usedMb, locale),
            data: formatData(reported.dataMb, locale),
          }),
    ],
    [t('connection.report.until'), reported.validUntil && at(reported.validUntil)],
    [t('connection.report.at'), reported.usageAt === null ? t('connection.report.never') : at(reported.usageAt)],
  ];
  return {
    facts: facts.filter((fact): fact is [string, string] => fact[1] !== null),
    tried:
      tried.length === 0
        ? [t('connection.report.nothing')]
        : tried.map((attempt) => `${at(attempt.at)}  ${questionOf(t, attempt, phone)}: ${answerOf(t, attempt)}`),
  };
}

function whereOf(t: Translator, { country, covered }: Diagnosis, locale: Locale): string | null {
  if (country === null) return null;
  const name = formatCountry(country, locale);
  return covered === false ? t('connection.report.whereNot', { country: name }) : name;
}

function profileOf(t: Translator, { profile, reportsProfile }: Diagnosis['reported']): string {
  const isKnown = reportsProfile || (profile !== 'released' && profile !== 'downloaded');
  return t(isKnown ? `connection.report.state.${profile}` : 'connection.report.profileNone');
}

function questionOf(t: Translator, { question }: Pick<Attempt, 'question'>, phone: Diagnosis['phone']): string {
  if (question === 'installed') return t('steps.installed.title');
  return question === 'use' ? t('connection.end.used-since.title') : t(`steps.${PHONE_KEYS[phone]}.${question}`);
}

/** The answer as its button says it. */
function answerOf(t: Translator, { question, answer }: Pick<Attempt, 'question' | 'answer'>): string {
  return t(
    answer === 'works' ? 'steps.answer.works' : (`steps.answer.${question}.${answer}` as 'steps.answer.line.done'),
  );
}
