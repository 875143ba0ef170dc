import { Navigate, useSearchParams } from 'react-router';
import { cards } from '../../../i18n/areas/cards.ts';
import { profile } from '../../../i18n/areas/profile.ts';
import { paths } from '../../../shared/paths.ts';
import { CARD_TEXT_VERSION } from '../../../shared/saved-cards.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { CardIcon, PlusIcon } from '../../../ui/icons.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { AccountPlaces } from '../../components/account/places.tsx';
import { LoadFailed } from '../../components/account/load-failed.tsx';
import { SessionStuck } from '../../components/account/session-stuck.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { addMessages } from '../../messages.ts';
import { callerOf, type SessionState, useSession } from '../../session/session.ts';
import { useTranslation } from '../../translation.tsx';
import { CardRow } from './card-row.tsx';
import { useAddCard } from './use-add-card.ts';
import { type CardList, useCardActions, useCards } from './use-cards.ts';

addMessages({ cards, profile });

export default function CardsPage() {
  const { t } = useTranslation();
  const session = useSession();
  return (
    <>
      <PageTitle title={t('cards.title')} />
      <div className="profile-room">
        {session.status === 'loading' && <SessionStuck />}
        {session.status === 'signed-in' && <Cards session={session} />}
        {session.status === 'signed-out' && <Navigate to={paths.auth()} replace />}
      </div>
    </>
  );
}

function Cards({ session }: { session: Extract<SessionState, { status: 'signed-in' }> }) {
  const { t } = useTranslation();
  const caller = callerOf(session);
  const { state, retry, ...reading } = useCards({ owner: session.user.uid, caller });
  const { remove, prefer, switchOff, news, problem } = useCardActions({ ...reading, caller });
  const list = typeof state === 'object' ? state : undefined;
  return (
    <div className="wrap account-page">
      <AccountPlaces current="cards" />
      <div className="account-page__main" aria-busy={state === undefined}>
        <header className="stack gap-2">
          <h1 className="h-page">{t('cards.title')}</h1>
          <p className="muted">{t('cards.text')}</p>
        </header>
        <SetupNews list={list} />
        {state === undefined && <Loading />}
        {state === 'failed' && <LoadFailed title={t('cards.failed')} text={t('cards.failedText')} onRetry={retry} />}
        {list !== undefined && (
          <>
            {problem !== undefined && (
              <Alert tone="danger" live>
                {problem}
              </Alert>
            )}
            {list.isAway && <Alert tone="warning">{t('cards.away')}</Alert>}
            {list.areLost && <Alert tone="warning">{t('cards.lost')}</Alert>}
            {list.cards.length === 0 ? (
              <section className="card">
                <EmptyState level="h2" icon={<CardIcon />} title={t('cards.none')}>
                  {t('cards.noneText')}
                </EmptyState>
              </section>
            ) : (
              <ul className="card" aria-label={t('cards.list')}>
                {list.cards.map((card, index) => (
                  <CardRow
                    key={card.id}
                    card={card}
                    others={list.cards.filter((other) => other !== card)}
                    isFirst={index === 0 && list.cards.length > 1}
                    onRemove={(then) => remove(card, then)}
                    onPrefer={() => prefer(card)}
                    onSwitchOff={switchOff}
                  />
                ))}
              </ul>
            )}
            <AddCard list={list} caller={callerOf(session)} />
            {list.cards.length > 0 && <p className="small muted">{t('cards.renews')}</p>}
          </>
        )}
        <p className="sr" role="status">
          {news}
        </p>
      </div>
    </div>
  );
}

/** What became of the provider's page, from which the traveller has come back. */
function SetupNews({ list }: { list: CardList | undefined }) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const setup = query.get('setup');
  if (setup === 'cancelled') return <Alert tone="info">{t('cards.cancelled')}</Alert>;
  if (setup !== 'done' || list === undefined) return null;
  return list.isAway ? (
    <Alert tone="info">{t('cards.waiting')}</Alert>
  ) : (
    list.cards.length > 0 && <Alert tone="success">{t('cards.done')}</Alert>
  );
}

function AddCard({ list, caller }: { list: CardList; caller: Parameters<typeof useAddCard>[0] }) {
  const { t } = useTranslation();
  const { add, adding, problem } = useAddCard(caller, CARD_TEXT_VERSION);
  if (!list.offered) return <p className="muted">{t('cards.notOffered')}</p>;
  return (
    <section className="stack gap-3">
      {problem !== undefined && <Alert tone="danger">{t(`cards.errors.${problem}`)}</Alert>}
      <div className="row flex-wrap">
        <Button variant="secondary" icon={<PlusIcon size={18} />} loading={adding} onClick={() => void add()}>
          {t('cards.add')}
        </Button>
        <span className="small muted">{t('cards.addText')}</span>
      </div>
      <p className="small muted cards-page__consent">{t('cards.consent')}</p>
      <span className="sr" role="status">
        {adding && t('cards.adding')}
      </span>
    </section>
  );
}

function Loading() {
  const { t } = useTranslation();
  return (
    <>
      <span className="sr">{t('cards.loading')}</span>
      <div className="card card-p late stack gap-3">
        <Skeleton className="h-6 w-48 max-w-full" />
        <Skeleton className="h-4 w-32" />
      </div>
    </>
  );
}
