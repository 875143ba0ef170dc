import { paths } from '../../../../shared/paths.ts';
import { UNUSED_REASONS } from '../../../../shared/refund-request.ts';
import type { LineRefundView } from '../../../../shared/refund-views.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { Ticket } from '../../../../ui/card.tsx';
import { Chip } from '../../../../ui/chip.tsx';
import { SelectField } from '../../../../ui/field.tsx';
import { CheckIcon } from '../../../../ui/icons.tsx';
import { useLocalDate } from '../../../components/account/local-time.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { OfferMark } from '../../../components/plans/offer-mark.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import { useLineWords } from '../order-words.ts';
import { useCardWords } from '../receipt.tsx';
import { RefundFrame, type Shown } from './refund-frame.tsx';
import { RefundProblem } from './refund-problem.tsx';
import { useUseWords } from './refund-words.ts';

type Right = Extract<LineRefundView['right'], { what: 'refund' }>;

/** Unused: what goes back and what happens then, and the button that does it. */
export function ConfirmRefund({ refund, right, ...shown }: Shown & { refund: LineRefundView; right: Right }) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useLineWords()(shown.line);
  const amount = format.money(right.amount);
  const { forms } = shown;
  return (
    <RefundFrame {...shown} title={t('refunds.confirm.title', { plan: words.plan })}>
      <RefundProblem code={forms.problem} />
      <PlanToRefund {...shown} refund={refund} amount={amount} />
      <WhatHappens isDelivered={shown.line.status === 'fulfilled'} />
      <form
        className="stack gap-5"
        method="post"
        action={paths.refund(shown.order.id, shown.number)}
        onSubmit={forms.onSubmit}
        aria-busy={forms.busy || undefined}
      >
        <input type="hidden" name="do" value="refund" />
        <SelectField name="reason" label={t('refunds.confirm.why')} hint={t('refunds.confirm.whyHint')}>
          {UNUSED_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {t(`refunds.confirm.reasons.${reason}`)}
            </option>
          ))}
        </SelectField>
        <div className="refund__buttons">
          <Button type="submit" size="lg" loading={forms.busy} className="refund__do">
            {t('refunds.action', { amount })}
          </Button>
          <PageLink
            className={buttonClass({ variant: 'secondary', size: 'lg' }, 'refund__keep')}
            to={paths.order(shown.order.id, shown.number)}
          >
            {t('refunds.confirm.keep')}
          </PageLink>
        </div>
        <span className="sr" role="status">
          {forms.busy && t('refunds.confirm.sending')}
        </span>
      </form>
    </RefundFrame>
  );
}

function WhatHappens({ isDelivered }: { isDelivered: boolean }) {
  const { t } = useTranslation();
  const texts = isDelivered
    ? [t('refunds.confirm.checked'), t('refunds.confirm.stops'), t('refunds.confirm.bank')]
    : [t('refunds.confirm.notDelivered'), t('refunds.confirm.bank')];
  return (
    <div>
      <h2 className="h-sec mb-3">{t('refunds.confirm.happens')}</h2>
      <ul className="ticks">
        {texts.map((text) => (
          <li key={text}>
            <CheckIcon size={18} />
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

function PlanToRefund({
  order,
  line,
  refund,
  amount,
}: Pick<Shown, 'order' | 'line'> & { refund: LineRefundView; amount: string }) {
  const { t } = useTranslation();
  const words = useLineWords()(line);
  const dateOf = useLocalDate();
  const cardWords = useCardWords();
  const stateOf = useUseWords();
  return (
    <Ticket
      head={
        <div className="refund__plan">
          <OfferMark offer={line.forPlace ?? line} />
          <div className="min-w-0 flex-1">
            <b className="strong">{words.plan}</b>
            <div className="small muted">
              {t('refunds.confirm.bought', { number: order.number, date: dateOf(order.paidAt ?? order.createdAt) })}
            </div>
          </div>
          <Chip tone="info" dot>
            {stateOf(refund.use, line.status === 'fulfilled')}
          </Chip>
        </div>
      }
    >
      <div className="refund__money">
        <span className="muted small">
          {refund.card === null
            ? t('refunds.confirm.toSource')
            : t('refunds.confirm.toCard', { card: cardWords(refund.card) })}
          <br />
          {t('refunds.confirm.noFee')}
        </span>
        <b className="refund__amount strong tnum">{amount}</b>
      </div>
    </Ticket>
  );
}
