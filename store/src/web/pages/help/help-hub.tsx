import { useRef } from 'react';
import { Form } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import { HELP_TOPICS, type HelpTopic } from '../../../shared/topics.ts';
import { Accordion } from '../../../ui/accordion.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import {
  CardIcon,
  ClockIcon,
  DownloadIcon,
  MailIcon,
  PhoneIcon,
  SearchIcon,
  SignalIcon,
  UserIcon,
} from '../../../ui/icons.tsx';
import type { HelpEntry } from '../../help-entries.ts';
import { useTranslation } from '../../translation.tsx';
import { useTypedEarly } from '../../use-typed-early.ts';
import { DottedMap } from '../../components/dotted-map.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { PageLink, usePageAddress } from '../../components/page-link.tsx';
import { Unbroken } from '../../components/unbroken.tsx';
import { AnswerLinks } from '../../components/help/answer-links.tsx';
import type { FoundAnswers } from './found-answer.ts';
import { FoundList } from './found-list.tsx';
import { topicAnchor } from '../../components/help/help-words.ts';
import { useAnswers } from './use-answers.ts';

const ICONS = {
  before: PhoneIcon,
  install: DownloadIcon,
  connect: SignalIcon,
  data: ClockIcon,
  payment: CardIcon,
  account: UserIcon,
};

/** The most common questions about travel eSIMs, in the order of a trip. */
const QUESTIONS = ['compatible-phone', 'when-validity-starts', 'keep-your-number', 'another-phone', 'refund'];

type Props = { entries: readonly HelpEntry[]; query: string } & FoundAnswers;

/** The help: a search that updates during typing, topics, common questions, and every answer by topic. */
export function HelpHub({ entries, query: asked, ...byServer }: Props) {
  const { t } = useTranslation();
  const answers = useAnswers({ query: asked, ...byServer });
  const { answered, found, person } = answers;
  return (
    <>
      <PageTitle title={t('help.title')} description={t('help.description')} />
      <HelpHead {...answers} />
      <div className="wrap help-body">
        <p className={found.length === 0 || person ? 'sr' : 'muted'} role="status">
          {answered !== '' &&
            (found.length === 0
              ? t('help.search.none', { query: answered })
              : t('help.search.count', { count: found.length, query: answered }))}
        </p>
        {answered === '' ? (
          <>
            <Topics entries={entries} />
            <div className="help-columns">
              <Questions entries={entries} />
              <Ways />
            </div>
            <AllAnswers entries={entries} />
          </>
        ) : (
          <FoundList
            query={answered}
            found={found}
            person={person}
            entries={entries}
            onClear={() => answers.type('')}
          />
        )}
      </div>
    </>
  );
}

function HelpHead({ typed, type, prepare }: Pick<ReturnType<typeof useAnswers>, 'typed' | 'type' | 'prepare'>) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  useTypedEarly(input, typed, (text) => {
    prepare();
    type(text);
  });
  const quick = [
    { to: paths.helpArticle('no-connection'), label: t('help.quick.connect') },
    { to: paths.helpInstallation(), label: t('help.quick.install') },
    { to: paths.helpArticle('refund'), label: t('help.quick.refund') },
  ];
  return (
    <div className="help-head on-ink">
      <DottedMap className="help-head__map" src={paths.map('world')} width={1200} height={560} />
      <div className="wrap">
        <h1 className="h-display">
          <Unbroken>{t('help.heading')}</Unbroken>
        </h1>
        <Form
          role="search"
          className="input help-head__search"
          action={usePageAddress()(paths.help())}
          preventScrollReset
          replace
        >
          <SearchIcon size={22} />
          <input
            ref={input}
            type="search"
            name="q"
            aria-label={t('help.search.label')}
            placeholder={t('help.search.placeholder')}
            value={typed}
            maxLength={80}
            autoComplete="off"
            autoCapitalize="none"
            enterKeyHint="search"
            onFocus={prepare}
            onChange={(event) => type(event.target.value)}
          />
          <Button type="submit" size="sm">
            {t('help.search.submit')}
          </Button>
        </Form>
        <ul className="help-head__quick" aria-label={t('help.quick.label')}>
          {quick.map(({ to, label }) => (
            <li key={to}>
              <PageLink to={to}>{label}</PageLink>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Topics({ entries }: Pick<Props, 'entries'>) {
  const { t } = useTranslation();
  return (
    <section>
      <h2 className="h-sec mb-4">{t('help.topics.title')}</h2>
      <ul className="help-topics">
        {HELP_TOPICS.map((topic) => {
          const Icon = ICONS[topic];
          return (
            <li key={topic}>
              <a className="card help-topic" href={`#${topicAnchor(topic)}`}>
                <span className="region-icon">
                  <Icon />
                </span>
                <span>
                  <b className="h-card">{t(`help.topics.${topic}.title`)}</b>
                  <span className="small muted">{t(`help.topics.${topic}.text`)}</span>
                  <span className="xs muted">{t('help.topics.count', { count: inTopic(entries, topic).length })}</span>
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Questions({ entries }: Pick<Props, 'entries'>) {
  const { t, locale } = useTranslation();
  return (
    <section>
      <h2 className="h-sec">{t('help.questions.title')}</h2>
      <Accordion
        items={QUESTIONS.flatMap((slug) => entries.find((entry) => entry.slug === slug) ?? []).map((entry, index) => ({
          id: entry.slug,
          title: entry.title[locale],
          open: index === 0,
          content: (
            <>
              <p>{entry.description[locale]}</p>
              <PageLink className="link" to={paths.helpArticle(entry.slug)}>
                {t('help.questions.more')}
                <span className="sr">: {entry.title[locale]}</span>
              </PageLink>
            </>
          ),
        }))}
      />
    </section>
  );
}

/** Links to the device check and to the contact page. */
function Ways() {
  const { t } = useTranslation();
  return (
    <div className="stack gap-4 content-start">
      <section className="card card-p stack">
        <h2 className="h-sec">{t('help.device.title')}</h2>
        <p className="small muted">{t('help.device.text')}</p>
        <PageLink className={buttonClass({ variant: 'secondary' })} to={paths.helpDevices()}>
          <PhoneIcon size={18} />
          {t('help.device.action')}
        </PageLink>
      </section>
      <section className="card card-p stack">
        <h2 className="h-sec">{t('help.contact.title')}</h2>
        <p className="small muted">{t('help.contact.text')}</p>
        <PageLink className={buttonClass()} to={paths.contact()}>
          <MailIcon size={18} />
          {t('help.contact.action')}
        </PageLink>
      </section>
    </div>
  );
}

function AllAnswers({ entries }: Pick<Props, 'entries'>) {
  const { t } = useTranslation();
  const guides: Partial<Record<HelpTopic, { to: string; label: string }>> = {
    before: { to: paths.helpDevices(), label: t('help.guides.devices') },
    install: { to: paths.helpInstallation(), label: t('help.guides.installation') },
  };
  return (
    <section>
      <h2 className="h-sec mb-4">{t('help.all.title')}</h2>
      <div className="help-all">
        {HELP_TOPICS.map((topic) => {
          const guide = guides[topic];
          return (
            <section key={topic}>
              <h3 id={topicAnchor(topic)} className="h-card">
                {t(`help.topics.${topic}.title`)}
              </h3>
              {guide !== undefined && (
                <PageLink className="help-all__guide" to={guide.to}>
                  {guide.label}
                </PageLink>
              )}
              <AnswerLinks entries={inTopic(entries, topic)} />
            </section>
          );
        })}
      </div>
    </section>
  );
}

const inTopic = (entries: readonly HelpEntry[], topic: HelpTopic): HelpEntry[] =>
  entries.filter((entry) => entry.topic === topic);
