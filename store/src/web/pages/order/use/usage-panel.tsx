import type { EsimInstallView, OrderLineView, OrderView } from '../../../../shared/views.ts';
import type { Caller } from '../../../api.ts';
import { statusOf } from '../../../components/account/esim-status.ts';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import { DataLeft } from './data-left.tsx';
import { usedInAll } from './esim-life.ts';
import { MoreData } from './more-data.tsx';
import { PaceLine } from './pace-line.tsx';
import { AwayNote, UpdatedLine } from './updated-line.tsx';

type Props = {
  order: OrderView;
  line: OrderLineView;
  esim: EsimInstallView;
  /** The number of its line, from 1. */
  number: number;
  caller: Caller;
};

/**
 * The state of an eSIM that is on a phone or over: what is left of its data, or was used of it, how long that lasts, when
 * the network said so, and the ways to more data.
 */
export function UsagePanel({ esim, ...props }: Props) {
  const status = statusOf(esim);
  const isOver = status === 'usedUp' || status === 'ended' || status === 'deleted';
  return (
    <div className="usage-panel">
      {!isOver && <AwayNote esim={esim} />}
      {isOver ? <GoingAgain esim={esim} isOffer={status !== 'deleted'} /> : <DataLeft esim={esim} />}
      {!isOver && <PaceLine esim={esim} />}
      <UpdatedLine esim={esim} reading={props.order.readingUsage} />
      <MoreData {...props} esim={esim} />
    </div>
  );
}

/** Of an eSIM that is over: what was used of it. `isOffer`: its buyer may travel again. */
function GoingAgain({ esim, isOffer }: { esim: EsimInstallView; isOffer: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const all = usedInAll(esim);
  return (
    <div>
      {isOffer && <p className="h-card strong">{t('order.use.next')}</p>}
      {all !== null && <p>{t('order.use.spent', { used: format.fine(all.usedMb), data: format.data(all.dataMb) })}</p>}
    </div>
  );
}
