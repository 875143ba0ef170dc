import type { ReactNode } from 'react';
import { formatList } from '../../../i18n/format.ts';
import type { PaymentMethods } from '../../../modules/payments/types.ts';
import { paths } from '../../../shared/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { CardIcon, LockIcon } from '../../../ui/icons.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { RichText } from '../../components/rich-text.tsx';
import { useTranslation } from '../../translation.tsx';
import { useHydrated } from '../../use-hydrated.ts';
import { useWaresWords, type Ware } from './plan-words.ts';
import { Problem } from './problem.tsx';
import { SaveCard } from './save-card.tsx';
import { Step } from './step.tsx';
import type { usePay } from './use-pay.ts';

type Props = {
  wares: readonly Ware[];
  /** How the payment page takes money; null: not known yet. */
  methods: PaymentMethods | null;
  keepsCards: boolean;
  /** The box of the consent to begin at once; false: it is not asked. */
  consent: ReactNode;
  payment: ReturnType<typeof usePay>;
};

/** The last step: how is paid, the sum, and the pay button with what it accepts. */
export function PaymentStep({ wares, methods, keepsCards, consent, payment }: Props) {
  const { pay, paying, refusal, buyAnother } = payment;
  const { t } = useTranslation();
  const words = useWaresWords(wares);
  const several = wares.length > 1;
  const hydrated = useHydrated();
  return (
    <Step number={3} title={t('checkout.payment.title')} done={false}>
      <Methods methods={methods} />
      {keepsCards && <SaveCard disabled={paying} />}
      {consent !== false && <div className="mt-4">{consent}</div>}
      <p className="checkout-sum">
        <span>
          <b className="strong">{words.name}</b>
          <span className="small muted block">{words.facts}</span>
        </span>
        <b className="strong tnum">{words.total}</b>
      </p>
      <div className="stack mt-4 gap-3">
        {refusal !== undefined && (
          <Problem
            refusal={refusal}
            total={words.total}
            plansPath={several || !wares[0] ? paths.plans() : paths.offer(wares[0].forPlace ?? wares[0].offer)}
            onRetry={() => void pay()}
            onAnother={buyAnother}
          />
        )}
        <Button type="submit" size="lg" block disabled={!hydrated} loading={paying} icon={<LockIcon size={18} />}>
          {t('checkout.payment.pay', { total: words.total })}
        </Button>
        <span className="sr" role="status">
          {paying && t('checkout.payment.opening')}
        </span>
        <Terms several={several} />
      </div>
    </Step>
  );
}

function Methods({ methods }: Pick<Props, 'methods'>) {
  const { t, locale } = useTranslation();
  const names = [...(methods?.card === true ? [t('checkout.payment.card')] : []), ...(methods?.others ?? [])];
  return (
    <div className="pay-method">
      <CardIcon />
      <div>
        <b className="strong">{names.length === 0 ? t('checkout.payment.unknown') : formatList(names, locale)}</b>
        <p className="small muted">
          {t(`checkout.payment.${names.length === 1 && methods?.card === true ? 'where' : 'whereSeveral'}`)}
        </p>
      </div>
    </div>
  );
}

/** What the buyer accepts by paying. */
function Terms({ several }: { several: boolean }) {
  const { t } = useTranslation();
  return (
    <p className="hint text-pretty">
      <RichText
        text={t(several ? 'checkout.several.terms' : 'checkout.payment.terms')}
        parts={{
          terms: newTab(paths.terms(), t('checkout.device.newTab')),
          refund: newTab(paths.refundPolicy(), t('checkout.device.newTab')),
        }}
      />{' '}
      <RichText
        text={t('checkout.withdrawal')}
        parts={{ privacy: newTab(paths.privacy(), t('checkout.device.newTab')) }}
      />
    </p>
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
