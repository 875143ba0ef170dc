import type { EsimInstallView, OrderLineView } from '../../../../shared/views.ts';
import { BuyAgain } from '../../../components/account/buy-again.tsx';
import { statusOf } from '../../../components/account/esim-status.ts';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import { DataLeft } from './data-left.tsx';
import { usedInAll } from './esim-life.ts';
import { PaceLine } from './pace-line.tsx';
import { AwayNote, UpdatedLine } from './updated-line.tsx';

/**
 * The state of an eSIM that is on a phone or over: what is left of its data, or was used of it, how long that lasts, when
 * the network said so, and the way to a new one.
 */
export function UsagePanel({ line, esim, reading }: { line: OrderLineView; esim: EsimInstallView; reading: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const status = statusOf(esim);
  const isOver = status === 'usedUp' || status === 'ended' || status === 'deleted';
  return (
    <div className="usage-panel">
      {!isOver && <AwayNote esim={esim} />}
      {isOver ? <GoingAgain esim={esim} /> : <DataLeft esim={esim} />}
      {!isOver && <PaceLine esim={esim} />}
      <UpdatedLine esim={esim} reading={reading} />
      <div className="usage-panel__again no-print">
        <BuyAgain plan={line} variant={status === 'active' || status === 'installed' ? 'secondary' : 'primary'} />
        {line.priceNow !== null && <b className="strong money">{format.money(line.priceNow)}</b>}
        <p className="hint">{t(`order.use.${isOver ? 'againOver' : 'againText'}`)}</p>
      </div>
    </div>
  );
}

/** Of an eSIM that is over: what was used of it. */
function GoingAgain({ esim }: { esim: EsimInstallView }) {
  const { t } = useTranslation();
  const format = useFormat();
  const all = usedInAll(esim);
  return (
    <div>
      <p className="h-card strong">{t('order.use.next')}</p>
      {all !== null && <p>{t('order.use.spent', { used: format.fine(all.usedMb), data: format.data(all.dataMb) })}</p>}
    </div>
  );
}
