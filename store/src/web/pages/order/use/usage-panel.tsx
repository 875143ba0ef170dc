import type { EsimInstallView, OrderLineView } from '../../../../shared/views.ts';
import { RetryIcon } from '../../../../ui/icons.tsx';
import { BuyAgain } from '../../../components/account/buy-again.tsx';
import { statusOf } from '../../../components/account/esim-status.ts';
import { useLocalInstant } from '../../../components/account/local-time.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';

/**
 * The state of an installed eSIM: what is left of its data, or was used of it, when the network said so, and the way to
 * a new one.
 */
export function UsagePanel({ line, esim, reading }: { line: OrderLineView; esim: EsimInstallView; reading: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const instantOf = useLocalInstant();
  const status = statusOf({ ...line, ...esim });
  const isOver = status === 'usedUp' || status === 'ended';
  // The data of the eSIM, which may have more plans than the one of this line.
  const { dataMb, unlimited, remainingMb } = { ...line, ...esim };
  const data = format.planData({ dataMb, unlimited });
  return (
    <div className="usage-panel">
      {isOver ? (
        <div>
          <p className="h-card strong">{t('order.use.next')}</p>
          {unlimited === null && <p>{t('order.use.spent', { used: format.data(dataMb - remainingMb), data })}</p>}
        </div>
      ) : (
        <dl>
          <dt className="small muted">{t('order.use.left')}</dt>
          <dd className="usage-panel__figure tnum">
            {unlimited === null ? (
              <>
                <b>{format.data(remainingMb)}</b> <span>{t('order.use.of', { data })}</span>
              </>
            ) : (
              <b>{data}</b>
            )}
          </dd>
        </dl>
      )}
      <div role="status">
        {(reading || esim.usageAt !== null) && (
          <p className="small muted row items-start gap-2">
            <RetryIcon size={16} className="mt-0.5 flex-none" />
            {reading || esim.usageAt === null ? (
              t('order.use.reading')
            ) : (
              <time dateTime={esim.usageAt}>{t('order.use.read', { time: instantOf(esim.usageAt) })}</time>
            )}
          </p>
        )}
      </div>
      <div className="usage-panel__again">
        <BuyAgain plan={line} variant={status === 'active' ? 'secondary' : 'primary'} />
        {line.priceNow !== null && <b className="strong money">{format.money(line.priceNow)}</b>}
        <p className="hint">{t(`order.use.${isOver ? 'againOver' : 'againText'}`)}</p>
      </div>
    </div>
  );
}
