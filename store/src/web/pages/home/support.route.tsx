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
import { Unbroken } from '../../components/unbroken.tsx';

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
        <OrderFirst />
        <SupportBar />
        <SupportMore entries={entries} />
      </SupportFrame>
    </>
  );
}

/**
 * The two ways to an order. There is no search by its number: the link in our email and the browser that paid open it,
 * and an order's page mails a new link to its own address (flows/buying/request-order-link.ts).
 */
function OrderFirst() {
  const { t } = useTranslation();
  return (
    <section className="support-order on-ink">
      <div>
        <h2 className="h-sec">{t('help.order.title')}</h2>
        <p>
          <Unbroken>{t('help.order.text')}</Unbroken>
        </p>
      </div>
      <div className="row flex-wrap">
        <PageLink className={buttonClass({ variant: 'white' })} to={paths.profile()}>
          {t('help.order.esims')}
        </PageLink>
        <PageLink className={buttonClass({ variant: 'outline-ink' })} to={paths.helpArticle('guest-order')}>
          {t('help.order.guest')}
        </PageLink>
      </div>
    </section>
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
      {support.always && (
        <span className="chip chip--success">
          <i className="dot" />
          {t('help.bar.open')}
        </span>
      )}
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

/** The rest of the support page: answers by situation, questions before the trip, and how we help. */
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
      <div className="support-columns">
        <section>
          <h2 className="h-sec">{t('home.support.questions')}</h2>
          <Questions />
        </section>
        <section>
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
      </div>
    </>
  );
}

const isOf = (place: keyof typeof SUPPORT_PLACES, slug: string): boolean =>
  SUPPORT_PLACES[place].some((each) => each === slug);
