import type { ReactNode } from 'react';
import { paths } from '../../../../shared/paths.ts';
import type { OrderLineView, OrderView } from '../../../../shared/views.ts';
import { Chip, type ChipTone } from '../../../../ui/chip.tsx';
import { useLocalDate } from '../../../components/account/local-time.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';

type TopUp = OrderLineView['topUps'][number];

/** What was paid for an eSIM, its purchase first; above the receipt of that. An eSIM without top-ups has the title alone. */
export function TopUpHistory({ order, line }: { order: OrderView; line: OrderLineView }) {
  const { t } = useTranslation();
  const dateOf = useLocalDate();
  if (line.topUps.length === 0) return <h2 className="h-sec mb-1">{t('order.receipt.title')}</h2>;
  return (
    <>
      <h2 className="h-sec mb-1">{t('topup.history.title')}</h2>
      <ul className="top-up-history">
        <Row plan={line} text={t('topup.history.first', { date: dateOf(order.paidAt ?? order.createdAt) })} />
        {line.topUps.map((topUp) => (
          <Row key={topUp.orderId} plan={topUp} text={t('topup.history.topUp', { date: dateOf(topUp.paidAt) })}>
            <TopUpState status={topUp.status} />
            <PageLink className="link small" to={paths.order(topUp.orderId)}>
              {t('topup.history.receipt', { number: topUp.number })}
            </PageLink>
          </Row>
        ))}
      </ul>
    </>
  );
}

function Row({
  plan,
  text,
  children,
}: {
  plan: Pick<OrderLineView, 'dataMb' | 'unlimited' | 'days' | 'price'>;
  text: string;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <li>
      <span>
        <b className="strong">
          {t('profile.esims.packageValue', { data: format.planData(plan), days: format.days(plan.days) })}
        </b>{' '}
        <span className="small muted">{text}</span>
      </span>
      {children}
      <b className="strong money">{format.money(plan.price)}</b>
    </li>
  );
}

const STATES: Record<TopUp['status'], { word: 'adding' | 'refunding' | 'refunded'; tone: ChipTone } | null> = {
  waiting: { word: 'adding', tone: 'info' },
  fulfilling: { word: 'adding', tone: 'info' },
  stopped: { word: 'adding', tone: 'neutral' },
  fulfilled: null,
  failed: { word: 'refunding', tone: 'warning' },
  refunding: { word: 'refunding', tone: 'warning' },
  refunded: { word: 'refunded', tone: 'neutral' },
};

/** Of a top-up whose plan is not, or not any more, on the eSIM. */
function TopUpState({ status }: Pick<TopUp, 'status'>) {
  const { t } = useTranslation();
  const state = STATES[status];
  return state && <Chip tone={state.tone}>{t(`topup.history.${state.word}`)}</Chip>;
}
