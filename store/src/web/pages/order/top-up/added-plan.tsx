import type { OrderLineView, OrderView } from '../../../../shared/views.ts';
import { Card } from '../../../../ui/card.tsx';
import { useTranslation } from '../../../translation.tsx';
import { AccountOffer } from '../account-offer.tsx';
import { OrderWithout } from '../order-frame.tsx';
import { useLineWords } from '../order-words.ts';
import { PartRefund } from '../returned.tsx';
import { ToEsim } from './to-esim.tsx';

/** A top-up that is on its eSIM: what was added, and the way to the page that shows what is left. */
export function AddedPlan({
  order,
  line,
  onOrder,
}: {
  order: OrderView;
  line: OrderLineView;
  onOrder: (order: OrderView) => void;
}) {
  const { t, locale } = useTranslation();
  const { data, days, destination } = useLineWords()(line);
  const place = line.addedTo?.forPlace ?? line.addedTo;
  return (
    <OrderWithout
      order={order}
      mark="done"
      title={t('topup.ofOrder.done', { destination: place?.name[locale] ?? destination })}
      text={t('topup.ofOrder.doneText', { data, days, number: order.number })}
      action={<ToEsim order={order} variant="primary" />}
    >
      <Card padded>
        <p>{t('topup.ofOrder.firstUsed')}</p>
      </Card>
      <PartRefund order={order} />
      <AccountOffer order={order} onOrder={onOrder} />
    </OrderWithout>
  );
}
