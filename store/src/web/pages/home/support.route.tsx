import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { HeadsetIcon } from '../../../ui/icons.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { SupportFrame } from './support-section.tsx';
import { entriesFor, type HelpEntry } from '../../help-entries.ts';
import { loadOffers } from '../../offers-loader.ts';
import { useSupportWords } from '../../support-words.ts';
import { useTranslation } from '../../translation.tsx';
import type { PageHandle } from '../../sheets.tsx';
import { AnswerLinks } from '../../components/help/answer-links.tsx';
import '../../components/help/help-words.ts';
import { Questions } from '../../components/questions.tsx';
import { PageLink } from '../../components/page-link.tsx';

export const handle: PageHandle = { sheets: ['home', 'help'] };

export async function loader(args: LoaderFunctionArgs) {
  return {
    offers: await loadOffers(args),
    entries: entriesFor(args.context, Object.values(SUPPORT_PLACES).flat()),
  };
}

export default function SupportPage() {
  const { t } = useTranslation();
  const { offers, entries } = useLoaderData<typeof loader>();
  return (
    <>
      <PageTitle title={t('home.support.title')} description={t('home.support.subtitle')} />
      <SupportFrame offers={offers} level="h1">
        <SupportBar />
        <SupportMore entries={entries} />
      </SupportFrame>
    </>
  );
}

/** Who answers, when and in which languages, as the merchant's facts say, and the way to a person. */
function SupportBar() {
  const { t } = useTranslation();
  const support = useSupportWords();
  const facts = [
    { label: t('help.bar.hours'), text: support.hoursText },
    { label: t('help.bar.languages'), text: support.names },
    { label: t('help.bar.answer'), text: t('help.bar.answerText') },
  ];
  return (
    <div className="card card-p support-bar">
      <dl>
        {facts.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <PageLink className={buttonClass()} to={`${paths.contact()}#write`}>
        <HeadsetIcon size={18} />
        {t('help.bar.person')}
      </PageLink>
    </div>
  );
}

/** The situations of a traveller with a problem, and the answers for each. */
const SUPPORT_PLACES = {
  home: ['compatible-phone', 'locked-phone', 'when-to-install', 'keep-your-number'],
  installing: ['installation-failed', 'qr-already-used', 'no-email', 'deleted-esim'],
  landed: ['no-connection', 'data-roaming', 'apn', 'no-coverage'],
  after: ['data-left', 'slow-data', 'plan-ended', 'refund'],
} as const;

/** The rest of the support page: answers by situation, how we help, and questions before the trip. */
function SupportMore({ entries }: { entries: readonly HelpEntry[] }) {
  const { t } = useTranslation();
  const promises = [
    { id: 'self', to: paths.helpArticle('refund') },
    { id: 'person', to: paths.contact() },
    { id: 'mail', to: paths.help() },
  ] as const;
  return (
    <>
      <section className="support-part">
        <h2 className="h-sec mb-4">{t('help.places.title')}</h2>
        <div className="support-places">
          {(['home', 'installing', 'landed', 'after'] as const).map((place) => (
            <div className="card card-p" key={place}>
              <h3 className="h-card mb-2">{t(`help.places.${place}`)}</h3>
              <AnswerLinks entries={entries.filter(({ slug }) => isOf(place, slug))} />
            </div>
          ))}
        </div>
      </section>
      <section className="support-part">
        <h2 className="h-sec mb-4">{t('help.promise.title')}</h2>
        <ul className="what-it-is">
          {promises.map(({ id, to }) => (
            <li key={id}>
              <h3 className="h-card">{t(`help.promise.${id}.title`)}</h3>
              <p>{t(`help.promise.${id}.text`)}</p>
              <PageLink className="link" to={to}>
                {t(`help.promise.${id}.link`)}
              </PageLink>
            </li>
          ))}
        </ul>
      </section>
      <div className="support-questions">
        <h2 className="h-sec">{t('home.support.questions')}</h2>
        <Questions />
      </div>
    </>
  );
}

const isOf = (place: keyof typeof SUPPORT_PLACES, slug: string): boolean =>
  SUPPORT_PLACES[place].some((each) => each === slug);
