import { Link } from 'react-router';
import type { OrderView } from '../../../http/api/views.ts';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useTranslation } from '../../translation.tsx';
import { OrderWithout } from './order-without.tsx';
import { useOrderWords } from './order-words.ts';
import { useCardName } from './receipt.tsx';

/** No eSIM came, and the money goes or went back. */
export function Refund({ order, stage }: { order: OrderView; stage: 'failed' | 'pending' | 'done' }) {
  const { t } = useTranslation();
  const { total, refunded: amount } = useOrderWords(order);
  const cardName = useCardName(order);
  const mark = stage === 'failed' ? 'stopped' : stage === 'pending' ? 'busy' : 'returned';
  return (
    <OrderWithout
      order={order}
      mark={mark}
      title={t(`order.refund.${stage}Title`)}
      text={t(`order.refund.${stage}Text`, { total, amount, email: order.email })}
      action={
        <Link className={buttonClass({ variant: 'secondary' })} to={paths.plans()}>
          {t('order.refund.another')}
        </Link>
      }
    >
      <Card padded>
        <h2 className="h-sec mb-1">{t('order.refund.title')}</h2>
        <dl className="dl">
          <div>
            <dt>{t('order.refund.amount')}</dt>
            <dd className="tnum">{amount}</dd>
          </div>
          <div>
            <dt>{t('order.refund.to')}</dt>
            <dd>{cardName ?? t('order.refund.toSource')}</dd>
          </div>
          <div>
            <dt>{t('order.refund.when')}</dt>
            <dd>{t(stage === 'done' ? 'order.refund.whenDone' : 'order.refund.whenPending')}</dd>
          </div>
        </dl>
      </Card>
    </OrderWithout>
  );
}

/** The buyer's bank is asking questions: nothing to say but that. */
export function Disputed({ order }: { order: OrderView }) {
  const { t } = useTranslation();
  return <OrderWithout order={order} mark="late" title={t('order.disputed.title')} text={t('order.disputed.text')} />;
}
