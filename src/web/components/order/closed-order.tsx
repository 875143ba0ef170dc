import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { OrderView } from '../../../http/api/views.ts';
import { paths } from '../../../shared/paths.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LockIcon } from '../../../ui/icons.tsx';
import { apiErrorCode, callApi, type Caller } from '../../api.ts';
import { currentToken, useSession } from '../../session/session.ts';
import { useTranslation } from '../../translation.tsx';
import { SignInDialog } from '../checkout/sign-in-dialog.tsx';
import { PageTitle } from '../chrome/page-title.tsx';
import { OrderScreen } from './order-screen.tsx';

/** The same for the life of the page: a new token is not a new caller. */
const WHOEVER_IS_SIGNED_IN: Caller = { token: currentToken };

type Search = { state: 'idle' | 'looking' | 'absent' | 'failed' } | { state: 'found'; order: OrderView };

/**
 * No cookie opens this order here. Whether it exists is not told. Whoever is signed in may own it, and the API knows;
 * the server that renders pages never sees a token.
 */
export function ClosedOrder({ orderId }: { orderId: string }) {
  const { t } = useTranslation();
  const session = useSession();
  const uid = session.status === 'signed-in' ? session.user.uid : null;
  const [search, setSearch] = useState<Search>({ state: 'idle' });
  const [round, setRound] = useState(0);
  const [signingIn, setSigningIn] = useState(false);

  useEffect(() => {
    if (uid === null) return setSearch({ state: 'idle' });
    let left = false;
    const show = (found: Search) => !left && setSearch(found);
    setSearch({ state: 'looking' });
    callApi<{ order: OrderView }>(paths.api.order(orderId), { caller: WHOEVER_IS_SIGNED_IN }).then(
      ({ order }) => show({ state: 'found', order }),
      (error: unknown) =>
        show({ state: ['not-found', 'invalid-input'].includes(apiErrorCode(error)) ? 'absent' : 'failed' }),
    );
    return () => {
      left = true;
    };
  }, [orderId, uid, round]);

  if (search.state === 'found') return <OrderScreen first={search.order} caller={WHOEVER_IS_SIGNED_IN} />;
  return (
    <div className="wrap error-page">
      <PageTitle title={t('order.closed.title')} />
      <EmptyState
        level="h1"
        icon={<LockIcon />}
        title={t('order.closed.title')}
        action={
          <div className="row mt-3 flex-wrap justify-center">
            {search.state === 'failed' && <Button onClick={() => setRound(round + 1)}>{t('order.retry')}</Button>}
            {search.state === 'idle' && <Button onClick={() => setSigningIn(true)}>{t('order.closed.signIn')}</Button>}
            <Link className={buttonClass({ variant: 'secondary' })} to={paths.plans()}>
              {t('order.closed.plans')}
            </Link>
          </div>
        }
      >
        {t('order.closed.text')}
        <span className="mt-2 block" role="status">
          {search.state === 'looking' && t('order.closed.checking')}
          {search.state === 'absent' && t('order.closed.notYours')}
          {search.state === 'failed' && t('order.closed.failed')}
        </span>
      </EmptyState>
      <SignInDialog open={signingIn} onClose={() => setSigningIn(false)} />
    </div>
  );
}
