import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react';
import type { OrderView } from '../../../shared/views.ts';
import type { PushDevices } from '../../components/push/push-devices.tsx';
import { loadChunk } from '../../session/load-chunk.ts';
import { useTranslation } from '../../translation.tsx';
import { useHydrated } from '../../use-hydrated.ts';

/** Loaded after the page, whose eSIM comes first; a failed import leaves the card with its words. */
const Devices = lazy(async (): Promise<{ default: ComponentType<ComponentProps<typeof PushDevices>> }> => {
  try {
    const { PushDevices: loaded } = await loadChunk(() => import('../../components/push/push-devices.tsx'));
    return { default: loaded };
  } catch {
    return { default: () => null };
  }
});

/** A guest's devices that show notices of this order. Those of an account are on a page of their own. */
export function GuestDevices({ order }: { order: OrderView }) {
  const { t } = useTranslation();
  // Nothing of it works without script.
  if (!useHydrated() || !order.claimable) return null;
  return (
    <div className="stack gap-2">
      <h3 className="strong">{t('order.devices.title')}</h3>
      <p className="muted">{t('order.devices.text')}</p>
      <Suspense fallback={null}>
        <Devices owner={{ order: order.id }} email={order.email} />
      </Suspense>
    </div>
  );
}
