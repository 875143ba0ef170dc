import type { ReactNode } from 'react';
import { paths } from '../../../../shared/paths.ts';
import type { LineRefundView, RefundRequestView } from '../../../../shared/refund-views.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { buttonClass } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { CopyField } from '../../../../ui/copy-field.tsx';
import { CheckIcon, DownloadIcon } from '../../../../ui/icons.tsx';
import { useLocalDate, useLocalInstant } from '../../../components/account/local-time.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import { useCardWords } from '../receipt.tsx';
import { type Station, Stations } from '../stations.tsx';
import { RefundFrame, type Shown } from './refund-frame.tsx';

type Props = Shown & { refund: LineRefundView; request: RefundRequestView };

/** Days after which a buyer asks the bank. */
const ASK_BANK_DAYS = 14;

/** A refund that was ordered, until the bank has it, with the reference for the bank. */
export function RefundSteps({ refund, request, ...shown }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const instantOf = useLocalInstant();
  const amount = format.money(request.amount);
  const isReturning = request.state === 'giving-back';
  const title = isReturning ? t('refunds.steps.givingBack') : t(titleKeyOf(request, refund), { amount });
  const lede = isReturning
    ? t('refunds.steps.givingBackText')
    : t('refunds.steps.ordered', { date: instantOf(request.refund?.since ?? request.changedAt) });
  const kept = request.kept.amount > 0 ? ` ${t('refunds.steps.kept', { amount: format.money(request.kept) })}` : '';
  return (
    <RefundFrame {...shown} title={title} lede={`${lede}${kept}`} mark={isReturning ? undefined : <Done />}>
      {request.refund?.status === 'failed' && (
        <Alert tone="warning" title={t('refunds.steps.failed')}>
          {t('refunds.steps.failedText')}
        </Alert>
      )}
      <Answer request={request} />
      <Card padded className="stack gap-5">
        <Stations
          label={t('refunds.steps.title')}
          slow
          stations={[...useEsimSteps(request, refund), ...useBankSteps(request)]}
        />
        {!isReturning && <Reference request={request} />}
      </Card>
      <Ways {...shown} paper={<CreditNote orderId={shown.order.id} note={request.creditNote} />} />
    </RefundFrame>
  );
}

function titleKeyOf(request: RefundRequestView, { card }: LineRefundView) {
  if (request.refund?.status === 'closed') return 'refunds.steps.otherWay' as const;
  return card === null ? ('refunds.steps.onItsWaySource' as const) : ('refunds.steps.onItsWay' as const);
}

function Done(): ReactNode {
  return (
    <span className="refund__done" aria-hidden="true">
      <CheckIcon size={24} />
    </span>
  );
}

/** The order of the refund and what becomes of the eSIM: in the order in which both happen. */
function useEsimSteps(request: RefundRequestView, { card }: LineRefundView): Station[] {
  const { t } = useTranslation();
  const instantOf = useLocalInstant();
  const cardWords = useCardWords();
  const isReturning = request.state === 'giving-back';
  const date = instantOf(request.refund?.since ?? request.changedAt);
  const ordered: Station = {
    title: t('refunds.steps.order'),
    text: isReturning
      ? t('refunds.steps.orderNext')
      : card === null
        ? t('refunds.steps.orderTextSource', { date })
        : t('refunds.steps.orderText', { date, card: cardWords(card) }),
    done: !isReturning,
    now: false,
  };
  const word = esimWord(request);
  const esim: Station = {
    title: t(`refunds.steps.esim.${word}`),
    text: t(`refunds.steps.esim.${word}Text`),
    done: word !== 'giving',
    now: isReturning,
  };
  return isReturning ? [esim, ordered] : [ordered, esim];
}

function esimWord({ profile, state }: RefundRequestView) {
  if (profile === null) return state === 'granted' ? ('stays' as const) : ('none' as const);
  if (profile === 'to-return' || profile === 'to-end') return 'giving' as const;
  return profile === 'returned' || profile === 'ended' ? ('off' as const) : ('given' as const);
}

function useBankSteps({ state, refund, amount }: RefundRequestView): Station[] {
  const { t } = useTranslation();
  const format = useFormat();
  const dateOf = useLocalDate();
  const by = new Date(Date.parse(refund?.since ?? '') + ASK_BANK_DAYS * 86_400_000);
  const isWithBank = state !== 'giving-back' && refund?.status !== 'failed' && refund?.status !== 'closed';
  if (refund?.status === 'closed') return [];
  return [
    { title: t('refunds.steps.bank'), text: t('refunds.steps.bankText'), done: false, now: isWithBank },
    {
      title: t('refunds.steps.statement'),
      text: Number.isNaN(by.getTime())
        ? format.money(amount)
        : t('refunds.steps.statementText', { amount: format.money(amount), date: dateOf(by.toISOString()) }),
      done: false,
      now: false,
    },
  ];
}

function Reference({ request: { refund } }: { request: RefundRequestView }) {
  const { t } = useTranslation();
  const reference = refund?.bankReference ?? null;
  if (reference === null) return <p className="small muted">{t('refunds.steps.noReference')}</p>;
  return (
    <CopyField
      label={t('refunds.steps.reference')}
      value={reference}
      copyLabel={t('refunds.steps.copy')}
      copiedText={t('refunds.steps.copied')}
    />
  );
}

/** What a person answered; nothing without an answer. */
export function Answer({ request: { answer } }: { request: RefundRequestView }) {
  const { t } = useTranslation();
  if (answer === null || answer === '') return null;
  return (
    <Card padded>
      <h2 className="h-sec mb-2">{t('refunds.answered.answer')}</h2>
      <p className="refund__words">{answer}</p>
    </Card>
  );
}

/** Once the refund is made: its document. A whole document, so it is no page of the app. */
function CreditNote({ orderId, note }: { orderId: string; note: RefundRequestView['creditNote'] }) {
  const { t } = useTranslation();
  if (note === null) return null;
  return (
    <a className="link refund__paper" href={paths.documentPdf(orderId, note.id)}>
      <DownloadIcon size={18} />
      {t('refunds.steps.creditNote')}
    </a>
  );
}

type WaysProps = Pick<Shown, 'order' | 'number'> & { children?: ReactNode; paper?: ReactNode };

/** The ways on. `paper`: the link of a document. */
export function Ways({ order, number, children, paper }: WaysProps) {
  const { t } = useTranslation();
  return (
    <div className="row flex-wrap">
      {children}
      <PageLink className={buttonClass({ variant: 'secondary' })} to={paths.order(order.id, number)}>
        {t('refunds.steps.toOrder')}
      </PageLink>
      {paper}
    </div>
  );
}
