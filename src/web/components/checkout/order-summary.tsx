import type { Offer, Plan } from '../../../modules/catalogue/catalogue.ts';
import { Ticket } from '../../../ui/card.tsx';
import { ChevronDownIcon, HeadsetIcon, ShieldIcon, ZapIcon } from '../../../ui/icons.tsx';
import { useTranslation } from '../../translation.tsx';
import { OfferMark } from '../plans/offer-mark.tsx';
import { usePlanWords } from './plan-words.ts';

type Wares = { offer: Offer; plan: Plan };

function Total({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <p className="sum-total sum-total--first">
      <span>{t('checkout.total')}</span>
      <b>{text}</b>
    </p>
  );
}

/** Beside the form, on wide screens: what is bought and the total, with what the buyer may count on under it. */
export function SummaryTicket(wares: Wares) {
  const { t } = useTranslation();
  const words = usePlanWords(wares);
  return (
    <aside className="side only-d" aria-labelledby="order-summary">
      <Ticket
        head={
          <div className="stack px-6 pt-5.5 pb-5">
            <h2 className="h-sec" id="order-summary">
              {t('checkout.summary')}
            </h2>
            <div className="row gap-3.5">
              <OfferMark offer={wares.offer} />
              <p>
                <b className="strong">{words.name}</b>
                <span className="small muted block">{words.facts}</span>
              </p>
            </div>
          </div>
        }
      >
        <div className="px-6 pt-4.5 pb-6">
          <Total text={words.total} />
        </div>
      </Ticket>
      <ul className="ticks px-2 py-5">
        <li className="small">
          <ZapIcon size={18} />
          {t('checkout.ticks.qr')}
        </li>
        <li className="small">
          <ShieldIcon size={18} />
          {t('checkout.ticks.card')}
        </li>
        <li className="small">
          <HeadsetIcon size={18} />
          {t('checkout.ticks.support')}
        </li>
      </ul>
    </aside>
  );
}

/** On narrow screens: the same, folded under the title. */
export function SummaryFold(wares: Wares) {
  const words = usePlanWords(wares);
  return (
    <details className="co-sum only-m">
      <summary className="wrap">
        <span className="row gap-2.5">
          <OfferMark offer={wares.offer} size="sm" />
          <b className="strong">{words.name}</b>
          <ChevronDownIcon size={18} />
        </span>
        <b className="strong tnum">{words.total}</b>
      </summary>
      <div className="wrap pt-1 pb-4">
        <p className="small muted">{words.facts}</p>
        <div className="pt-3">
          <Total text={words.total} />
        </div>
      </div>
    </details>
  );
}
