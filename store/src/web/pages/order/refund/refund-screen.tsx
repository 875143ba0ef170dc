import { useLoaderData, useSearchParams } from 'react-router';
import { paths } from '../../../../shared/paths.ts';
import type { LineRefundView, RefundRequestView } from '../../../../shared/refund-views.ts';
import type { OrderView } from '../../../../shared/views.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { buttonClass } from '../../../../ui/button.tsx';
import type { Caller } from '../../../api.ts';
import { useLocalDate } from '../../../components/account/local-time.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import { OpeningOrder } from '../closed-order.tsx';
import { useLineWords } from '../order-words.ts';
import { AskRefund } from './ask-refund.tsx';
import { ConfirmRefund } from './confirm-refund.tsx';
import { RefundFrame, type Shown } from './refund-frame.tsx';
import type { loadRefund } from './refund-loader.ts';
import { RefundProblem } from './refund-problem.tsx';
import { Answer, RefundSteps, Ways } from './refund-steps.tsx';
import { useRefund } from './use-refund.ts';

/** The refund of one line: what can be done, and what became of it. */
export function RefundScreen({ first: order, caller }: { first: OrderView; caller: Caller }) {
  const { number: asked, refund: first } = useLoaderData<typeof loadRefund>();
  const [query] = useSearchParams();
  const number = order.lines[asked - 1] === undefined ? 1 : asked;
  const line = order.lines[number - 1]!;
  const forms = useRefund({ orderId: order.id, number, caller, first, problem: query.get('problem') });
  const { refund } = forms;
  if (refund === null)
    return forms.problem === null ? (
      <OpeningOrder />
    ) : (
      <Unread order={order} line={line} number={number} forms={forms} />
    );
  return (
    <State order={order} line={line} number={number} refund={refund} forms={forms} asks={query.get('ask') === '1'} />
  );
}

type Props = Shown & { refund: LineRefundView; asks: boolean };

/** States of a request whose money goes back. */
const ORDERED: readonly RefundRequestView['state'][] = ['giving-back', 'refunding', 'done', 'granted'];

function State({ asks, ...props }: Props) {
  const { refund } = props;
  const { right, request, fault } = refund;
  if (request !== null && ORDERED.includes(request.state) && !(asks && fault !== null && request.state === 'granted'))
    return <RefundSteps {...props} request={request} />;
  if (request?.state === 'asked') return <Asked {...props} request={request} />;
  if (request?.state === 'refused' && !asks) return <Refused {...props} request={request} />;
  if (right.what === 'refund' && !(asks && fault !== null)) return <ConfirmRefund {...props} right={right} />;
  if (fault !== null && (asks || right.what === 'ask')) return <AskRefund {...props} upTo={fault} />;
  if (right.what === 'ask') return <AskRefund {...props} upTo={right} />;
  if (right.what === 'later') return <Later {...props} />;
  return <None {...props} />;
}

function Asked({ request, ...shown }: Omit<Props, 'asks'> & { request: RefundRequestView }) {
  const { t } = useTranslation();
  const format = useFormat();
  const dateOf = useLocalDate();
  const words = {
    amount: format.money(request.amount),
    date: dateOf(request.answerBy ?? request.changedAt),
    email: shown.order.email,
  };
  return (
    <RefundFrame
      {...shown}
      title={t('refunds.asked.title')}
      lede={t(request.kind === 'withdrawal' ? 'refunds.asked.textWithdrawal' : 'refunds.asked.text', words)}
    >
      <Ways {...shown} />
    </RefundFrame>
  );
}

function Refused({ request, ...shown }: Omit<Props, 'asks'> & { request: RefundRequestView }) {
  const { t } = useTranslation();
  const { fault, right } = shown.refund;
  return (
    <RefundFrame {...shown} title={t('refunds.answered.refused')}>
      <Answer request={request} />
      <Ways {...shown}>
        {(fault !== null || right.what === 'ask') && (
          <PageLink className={buttonClass()} to={paths.refund(shown.order.id, shown.number, { ask: true })}>
            {t('refunds.answered.again')}
          </PageLink>
        )}
      </Ways>
    </RefundFrame>
  );
}

/** Nothing goes back by oneself. */
function None({ refund, ...shown }: Omit<Props, 'asks'>) {
  const { t } = useTranslation();
  const { windowDays } = useLoaderData<typeof loadRefund>();
  const words = useLineWords()(shown.line);
  const { right, fault } = refund;
  const why = right.what === 'none' ? right.why : 'refunded';
  return (
    <RefundFrame
      {...shown}
      title={t('refunds.none.title', { plan: words.plan })}
      lede={t(`refunds.none.${why}`, { count: windowDays })}
    >
      <RefundProblem code={shown.forms.problem} />
      {fault !== null && <p>{t('refunds.none.faultText')}</p>}
      <Ways {...shown}>
        {fault !== null && (
          <PageLink className={buttonClass()} to={paths.refund(shown.order.id, shown.number, { ask: true })}>
            {t('refunds.fault')}
          </PageLink>
        )}
      </Ways>
    </RefundFrame>
  );
}

/** The wholesaler does not say now what was used. */
function Later({ refund: { fault }, ...shown }: Omit<Props, 'asks'>) {
  const { t } = useTranslation();
  return (
    <RefundFrame {...shown} title={t('refunds.later.title')} lede={t('refunds.later.text')}>
      <RefundProblem code={shown.forms.problem} />
      <Ways {...shown}>
        <Again {...shown} />
        {fault !== null && (
          <PageLink
            className={buttonClass({ variant: 'secondary' })}
            to={paths.refund(shown.order.id, shown.number, { ask: true })}
          >
            {t('refunds.fault')}
          </PageLink>
        )}
      </Ways>
    </RefundFrame>
  );
}

/** The server could not be asked. */
function Unread(shown: Shown) {
  const { t } = useTranslation();
  return (
    <RefundFrame {...shown} title={t('refunds.title')}>
      <Alert tone="danger">{t('refunds.problem.other')}</Alert>
      <Ways {...shown}>
        <Again {...shown} />
      </Ways>
    </RefundFrame>
  );
}

function Again({ order, number, forms }: Pick<Props, 'order' | 'number' | 'forms'>) {
  const { t } = useTranslation();
  return (
    <PageLink
      className={buttonClass()}
      to={paths.refund(order.id, number)}
      onClick={(event) => {
        event.preventDefault();
        void forms.again();
      }}
    >
      {t('refunds.later.again')}
    </PageLink>
  );
}
