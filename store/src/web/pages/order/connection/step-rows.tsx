import type { ReactNode } from 'react';
import { answerQuery, PHONES } from '../../../../shared/connection/address.ts';
import { type Answer, QUESTIONS, type Question, type Step, stepsOf } from '../../../../shared/connection/diagnosis.ts';
import { formatAlternatives } from '../../../../i18n/format.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { CopyField } from '../../../../ui/copy-field.tsx';
import {
  AntennaIcon,
  CheckIcon,
  GlobeIcon,
  type IconProps,
  PhoneIcon,
  RetryIcon,
  SettingsIcon,
  SignalIcon,
  SimIcon,
} from '../../../../ui/icons.tsx';
import { useLocalTime } from '../../../components/account/local-time.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { useTranslation } from '../../../translation.tsx';
import { useLineWords } from '../order-words.ts';
import type { Search } from './search.ts';
import { CountryForm } from './country-form.tsx';
import { Row } from './fact-rows.tsx';

const ICONS: Record<Step, (props: IconProps) => ReactNode> = {
  installed: SimIcon,
  place: GlobeIcon,
  line: SimIcon,
  roaming: SettingsIcon,
  data: SignalIcon,
  apn: SettingsIcon,
  network: AntennaIcon,
  restart: RetryIcon,
  switching: PhoneIcon,
};

/** The words of the menus of a family of phones. */
const group = ({ phone }: Pick<Search, 'phone'>) => (phone === 'android' ? 'onAndroid' : 'onIphone');

function useStepTitle(search: Search): (step: Step) => string {
  const { t } = useTranslation();
  return (step) =>
    step === 'place'
      ? t('connection.place.title')
      : step === 'installed'
        ? t('steps.installed.title')
        : t(`steps.${group(search)}.${step}`);
}

const answerKey = (question: Question, answer: Answer) =>
  answer === 'works' ? 'steps.answer.works' : (`steps.answer.${question}.${answer}` as 'steps.answer.line.done');

/** What the traveller answered, and when. */
export function TriedRows({ search }: { search: Search }) {
  const { t } = useTranslation();
  const timeOf = useLocalTime();
  const titleOf = useStepTitle(search);
  return search.state.attempts.map(({ question, answer, at }) => (
    <Row
      key={question}
      tone="ok"
      icon={<CheckIcon size={16} />}
      title={question === 'use' ? t('connection.end.used-since.title') : titleOf(question)}
      aside={timeOf(new Date(at).toISOString())}
    >
      {t('connection.tried', { answer: t(answerKey(question, answer)) })}
    </Row>
  ));
}

/** The step that is asked now, with its answers: each is a link. */
export function StepRow({ search, step }: { search: Search; step: Step }) {
  const { t } = useTranslation();
  const titleOf = useStepTitle(search);
  const steps = stepsOf(search.facts, search.state);
  const Icon = ICONS[step];
  return (
    <Row
      tone="now"
      id="step"
      icon={<Icon size={16} />}
      title={titleOf(step)}
      aside={t('steps.number', { number: steps.indexOf(step) + 1, count: steps.length })}
    >
      {step === 'place' ? <PlaceStep search={search} /> : <SettingStep search={search} step={step} />}
    </Row>
  );
}

/** The steps that may follow. */
export function WaitingRows({ search }: { search: Search }) {
  const titleOf = useStepTitle(search);
  if ('end' in search.outcome) return null;
  const steps = stepsOf(search.facts, search.state);
  return steps.slice(steps.indexOf(search.outcome.step) + 1).map((step) => {
    const Icon = ICONS[step];
    const isAnswered = search.state.attempts.some(({ question }) => question === step);
    return isAnswered ? null : <Row key={step} tone="todo" icon={<Icon size={16} />} title={titleOf(step)} />;
  });
}

function PlaceStep({ search }: { search: Search }) {
  const { t } = useTranslation();
  return (
    <>
      <p>{t('connection.place.text')}</p>
      <PlaceForm search={search} />
    </>
  );
}

/** The question for the country, with the rest of the search in hidden fields. */
export function PlaceForm({ search: { here, places } }: { search: Search }) {
  const { pathname, searchParams } = new URL(here('', { country: null }), 'http://localhost');
  return (
    <CountryForm action={`${pathname}#step`} places={places}>
      {[...searchParams].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </CountryForm>
  );
}

function SettingStep({ search, step }: { search: Search; step: Exclude<Step, 'place'> }) {
  const { t } = useTranslation();
  const answers: readonly Answer[] = [...QUESTIONS[step], ...(step === 'installed' ? [] : (['works'] as const))];
  return (
    <>
      <PhoneChoice search={search} />
      <StepText search={search} step={step} />
      <div className="row flex-wrap">
        {answers.map((answer, at) => (
          <PageLink
            key={answer}
            className={buttonClass({ variant: at === 0 ? 'primary' : answer === 'works' ? 'ghost' : 'secondary' })}
            to={search.here(answerQuery(step, answer))}
          >
            {t(answerKey(step, answer))}
          </PageLink>
        ))}
      </div>
    </>
  );
}

/** What to do, and the way through the menus. */
function StepText({ search, step }: { search: Search; step: Exclude<Step, 'place'> }) {
  const { t, locale } = useTranslation();
  const { esim, shown } = search;
  const { destination } = useLineWords()(shown.line);
  const values = { destination, apn: esim.apn, networks: formatAlternatives(shown.about.networks, locale) };
  if (step === 'installed')
    return (
      <>
        <p>{t('steps.installed.text', values)}</p>
        <MenuPath text={t(search.phone === 'android' ? 'steps.installed.pathAndroid' : 'steps.installed.path')} />
      </>
    );
  const words = step === 'network' && shown.about.networks.length === 0 ? 'networkAny' : (`${step}Text` as const);
  return (
    <>
      <p>{t(`steps.${group(search)}.${words}`, values)}</p>
      <MenuPath text={t(`steps.${group(search)}.${step}Path`, values)} />
      {step === 'apn' && esim.apn !== null && (
        <CopyField
          label="APN"
          value={esim.apn}
          copyLabel={t('connection.apnCopy')}
          copiedText={t('connection.apnCopied')}
        />
      )}
    </>
  );
}

/** `Settings > Mobile Data`, as the phone shows it. */
const MenuPath = ({ text }: { text: string }) => <p className="search-row__path">{text.split(' > ').join(' › ')}</p>;

/** The family whose menus are named: detected, and changed by a link. */
function PhoneChoice({ search: { phone, here } }: { search: Search }) {
  const { t } = useTranslation();
  return (
    <div className="row flex-wrap gap-2" role="group" aria-label={t('connection.phone')}>
      {PHONES.map((each) => (
        <PageLink
          key={each}
          className="pill"
          aria-current={each === phone ? 'true' : undefined}
          to={here('', { phone: each })}
        >
          {t(`connection.${each}`)}
        </PageLink>
      ))}
    </div>
  );
}
