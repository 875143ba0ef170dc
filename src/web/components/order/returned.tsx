import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { OrderView } from '../../../http/api/views.ts';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { OrderWithout } from './order-without.tsx';
import { useOrderWords } from './order-words.ts';

/** No eSIM came, and the money goes or went back. */
export function Refund({ order, stage }: { order: OrderView; stage: 'failed' | 'pending' | 'done' }) {
  const { t } = useTranslation();
  const { total, refunded: amount } = useOrderWords(order);
  const mark = stage === 'failed' ? 'stopped' : stage === 'pending' ? 'busy' : 'returned';
  return (
    <OrderWithout order={order} mark={mark} title={t(`order.refund.${stage}Title`)} text={t(`order.refund.${stage}Text`, { total, amount, email: order.email })}>
      <Link className={buttonClass({ variant: 'secondary' }, 'justify-self-start')} to={paths.plans()}>
        {t('order.refund.another')}
      </Link>
    </OrderWithout>
  );
}

/** The buyer's bank is asking questions: nothing to say but that. */
export function Disputed({ order }: { order: OrderView }) {
  const { t } = useTranslation();
  return <OrderWithout order={order} mark="late" title={t('order.disputed.title')} text={t('order.disputed.text')} />;
}
