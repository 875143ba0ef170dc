import { paths } from '../../../../shared/paths.ts';
import { FAULT_REASONS, MAX_PLACE_LENGTH, MAX_WORDS_LENGTH } from '../../../../shared/refund-request.ts';
import type { LineRefundView } from '../../../../shared/refund-views.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Field, TextArea } from '../../../../ui/field.tsx';
import { useLocalInstant } from '../../../components/account/local-time.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import { useLineWords } from '../order-words.ts';
import { RefundFrame, type Shown } from './refund-frame.tsx';
import { RefundProblem } from './refund-problem.tsx';
import { useUseWords } from './refund-words.ts';

/** What did not work: a person decides. */
export function AskRefund({
  refund,
  upTo,
  ...shown
}: Shown & { refund: LineRefundView; upTo: LineRefundView['fault'] & object }) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useLineWords()(shown.line);
  const amount = format.money(upTo.upTo);
  const { forms } = shown;
  return (
    <RefundFrame
      {...shown}
      title={t('refunds.ask.title', { plan: words.plan })}
      lede={`${useWhy(refund)} ${t('refunds.ask.within', { count: refund.answerDays })}`}
    >
      <RefundProblem code={forms.problem} />
      <form
        className="stack gap-6"
        method="post"
        action={paths.refund(shown.order.id, shown.number, { ask: true })}
        onSubmit={forms.onSubmit}
        aria-busy={forms.busy || undefined}
      >
        <input type="hidden" name="do" value="ask" />
        <Reasons />
        <div className="refund__two">
          <Field name="where" label={t('refunds.ask.where')} maxLength={MAX_PLACE_LENGTH} autoComplete="off" />
          <Field name="when" label={t('refunds.ask.when')} maxLength={MAX_PLACE_LENGTH} autoComplete="off" />
        </div>
        <TextArea
          name="words"
          label={`${t('refunds.ask.words')} ${t('refunds.ask.optional')}`}
          rows={4}
          maxLength={MAX_WORDS_LENGTH}
        />
        <Known refund={refund} />
        <div className="refund__send">
          <p className="small muted">{t('refunds.ask.upTo', { amount })}</p>
          <Button type="submit" size="lg" loading={forms.busy}>
            {t('refunds.ask.send')}
          </Button>
        </div>
        <span className="sr" role="status">
          {forms.busy && t('refunds.ask.sending')}
        </span>
      </form>
    </RefundFrame>
  );
}

function Reasons() {
  const { t } = useTranslation();
  return (
    <div className="refund__reasons" role="radiogroup" aria-label={t('refunds.ask.reason')}>
      {FAULT_REASONS.map((reason, index) => (
        <label key={reason} className="refund__reason">
          <input type="radio" className="radio" name="reason" value={reason} required defaultChecked={index === 0} />
          {t(`refunds.ask.reasons.${reason}`)}
        </label>
      ))}
    </div>
  );
}

/** Why a person decides. */
function useWhy({ right, use }: LineRefundView): string {
  const { t } = useTranslation();
  const wordsOf = useUseWords();
  const why = right.what === 'ask' ? right.why : 'fault';
  return t(`refunds.ask.why.${why}`, { used: wordsOf(use, true) });
}

function Known({ refund: { use } }: { refund: LineRefundView }) {
  const { t } = useTranslation();
  const wordsOf = useUseWords();
  const timeOf = useLocalInstant();
  return (
    <Alert tone="info" title={t('refunds.ask.known')}>
      {use === null
        ? t('refunds.ask.knownNothing')
        : t('refunds.ask.knownText', { use: wordsOf(use, true), time: timeOf(use.readAt) })}
    </Alert>
  );
}
