import { Fragment, useId } from 'react';
import { paths } from '../../../../shared/paths.ts';
import type { TopUpChoice } from '../../../../shared/top-up-views.ts';
import type { EsimInstallView } from '../../../../shared/views.ts';
import { Button } from '../../../../ui/button.tsx';
import { ArrowRightIcon, LockIcon } from '../../../../ui/icons.tsx';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import { useLocalDate } from '../../../components/account/local-time.tsx';
import { BeginConsent } from '../../../components/checkout/begin-consent.tsx';
import { RichText } from '../../../components/rich-text.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import { useHydrated } from '../../../use-hydrated.ts';
import type { OfferProps } from './offer-props.ts';
import { TopUpProblem } from './top-up-problem.tsx';
import { usePicked } from './use-picked.ts';
import { usePayTopUp } from './use-pay-top-up.ts';

type Props = OfferProps & { choices: readonly TopUpChoice[]; asksConsent: boolean; onLook: () => Promise<void> };

/**
 * The plans that can be added, as radio buttons, and for the chosen one what the eSIM has then and the pay button. Style
 * alone shows those of the chosen plan, so that it works without script: the form is then sent to the page's own address
 * (`http/pages/top-up-form.ts`). With script there is one pay button, which comes after the consent in the order of the keys.
 */
export function TopUpForm(props: Props) {
  const { t } = useTranslation();
  const { order, line, number, texts, choices, asksConsent, chosen = null, keys = {} } = props;
  const hydrated = useHydrated();
  const payment = usePayTopUp(props);
  const groupId = useId();
  const first = choiceOf(choices, chosen) ?? choiceOf(choices, line.planId) ?? choices[0];
  const { form, picked, pick } = usePicked(choices, first);
  return (
    <form
      ref={form}
      className="top-up"
      noValidate={hydrated}
      method="post"
      action={paths.topUp(order.id, number)}
      onSubmit={payment.onSubmit}
      aria-busy={payment.paying || undefined}
    >
      <TopUpProblem choices={choices} problem={payment.problem} />
      <p className="sr" id={groupId}>
        {t('topup.plans')}
      </p>
      <div className="top-up__plans" role="radiogroup" aria-labelledby={groupId}>
        {choices.map((choice) => (
          <Fragment key={choice.planId}>
            <Choice
              choice={choice}
              outcomeId={`${groupId}-${choice.planId}`}
              checked={choice === first}
              onChoose={() => {
                pick(choice.planId);
                payment.forgetProblem();
              }}
            />
            <Outcome id={`${groupId}-${choice.planId}`} esim={line.esim} choice={choice} />
            {!hydrated && <PayButton choice={choice} sessionKey={keys[choice.planId]} paying={false} />}
          </Fragment>
        ))}
        <ul className="top-up__rules small muted">
          <li>{t('topup.rules.order')}</li>
          <li>{t('topup.rules.two')}</li>
          <li>{t('topup.rules.refund')}</li>
        </ul>
        {asksConsent && (
          <div className="top-up__consent">
            <BeginConsent disabled={payment.paying} error={payment.isUnasked ? t('consent.missing') : undefined} />
          </div>
        )}
      </div>
      {hydrated && picked && <PayButton choice={picked} paying={payment.paying} />}
      {Object.entries(texts).map(([name, version]) => (
        <input key={name} type="hidden" name={name} value={version} />
      ))}
      <span className="sr" role="status">
        {payment.paying && t('topup.opening')}
      </span>
      <Terms email={order.email} />
    </form>
  );
}

const choiceOf = (choices: Props['choices'], id: string | null) => choices.find(({ planId }) => planId === id);

function Choice({
  choice,
  outcomeId,
  checked,
  onChoose,
}: {
  choice: TopUpChoice;
  outcomeId: string;
  checked: boolean;
  onChoose: () => void;
}) {
  const format = useFormat();
  return (
    <label className="top-up__choice">
      <input
        type="radio"
        className="radio"
        name="plan"
        value={choice.planId}
        required
        defaultChecked={checked}
        aria-describedby={outcomeId}
        onChange={onChoose}
      />
      <span className="top-up__data">
        <b className="strong">{format.planData(choice)}</b>{' '}
        <span className="small muted">{format.days(choice.days)}</span>
      </span>
      <span className="top-up__price tnum">
        <b className="strong">{format.money(choice.price)}</b>{' '}
        {choice.unlimited === null && <span className="small muted">{format.perGb(choice)}</span>}
      </span>
    </label>
  );
}

/** What the eSIM has now, and with the plan. */
function Outcome({ id, esim, choice }: { id: string; esim: EsimInstallView | null; choice: TopUpChoice }) {
  const { t } = useTranslation();
  const format = useFormat();
  const dateOf = useLocalDate();
  const { after } = choice;
  return (
    <div className="top-up__outcome tnum" id={id}>
      <p>
        <span className="small muted">{t('topup.now')}</span> <b className="strong">{useLeftNow(esim)}</b>{' '}
        {esim?.validUntil != null && <span className="small muted">{dateOf(esim.validUntil)}</span>}
      </p>
      <ArrowRightIcon size={18} />
      <p>
        <span className="small muted">{t('topup.after')}</span>{' '}
        <b className="strong">{after.leftMb === null ? t('plans.unlimited') : format.fine(after.leftMb)}</b>{' '}
        <span className="small muted">
          {after.until === null ? t('topup.onStart', { count: choice.days }) : dateOf(after.until)}
        </span>
      </p>
    </div>
  );
}

function useLeftNow(esim: EsimInstallView | null): string {
  const { t } = useTranslation();
  const format = useFormat();
  if (esim === null || esim.planState === 'finished' || esim.planState === 'expired') return t('topup.nothing');
  return esim.unlimited === null ? format.fine(esim.remainingMb) : t('plans.unlimited');
}

/** With what the server checks that the reader saw this price. */
function PayButton({
  choice: { planId, price },
  sessionKey,
  paying,
}: {
  choice: TopUpChoice;
  /** Only without script. */
  sessionKey?: string | undefined;
  paying: boolean;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const hydrated = useHydrated();
  return (
    <div className={hydrated ? undefined : 'top-up__pay'}>
      <input type="hidden" name={`price-${planId}`} value={`${price.amount} ${price.currency}`} />
      {sessionKey !== undefined && <input type="hidden" name={`key-${planId}`} value={sessionKey} />}
      <Button type="submit" size="lg" block loading={paying} icon={<LockIcon size={18} />}>
        {t('topup.pay', { price: format.money(price) })}
      </Button>
    </div>
  );
}

/** What the buyer accepts by paying, and where the payment is. */
function Terms({ email }: { email: string }) {
  const { t } = useTranslation();
  return (
    <div className="stack gap-2">
      <p className="hint wrap-anywhere">{t('topup.where', { email })}</p>
      <p className="hint text-pretty">
        <RichText
          text={t('topup.terms')}
          parts={{
            terms: newTab(paths.terms(), t('topup.newTab')),
            refund: newTab(paths.refundPolicy(), t('topup.newTab')),
            privacy: newTab(paths.privacy(), t('topup.newTab')),
          }}
        />
      </p>
    </div>
  );
}

/** Renders words as a link that opens in a new tab; `hint` is the text for screen readers. */
function newTab(href: string, hint: string) {
  return (words: string) => (
    <a className="link" href={href} target="_blank">
      {words}
      <VisuallyHidden> {hint}</VisuallyHidden>
    </a>
  );
}
