import { type FormEvent, useEffect, useRef, useState } from 'react';
import { formatPercent } from '../../../../i18n/format.ts';
import { AUTO_TOP_UP_CONSENT, AUTO_TOP_UP_PERCENTS, capsFor } from '../../../../shared/auto-top-up.ts';
import { CONSENT_VERSION } from '../../../../shared/consent.ts';
import { paths } from '../../../../shared/paths.ts';
import type { AutoTopUpView } from '../../../../shared/auto-top-up-view.ts';
import type { AutoTopUpAnswer } from '../../../../shared/top-up-views.ts';
import type { EsimInstallView, OrderView } from '../../../../shared/views.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { apiErrorCode, type Caller, callApi } from '../../../api.ts';
import { BeginConsent, hasConsent } from '../../../components/checkout/begin-consent.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import { useCardWords } from '../receipt.tsx';
import { isLowAt } from './esim-life.ts';

type Props = {
  order: OrderView;
  /** The number of the line, from 1. */
  number: number;
  caller: Caller;
  autoTopUp: AutoTopUpView;
  esim: EsimInstallView | null;
  onSaved: (order: OrderView) => void;
};

/** Where an owner agrees to the plan, the threshold, the cap and the card. What can be added is asked when it opens. */
export function AutoTopUpDialog({ open, onClose, ...props }: Props & { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog open={open} onClose={onClose} title={t('autotopup.dialog.title')} closeLabel={t('autotopup.dialog.close')}>
      <Asked {...props} onClose={onClose} />
    </Dialog>
  );
}

type AskedProps = Props & { onClose: () => void };

function Asked(props: AskedProps) {
  const { t } = useTranslation();
  const { order, number, caller } = props;
  const [answer, setAnswer] = useState<AutoTopUpAnswer | 'failed'>();

  useEffect(() => {
    let left = false;
    const show = (found: AutoTopUpAnswer | 'failed') => !left && setAnswer(found);
    const params = { orderId: order.id, line: String(number) };
    callApi('get /orders/{orderId}/lines/{line}/auto-top-up', { params, caller }).then(show, () => show('failed'));
    return () => {
      left = true;
    };
  }, [order.id, number, caller]);

  if (answer === undefined) {
    return (
      <p className="row auto-top-up__asking" role="status">
        <Spinner />
        {t('autotopup.dialog.loading')}
      </p>
    );
  }
  if (answer === 'failed') return <Alert tone="danger">{t('autotopup.failed')}</Alert>;
  if (answer.reason !== null) return <Alert tone="warning">{t(`autotopup.reasons.${answer.reason}`)}</Alert>;
  if (answer.cards.length === 0) return <NoCard />;
  return <Terms {...props} answer={answer} />;
}

function NoCard() {
  const { t } = useTranslation();
  return (
    <div className="stack justify-items-start gap-4">
      <p>{t('autotopup.dialog.noCard')}</p>
      <PageLink className={buttonClass({})} to={paths.cards()}>
        {t('autotopup.dialog.addCard')}
      </PageLink>
    </div>
  );
}

type Chosen = { planId: string; percent: (typeof AUTO_TOP_UP_PERCENTS)[number]; cap: number; cardId: string };

/** What was agreed to before, where it can still be chosen. */
function firstChoice({ choices, cards }: AutoTopUpAnswer, { agreed }: AutoTopUpView): Chosen {
  const plan = choices.find(({ planId }) => planId === agreed?.planId) ?? choices[0]!;
  const caps = capsOf(plan.price.amount, agreed);
  return {
    planId: plan.planId,
    percent: AUTO_TOP_UP_PERCENTS.find((each) => each === agreed?.percent) ?? 10,
    cap: caps.includes(agreed?.cap.amount ?? 0) ? agreed!.cap.amount : caps[1]!,
    cardId: (cards.find(({ id }) => id === agreed?.cardId) ?? cards[0]!).id,
  };
}

/** The caps that are offered, with the one that was agreed to before for this price. */
function capsOf(price: number, agreed: AutoTopUpView['agreed']): number[] {
  const own = agreed !== null && agreed.price.amount === price ? [agreed.cap.amount] : [];
  return [...new Set([...capsFor(price), ...own])].toSorted((a, b) => a - b);
}

function Terms({ answer, onClose, ...props }: AskedProps & { answer: AutoTopUpAnswer }) {
  const { t } = useTranslation();
  const { autoTopUp } = props;
  const form = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState(() => firstChoice(answer, autoTopUp));
  const plan = answer.choices.find(({ planId }) => planId === chosen.planId)!;
  const [isUnasked, setUnasked] = useState(false);
  const { problem, saving, save } = useSaving(props);
  // The dialog was opened before there was a field.
  useEffect(() => form.current?.querySelector<HTMLElement>('input:checked')?.focus(), []);

  function choose(change: Partial<Chosen>) {
    const next = { ...chosen, ...change };
    const price = answer.choices.find(({ planId }) => planId === next.planId)!.price.amount;
    const caps = capsOf(price, autoTopUp.agreed);
    setChosen(caps.includes(next.cap) ? next : { ...next, cap: caps[1]! });
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const isAgreed = hasConsent(event.currentTarget);
    setUnasked(!isAgreed);
    if (isAgreed && !saving) void save(chosen, plan.price, answer.asksConsent);
  }

  return (
    <form ref={form} className="stack gap-5" noValidate onSubmit={submit} aria-busy={saving || undefined}>
      {problem !== undefined && <Alert tone="danger">{t(`autotopup.problems.${problem}`)}</Alert>}
      <Fields answer={answer} chosen={chosen} price={plan.price} agreed={autoTopUp.agreed} onChoose={choose} />
      {answer.asksConsent && <BeginConsent disabled={saving} error={isUnasked ? t('consent.missing') : undefined} />}
      <Consent answer={answer} chosen={chosen} price={plan.price} />
      {props.esim !== null && isLowAt(props.esim, chosen.percent) && (
        <Alert tone="warning">{t('autotopup.dialog.atOnce')}</Alert>
      )}
      <div className="row flex-wrap justify-end">
        <Button variant="secondary" disabled={saving} onClick={onClose}>
          {t('autotopup.dialog.cancel')}
        </Button>
        <Button type="submit" loading={saving}>
          {t(
            autoTopUp.state === 'on' || autoTopUp.state === 'capped'
              ? 'autotopup.dialog.save'
              : 'autotopup.dialog.submit',
          )}
        </Button>
      </div>
    </form>
  );
}

type Price = AutoTopUpAnswer['choices'][number]['price'];
type FieldsProps = {
  answer: AutoTopUpAnswer;
  chosen: Chosen;
  price: Price;
  agreed: AutoTopUpView['agreed'];
  onChoose: (change: Partial<Chosen>) => void;
};

function Fields({ answer: { choices, cards }, chosen, price, agreed, onChoose }: FieldsProps) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const cardWords = useCardWords();
  return (
    <>
      <Choice
        legend={t('autotopup.dialog.plan')}
        name="plan"
        value={chosen.planId}
        options={choices.map(({ planId, dataMb, days, price: each }) => ({
          value: planId,
          label: t('autotopup.dialog.planValue', { data: format.data(dataMb), days: format.days(days) }),
          aside: format.money(each),
        }))}
        onChange={(planId) => onChoose({ planId })}
      />
      <Choice
        legend={t('autotopup.dialog.when')}
        name="percent"
        isRow
        value={chosen.percent}
        options={AUTO_TOP_UP_PERCENTS.map((value) => ({ value, label: formatPercent(value / 100, locale) }))}
        onChange={(percent) => onChoose({ percent })}
      />
      <Choice
        legend={t('autotopup.dialog.cap')}
        hint={t('autotopup.dialog.capHint')}
        name="cap"
        isRow
        value={chosen.cap}
        options={capsOf(price.amount, agreed).map((amount) => ({
          value: amount,
          label: format.money({ ...price, amount }),
        }))}
        onChange={(cap) => onChoose({ cap })}
      />
      <Choice
        legend={t('autotopup.dialog.card')}
        name="card"
        value={chosen.cardId}
        options={cards.map((card) => ({
          value: card.id,
          label: t('autotopup.dialog.cardUntil', {
            card: cardWords(card),
            month: String(card.expMonth).padStart(2, '0'),
            year: card.expYear % 100,
          }),
        }))}
        onChange={(cardId) => onChoose({ cardId })}
      />
      <PageLink className="link small" to={paths.cards()}>
        {t('autotopup.dialog.addCard')}
      </PageLink>
    </>
  );
}

/** Native radio buttons in a named group. */
function Choice<Value extends string | number>({
  legend,
  hint,
  name,
  options,
  value,
  isRow = false,
  onChange,
}: {
  legend: string;
  hint?: string;
  name: string;
  options: { value: Value; label: string; aside?: string }[];
  value: Value;
  /** Short options stand beside each other. */
  isRow?: boolean;
  onChange: (value: Value) => void;
}) {
  return (
    <fieldset className={isRow ? 'auto-top-up__choice auto-top-up__choice--row' : 'auto-top-up__choice'}>
      <legend className="label">{legend}</legend>
      <div className="auto-top-up__options">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              className={isRow ? 'sr' : 'radio'}
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
            {option.aside !== undefined && <b className="strong tnum">{option.aside}</b>}
          </label>
        ))}
      </div>
      {hint !== undefined && <p className="hint">{hint}</p>}
    </fieldset>
  );
}

/** The text that is agreed to; its version is stored with the time. */
function Consent({ answer: { cards }, chosen, price }: { answer: AutoTopUpAnswer; chosen: Chosen; price: Price }) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const cardWords = useCardWords();
  const card = cards.find(({ id }) => id === chosen.cardId)!;
  return (
    <p className="small muted">
      {t('autotopup.consent', {
        price: format.money(price),
        card: cardWords(card),
        percent: formatPercent(chosen.percent / 100, locale),
        cap: format.money({ ...price, amount: chosen.cap }),
      })}
    </p>
  );
}

const PROBLEMS = ['price-changed', 'plan-unavailable', 'terms-changed', 'auto-top-up-refused'] as const;
type Problem = (typeof PROBLEMS)[number] | 'failed' | 'tooMany';

function useSaving({ order, number, caller, onSaved }: Props) {
  const { locale } = useTranslation();
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  async function save(chosen: Chosen, price: Price, begin: boolean) {
    setSaving(true);
    setProblem(undefined);
    try {
      const { order: now } = await callApi('put /orders/{orderId}/lines/{line}/auto-top-up', {
        params: { orderId: order.id, line: String(number) },
        body: {
          on: true,
          ...chosen,
          currency: price.currency,
          shownAmount: price.amount,
          consentVersion: AUTO_TOP_UP_CONSENT,
          locale,
          ...(begin && { beginConsent: CONSENT_VERSION }),
        },
        caller,
      });
      onSaved(now);
    } catch (error) {
      const code = apiErrorCode(error);
      setProblem(PROBLEMS.find((each) => each === code) ?? (code === 'too-many-requests' ? 'tooMany' : 'failed'));
      setSaving(false);
    }
  }

  return { problem, saving, save };
}
