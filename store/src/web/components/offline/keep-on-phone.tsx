import { useEffect, useEffectEvent, useState } from 'react';
import type { OrderView } from '../../../shared/views.ts';
import { KeepError, readKept, removeAllKept, removeKept } from '../../../offline/kept-store.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { PhoneIcon } from '../../../ui/icons.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { useFormat } from '../../format.ts';
import { keepFor, signedInHere } from '../../offline/keep-order.ts';
import { useRootData } from '../../root-data.ts';
import { isSharedDevice } from '../../session/shared-device.ts';
import { useTranslation } from '../../translation.tsx';
import { useLocalTime } from '../account/local-time.tsx';

type Copy =
  | { is: 'unknown' | 'none' }
  | { is: 'offered'; problem?: 'full' | 'unavailable' | 'failed' }
  | { is: 'keeping' }
  | { is: 'kept'; savedAt: string };

/**
 * "Keep on this phone": opt-in. Explains what is stored and how to remove it. `order`: of this page; without one it
 * covers all eSIMs of the account. `offered` is false where nothing waits for its installation: then only an existing
 * copy is shown. Not offered on a shared device, nor on a computer (pages/order/order.css).
 */
export function KeepOnPhone({ order, offered = true }: { order?: OrderView; offered?: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const timeOf = useLocalTime();
  const toast = useToast();
  const { copy, keep, remove } = useCopy(order);
  if (copy.is === 'none') return null;
  if (copy.is === 'kept')
    return (
      <Card padded className="no-print keep-card">
        <h2 className="h-sec mb-1">
          <PhoneIcon size={20} /> {t('keep.done')}
        </h2>
        <p className="muted mb-4">
          {t('keep.doneText', { date: format.date(copy.savedAt), time: timeOf(copy.savedAt) })}
        </p>
        <Button variant="secondary" onClick={() => void remove().then(() => toast(t('keep.removed')))}>
          {t('keep.remove')}
        </Button>
      </Card>
    );
  if (!offered) return null;
  const problem = copy.is === 'offered' ? copy.problem : undefined;
  return (
    <Card padded className="no-print keep-card keep-card--offer">
      <h2 className="h-sec mb-1">
        <PhoneIcon size={20} /> {t('keep.title')}
      </h2>
      <p className="muted mb-4">
        {t(order?.claimable ? 'keep.textGuest' : 'keep.text')} <b>{t('keep.ownPhone')}</b>
      </p>
      {problem !== undefined && (
        <Alert tone="danger" className="mb-4">
          {t(`keep.${problem}`)}
        </Alert>
      )}
      {/* Here from the start, because what stands below must not move once the storage has answered. */}
      <Button
        variant="secondary"
        disabled={copy.is === 'unknown'}
        loading={copy.is === 'keeping'}
        onClick={() => void keep()}
      >
        {t('keep.ask')}
      </Button>
    </Card>
  );
}

function useCopy(order: OrderView | undefined) {
  const { identity } = useRootData();
  const [copy, setCopy] = useState<Copy>({ is: 'unknown' });
  const orderId = order?.id;

  async function keep(): Promise<void> {
    setCopy({ is: 'keeping' });
    try {
      await keepFor(await signedInHere(identity), order ?? null);
      await look();
    } catch (error) {
      setCopy({ is: 'offered', problem: error instanceof KeepError ? error.code : 'failed' });
    }
  }

  async function remove(): Promise<void> {
    await (orderId === undefined ? removeAllKept() : removeKept(orderId));
    setCopy({ is: 'offered' });
  }

  /**
   * Shows what is stored of this order. A further order of an account that stores its eSIMs here is stored
   * automatically.
   */
  async function look(): Promise<void> {
    const all = await readKept();
    const mine = all.filter((each) => orderId === undefined || each.orderId === orderId);
    const savedAt = mine
      .map((each) => each.savedAt)
      .toSorted()
      .at(-1);
    if (savedAt !== undefined) return setCopy({ is: 'kept', savedAt });
    setCopy({ is: 'offered' });
    const owner = order && !order.claimable && all.find((each) => each.owner !== null)?.owner;
    if (owner && owner === (await signedInHere(identity))) await keep();
  }

  const lookAtFirst = useEffectEvent(() => void look().catch(() => setCopy({ is: 'offered' })));
  useEffect(() => {
    if (isSharedDevice()) setCopy({ is: 'none' });
    else lookAtFirst();
  }, [orderId]);

  return { copy, keep, remove };
}
