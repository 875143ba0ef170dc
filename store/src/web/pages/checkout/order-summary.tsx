import { formatRate } from '../../../i18n/format.ts';
import { sumOf } from '../../../shared/money.ts';
import { taxInside } from '../../../shared/tax.ts';
import { Ticket } from '../../../ui/card.tsx';
import { ChevronDownIcon, HeadsetIcon, ShieldIcon, ZapIcon } from '../../../ui/icons.tsx';
import { useSupportWords } from '../../support-words.ts';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import { Unbroken } from '../../components/unbroken.tsx';
import { OfferMark } from '../../components/plans/offer-mark.tsx';
import { useWaresWords, type Ware } from './plan-words.ts';

type Props = { wares: readonly Ware[] };
/** `rateBp`: of the tax inside the prices; null: none. */
type Summed = Props & { rateBp: number | null };

/** The total of all plans with the tax inside; for several, what happens if one of them fails. */
function Total({ wares, rateBp }: Summed) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const { total: text } = useWaresWords(wares);
  const others = wares.length - 1;
  const prices = wares.map(({ plan }) => plan.price);
  const tax =
    rateBp === null ? null : sumOf(prices.map((price) => ({ ...price, amount: taxInside(price.amount, rateBp) })));
  return (
    <>
      <p className="summary-total summary-total--first">
        <span>{t('checkout.total')}</span>
        <b>{text}</b>
      </p>
      {rateBp !== null && tax !== null && (
        <p className="xs muted">{t('checkout.tax', { tax: format.money(tax), percent: formatRate(rateBp, locale) })}</p>
      )}
      {others > 0 && <p className="xs muted mt-3">{t('checkout.several.promise', { count: others })}</p>}
    </>
  );
}

/** Several plans, one row each. */
function Lines({ wares }: Props) {
  const { lines } = useWaresWords(wares);
  return (
    <ul className="sold-lines">
      {wares.map(({ offer, forPlace }, index) => {
        const words = lines[index]!;
        return (
          <li key={index}>
            <OfferMark offer={forPlace ?? offer} />
            <span className="min-w-0 flex-1">
              <b className="strong">
                <Unbroken>{words.name}</Unbroken>
              </b>
              <span className="small muted block">{words.facts}</span>
            </span>
            <b className="strong money">{words.price}</b>
          </li>
        );
      })}
    </ul>
  );
}

/** Beside the form on wide screens: the plans and the total, with the buyer's guarantees below. */
export function SummaryTicket({ wares, rateBp }: Summed) {
  const { t } = useTranslation();
  const support = useSupportWords();
  const words = useWaresWords(wares);
  const [first] = wares;
  const several = wares.length > 1;
  return (
    <aside className="side only-desktop" aria-labelledby="order-summary">
      <Ticket
        head={
          <div className="stack px-6 pt-5.5 pb-5">
            <h2 className="h-sec" id="order-summary">
              {t('checkout.summary')}
            </h2>
            {several || !first ? (
              <Lines wares={wares} />
            ) : (
              <div className="row gap-3.5">
                <OfferMark offer={first.forPlace ?? first.offer} />
                <p>
                  <b className="strong">
                    <Unbroken>{words.name}</Unbroken>
                  </b>
                  <span className="small muted block">{words.facts}</span>
                </p>
              </div>
            )}
          </div>
        }
      >
        <div className="px-6 pt-4.5 pb-6">
          <Total wares={wares} rateBp={rateBp} />
        </div>
      </Ticket>
      <ul className="ticks px-2 py-5">
        <li className="small">
          <ZapIcon size={18} />
          {t(several ? 'checkout.several.qr' : 'checkout.ticks.qr')}
        </li>
        <li className="small">
          <ShieldIcon size={18} />
          {t('checkout.ticks.card')}
        </li>
        <li className="small">
          <HeadsetIcon size={18} />
          {support.hours}
        </li>
      </ul>
    </aside>
  );
}

/** The flags of the plans' places, each once, as many as fit beside the sum on a narrow screen. */
const flagsOf = (wares: readonly Ware[]) =>
  [...new Set(wares.map(({ offer, forPlace }) => (forPlace ?? offer).flag))].slice(0, 3);

/** On narrow screens: the same, collapsed below the title. */
export function SummaryFold({ wares, rateBp }: Summed) {
  const words = useWaresWords(wares);
  const several = wares.length > 1;
  return (
    <details className="checkout-summary only-mobile">
      <summary className="wrap">
        <span className="row gap-2.5">
          <span className="row gap-1.5">
            {flagsOf(wares).map((flag) => (
              <OfferMark key={flag} offer={{ flag }} size="sm" />
            ))}
          </span>
          <b className="strong">
            <Unbroken>{words.name}</Unbroken>
          </b>
          <ChevronDownIcon size={18} />
        </span>
        <b className="strong money">{words.total}</b>
      </summary>
      <div className="wrap pt-1 pb-4">
        {several ? <Lines wares={wares} /> : <p className="small muted">{words.facts}</p>}
        <div className="pt-3">
          <Total wares={wares} rateBp={rateBp} />
        </div>
      </div>
    </details>
  );
}
