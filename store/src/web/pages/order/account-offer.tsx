import { useState } from 'react';
import type { OrderView } from '../../../shared/views.ts';
import { paths } from '../../../shared/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { apiErrorCode, callApi } from '../../api.ts';
import { currentToken, useSession } from '../../session/session.ts';
import { useTranslation } from '../../translation.tsx';
import { useHydrated } from '../../use-hydrated.ts';
import { SignInDialog } from '../../components/auth/sign-in-dialog.tsx';
import { PageLink } from '../../components/page-link.tsx';

type Props = { order: OrderView; onOrder: (order: OrderView) => void };

/**
 * Offers a guest an account, in the browser that opens the order. The order joins it only after an explicit click: a
 * sign-up here, or a button that names the signed-in account (decision 0010).
 */
export function AccountOffer({ order, onOrder }: Props) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  // The session's script is loaded at the first click, not for every guest.
  const [wanted, setWanted] = useState(false);
  const [joined, setJoined] = useState(false);

  if (joined) {
    return (
      <Alert tone="success" title={t('order.account.done')} live className="no-print">
        <PageLink className="link" to={paths.profile()}>
          {t('order.account.profile')}
        </PageLink>
      </Alert>
    );
  }
  if (!order.claimable) return null;
  return (
    <Card padded className="no-print">
      <h2 className="h-sec mb-1">{t('order.account.title')}</h2>
      <p className="muted mb-4">{t('order.account.text')}</p>
      {wanted ? (
        <JoinAccount
          order={order}
          onJoined={(now) => {
            setJoined(true);
            onOrder(now);
          }}
        />
      ) : (
        <Button variant="secondary" disabled={!hydrated} onClick={() => setWanted(true)}>
          {t('order.account.create')}
        </Button>
      )}
    </Card>
  );
}

function JoinAccount({ order, onJoined }: { order: OrderView; onJoined: (order: OrderView) => void }) {
  const { t } = useTranslation();
  const session = useSession();
  const [open, setOpen] = useState(true);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<'taken' | 'failed'>();

  async function join() {
    setBusy(true);
    setProblem(undefined);
    try {
      const answer = await callApi('post /orders/{orderId}/claim', {
        params: { orderId: order.id },
        caller: { token: currentToken },
      });
      onJoined(answer.order);
    } catch (error) {
      setProblem(apiErrorCode(error) === 'order-has-account' ? 'taken' : 'failed');
      setBusy(false);
    }
  }

  return (
    <div className="stack justify-items-start">
      {problem !== undefined && <Alert tone="danger">{t(`order.account.${problem}`)}</Alert>}
      {session.status === 'signed-in' ? (
        <Button variant="secondary" loading={busy} onClick={() => void join()}>
          {t('order.account.add', { email: session.user.email ?? t('profile.defaultName') })}
        </Button>
      ) : (
        <Button variant="secondary" loading={session.status === 'loading'} onClick={() => setOpen(true)}>
          {t('order.account.create')}
        </Button>
      )}
      <SignInDialog
        open={open && session.status === 'signed-out'}
        onClose={() => setOpen(false)}
        onSignedIn={() => void join()}
        signUpWith={order.email}
      />
    </div>
  );
}
