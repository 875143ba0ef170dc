import type { ReactNode } from 'react';
import { answerQuery } from '../../../../shared/connection/address.ts';
import type { End } from '../../../../shared/connection/diagnosis.ts';
import { paths } from '../../../../shared/paths.ts';
import { type ButtonVariant, buttonClass } from '../../../../ui/button.tsx';
import { CheckIcon, HeadsetIcon, WarningIcon } from '../../../../ui/icons.tsx';
import { BuyAgain } from '../../../components/account/buy-again.tsx';
import { useLocalTime } from '../../../components/account/local-time.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import type { Search } from './search.ts';
import { PlansThere } from './country-answer.tsx';
import { Row, type RowTone } from './fact-rows.tsx';
import { PlaceForm } from './step-rows.tsx';
import { AskSupport, SupportForm } from './support.tsx';

const TONES: Record<End, RowTone> = {
  install: 'now',
  replacement: 'bad',
  'used-up': 'bad',
  ended: 'bad',
  elsewhere: 'bad',
  works: 'ok',
  'used-since': 'ok',
  refund: 'now',
  ticket: 'now',
};

const ICONS: Partial<Record<RowTone, ReactNode>> = {
  ok: <CheckIcon size={16} />,
  bad: <WarningIcon size={16} />,
  now: <HeadsetIcon size={16} />,
};

/** Where the search ends: a fix, another eSIM, or support. */
export function EndRow({ search, end }: { search: Search; end: End }) {
  const { t, locale } = useTranslation();
  const country = search.shown.about.country?.name[locale];
  return (
    <Row tone={TONES[end]} id="step" icon={ICONS[TONES[end]]} title={t(`connection.end.${end}.title`, { country })}>
      <EndBody search={search} end={end} />
    </Row>
  );
}

function EndBody({ search, end }: { search: Search; end: End }) {
  const { t } = useTranslation();
  const { shown } = search;
  switch (end) {
    case 'install':
      return <Install search={search} />;
    case 'replacement':
      return (
        <>
          <p>{t('connection.end.replacement.text')}</p>
          <Links>
            <EndLink to={paths.changedPhone(shown.order.id, shown.number)}>
              {t('connection.end.replacement.action')}
            </EndLink>
          </Links>
          <AskSupport search={search} />
        </>
      );
    case 'used-up':
    case 'ended':
      return (
        <>
          <p>{t(`connection.end.${end}.text`)}</p>
          <Links>
            {end === 'used-up' && (
              <EndLink to={paths.topUp(shown.order.id, shown.number)}>{t('profile.esims.topUp')}</EndLink>
            )}
            <BuyAgain plan={shown.line} variant={end === 'used-up' ? 'secondary' : 'primary'} />
          </Links>
        </>
      );
    case 'elsewhere':
      return <Elsewhere search={search} />;
    case 'works':
      return (
        <>
          <p>{t('connection.end.works.text')}</p>
          <Links>
            <EndLink to={paths.order(shown.order.id, shown.number)}>{t('connection.end.works.action')}</EndLink>
          </Links>
        </>
      );
    case 'used-since':
      return <UsedSince search={search} />;
    case 'refund':
    case 'ticket':
      return (
        <>
          <p>{t(`connection.end.${end}.text`)}</p>
          {end === 'refund' && (
            <Links>
              <EndLink to={paths.refund(shown.order.id, shown.number)}>{t('connection.end.refund.action')}</EndLink>
            </Links>
          )}
          <SupportForm search={search} offersRefund={end === 'refund'} />
        </>
      );
  }
}

/** The way to the codes, and on, for a phone that has the eSIM whatever was reported. */
function Install({ search: { shown, facts, here } }: { search: Search }) {
  const { t } = useTranslation();
  return (
    <>
      <p>{t('connection.end.install.text')}</p>
      <Links>
        <EndLink to={paths.order(shown.order.id, shown.number)}>{t('connection.end.install.action')}</EndLink>
        {facts.profile === 'not-installed' && (
          <EndLink variant="secondary" to={here(answerQuery('installed', 'yes'))}>
            {t('connection.end.install.back')}
          </EndLink>
        )}
      </Links>
    </>
  );
}

/** The plans that work where the traveller is, and another country for one who chose the wrong one. */
function Elsewhere({ search }: { search: Search }) {
  const { t } = useTranslation();
  return (
    <>
      <PlansThere plans={search.shown.about.plansThere} />
      <details>
        <summary className="strong cursor-pointer">{t('connection.end.elsewhere.action')}</summary>
        <PlaceForm search={search} />
      </details>
    </>
  );
}

/** The proof that it works, with its figure: unless the wholesaler counts so late that it may be from before. */
function UsedSince({ search: { facts, state, esim, shown, here } }: { search: Search }) {
  const { t } = useTranslation();
  const format = useFormat();
  const timeOf = useLocalTime();
  const { began } = state;
  if (began === null) return null;
  const time = timeOf(new Date(began.at).toISOString());
  return (
    <>
      <p>
        {esim.unlimited === null
          ? t('connection.end.used-since.text', { data: format.data(facts.used - began.used), time })
          : t('connection.end.used-since.connected', { time })}{' '}
        {esim.reportsEveryMinutes !== null && t('connection.end.used-since.old', { count: esim.reportsEveryMinutes })}
      </p>
      <Links>
        <EndLink to={paths.order(shown.order.id, shown.number)}>{t('connection.end.used-since.action')}</EndLink>
        <EndLink variant="secondary" to={here(answerQuery('use', 'no'))}>
          {t('steps.answer.use.no')}
        </EndLink>
      </Links>
    </>
  );
}

const Links = ({ children }: { children: ReactNode }) => <div className="row flex-wrap">{children}</div>;

const EndLink = ({
  to,
  variant = 'primary',
  children,
}: {
  to: string;
  variant?: ButtonVariant;
  children: ReactNode;
}) => (
  <PageLink className={buttonClass({ variant })} to={to}>
    {children}
  </PageLink>
);
