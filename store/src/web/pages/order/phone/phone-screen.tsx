import { isOpenReplacement } from '../../../../shared/replacement.ts';
import { paths } from '../../../../shared/paths.ts';
import type { OrderView } from '../../../../shared/views.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { buttonClass } from '../../../../ui/button.tsx';
import type { Caller } from '../../../api.ts';
import { PageLink } from '../../../components/page-link.tsx';
import { useTranslation } from '../../../translation.tsx';
import { useLiveOrder } from '../live/use-live-order.ts';
import { AskStep } from './ask-step.tsx';
import { DoneStep } from './done-step.tsx';
import { NewStep } from './new-step.tsx';
import { PhoneFrame } from './phone-frame.tsx';
import { SameCodeStep } from './same-code-step.tsx';
import { type PhoneForms, usePhoneAddress, usePhoneForms } from './use-phone.ts';
import { WaitStep } from './wait-step.tsx';

/** Moves one eSIM of an order to another phone: the step that the order's state and the buyer's answer lead to. */
export function PhoneScreen({ first, caller }: { first: OrderView; caller: Caller }) {
  const { order, setOrder } = useLiveOrder(first, caller);
  const { number, line, old, sent, problem } = usePhoneAddress(order);
  const forms = usePhoneForms({ order, number, caller, onOrder: setOrder });
  const isDone = line?.replacement?.state === 'done' && (old === null || old === 'gone');
  if (!line?.esim || (line.rest === null && !isDone)) return <NothingLeft order={order} number={number} />;
  const step = { order, number, line, esim: line.esim, forms, moved: sent };
  const news = <News forms={forms} problem={problem} state={line.replacement?.state ?? null} old={old} />;
  if (line.replacement !== null && isOpenReplacement(line.replacement))
    return <WaitStep {...step} replacement={line.replacement} news={news} />;
  if (isDone) return <DoneStep {...step} caller={caller} onOrder={setOrder} />;
  if (old === null) return <AskStep {...step} news={news} />;
  if (old === 'gone') return <NewStep {...step} news={news} />;
  return <SameCodeStep {...step} news={news} old={old} caller={caller} onOrder={setOrder} />;
}

/** States of an earlier request that the reader should know before asking again. */
const NEWS = { refused: 'refused', withdrawn: 'withdrawn', failed: 'failed' } as const;

/** What came of the last click, or of the last request. */
function News({
  forms,
  problem,
  state,
  old,
}: {
  forms: PhoneForms;
  problem: string | null;
  state: string | null;
  old: string | null;
}) {
  const { t } = useTranslation();
  const code = forms.problem ?? problem;
  if (code !== null)
    return (
      <Alert tone="danger">{t(`replacement.problem.${PROBLEMS.find((each) => each === code) ?? 'failed'}`)}</Alert>
    );
  const news = old === 'here' || old === 'reset' ? undefined : NEWS[state as keyof typeof NEWS];
  if (news === undefined) return null;
  return (
    <Alert tone={news === 'withdrawn' ? 'info' : 'warning'} title={t(`replacement.news.${news}Title`)} live>
      <p>{t(`replacement.news.${news}`)}</p>
    </Alert>
  );
}

const PROBLEMS = ['esim-not-replaceable', 'wrong-state', 'too-many-requests', 'not-found'] as const;

/** The eSIM has no rest, or is not there. */
function NothingLeft({ order, number }: { order: OrderView; number: number }) {
  const { t } = useTranslation();
  return (
    <PhoneFrame order={order} number={number} title={t('replacement.over.title')} lede={t('replacement.over.lede')}>
      <div className="row flex-wrap">
        <PageLink className={buttonClass()} to={paths.plans()}>
          {t('order.refund.another')}
        </PageLink>
        <PageLink className={buttonClass({ variant: 'secondary' })} to={paths.order(order.id, number)}>
          {t('replacement.done.to')}
        </PageLink>
      </div>
    </PhoneFrame>
  );
}
