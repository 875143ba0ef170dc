import { paths } from '../../../shared/paths.ts';
import type { OrderLineView, OrderView } from '../../../shared/views.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { useTranslation } from '../../translation.tsx';
import { OrderWithout } from './order-frame.tsx';
import { useLineWords } from './order-words.ts';

/** A plan that was added to an eSIM, which has a page of its own. */
export function PlanAdded({ order, line }: { order: OrderView; line: OrderLineView }) {
  const { t } = useTranslation();
  const { data, days } = useLineWords()(line);
  return (
    <OrderWithout order={order} mark="done" title={t('order.added.title')} text={t('order.added.text', { data, days })}>
      {line.addedTo !== null && (
        <Card padded>
          <PageLink className={buttonClass()} to={paths.order(line.addedTo.orderId, line.addedTo.line)}>
            {t('order.added.open')}
          </PageLink>
        </Card>
      )}
    </OrderWithout>
  );
}
