import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { OrderView } from '../../../shared/views.ts';
import { paths } from '../../../shared/paths.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LockIcon, MailIcon } from '../../../ui/icons.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { apiErrorCode, callApi, type Caller } from '../../api.ts';
import { useTranslation } from '../../translation.tsx';
import { currentToken, useSession, useSessionStuck } from '../../session/session.ts';
import { SignInDialog } from '../../components/auth/sign-in-dialog.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { OrderScreen } from './order-screen.tsx';

/** A constant, so that a new token does not look like a new caller. */
const SIGNED_IN_CALLER: Caller = { token: currentToken };

type Search = { state: 'idle' | 'looking' | 'absent' | 'failed' } | { state: 'found'; order: OrderView };

/**
 * No cookie opens this order here, and its existence is not revealed. The signed-in account may own it: the server that
 * renders pages never gets a token, so the page asks the API, and shows a refusal only after its answer. `Screen`: what is
 * shown of an order with access.
 */
export function ClosedOrder({ orderId, Screen = OrderScreen }: { orderId: string; Screen?: typeof OrderScreen }) {
  const { t } = useTranslation();
  const session = useSession();
  const stuck = useSessionStuck();
  const uid = session.status === 'signed-in' ? session.user.uid : null;
  const { search, retry } = useOwnOrder(orderId, uid);
  const [signingIn, setSigningIn] = useState(false);
  const [query] = useSearchParams();
  const isLinkEnded = query.get('link') === 'ended';
  const title = t(isLinkEnded ? 'order.closed.linkTitle' : 'order.closed.title');

  if (search.state === 'found') return <Screen first={search.order} caller={SIGNED_IN_CALLER} />;
  const sessionUnknown = session.status === 'loading' && !stuck;
  if (sessionUnknown || search.state === 'looking' || (uid !== null && search.state === 'idle'))
    return <OpeningOrder />;
  return (
    <div className="wrap error-page">
      <PageTitle title={title} />
      <EmptyState
        level="h1"
        icon={isLinkEnded ? <MailIcon /> : <LockIcon />}
        title={title}
        action={
          <div className="stack mt-3 justify-items-center gap-3">
            {search.state === 'failed' && <Button onClick={retry}>{t('order.retry')}</Button>}
            <FreshLink orderId={orderId} primary={search.state !== 'failed'} />
            <div className="row flex-wrap justify-center">
              {search.state === 'idle' && (
                <Button variant="secondary" onClick={() => setSigningIn(true)}>
                  {t('order.closed.signIn')}
                </Button>
              )}
              <PageLink className={buttonClass({ variant: 'ghost' })} to={paths.plans()}>
                {t('order.closed.plans')}
              </PageLink>
            </div>
          </div>
        }
      >
        {t(isLinkEnded ? 'order.closed.linkText' : 'order.closed.text')}
        <span className="mt-2 block" role="status">
          {search.state === 'absent' && t('order.closed.notYours')}
          {search.state === 'failed' && t('order.closed.failed')}
        </span>
      </EmptyState>
      <SignInDialog open={signingIn} onClose={() => setSigningIn(false)} />
    </div>
  );
}

/** Asks the API for the order of the signed-in account. */
function useOwnOrder(orderId: string, uid: string | null) {
  const [search, setSearch] = useState<Search>({ state: 'idle' });
  const [round, setRound] = useState(0);

  useEffect(() => {
    if (uid === null) return setSearch({ state: 'idle' });
    let left = false;
    const show = (found: Search) => !left && setSearch(found);
    setSearch({ state: 'looking' });
    callApi('get /orders/{orderId}', { params: { orderId }, caller: SIGNED_IN_CALLER }).then(
      ({ order }) => show({ state: 'found', order }),
      (error: unknown) =>
        show({ state: ['not-found', 'invalid-input'].includes(apiErrorCode(error)) ? 'absent' : 'failed' }),
    );
    return () => {
      left = true;
    };
  }, [orderId, uid, round]);

  return { search, retry: () => setRound(round + 1) };
}

/** Reveals nothing yet about the access to the order. */
export function OpeningOrder() {
  const { t } = useTranslation();
  return (
    <div className="wrap error-page" role="status">
      <PageTitle title={t('order.closed.opening')} />
      <h1 className="sr">{t('order.closed.opening')}</h1>
      <div className="empty late" aria-busy="true">
        <Skeleton className="h-11 w-11" />
        <Skeleton className="h-7 w-64 max-w-full" />
        <Skeleton className="h-5 w-80 max-w-full" />
        <Skeleton className="mt-3 h-11 w-44" />
      </div>
    </div>
  );
}

type Sending = 'idle' | 'sending' | 'sent' | 'tooMany' | 'network' | 'failed';

const PROBLEMS: Partial<Record<string, Sending>> = {
  'too-many-requests': 'tooMany',
  network: 'network',
  timeout: 'network',
};

/** Requests a new link to an order. It is sent to the order's address, which is not shown, if the order exists. */
function FreshLink({ orderId, primary }: { orderId: string; primary: boolean }) {
  const { t } = useTranslation();
  const [state, setState] = useState<Sending>('idle');

  async function send() {
    setState('sending');
    try {
      await callApi('post /orders/{orderId}/link', { params: { orderId } });
      setState('sent');
    } catch (error) {
      setState(PROBLEMS[apiErrorCode(error)] ?? 'failed');
    }
  }

  if (state === 'sent') {
    return (
      <Alert tone="success" live className="max-w-prose text-start">
        {t('order.freshLink.sent')}
      </Alert>
    );
  }
  return (
    <div className="stack justify-items-center">
      {state !== 'idle' && state !== 'sending' && (
        <Alert tone="danger" live>
          {t(`order.freshLink.${state}`)}
        </Alert>
      )}
      <Button variant={primary ? 'primary' : 'secondary'} loading={state === 'sending'} onClick={() => void send()}>
        {t('order.freshLink.send')}
      </Button>
    </div>
  );
}
