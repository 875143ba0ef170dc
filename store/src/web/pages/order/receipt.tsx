import { taxSums } from '../../../shared/tax.ts';
import type { LineView, OrderView } from '../../../shared/views.ts';
import { useTranslation } from '../../translation.tsx';
import { formatRate, formatReceiptDate } from '../../../i18n/format.ts';
import { useFormat } from '../../format.ts';
import { useLocale } from '../../language.ts';
import { DownloadIcon } from '../../../ui/icons.tsx';
import { paths } from '../../../shared/paths.ts';
import { Unbroken } from '../../components/unbroken.tsx';
import { useLineWords, useOrderWords } from './order-words.ts';

const CARD_BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** `Visa ending in 4242`. */
export function useCardWords() {
  const { t } = useTranslation();
  return ({ brand, last4 }: { brand: string; last4: string }) =>
    t('order.receipt.cardValue', { brand: CARD_BRANDS[brand] ?? brand, last4 });
}

/** That of a payment; null before one. */
export function useCardName({ card }: OrderView): string | null {
  const words = useCardWords();
  return card && words(card);
}

const taxOf = ({ country, ratePercent, amount }: NonNullable<LineView['tax']>) => ({
  country,
  rateBp: Math.round(ratePercent * 100),
  amount: amount.amount,
});

/** The tax inside the prices: one row for each rate. */
function TaxLines({ order: { lines, total } }: { order: OrderView }) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  return taxSums(lines.map(({ tax }) => tax && taxOf(tax))).map(({ country, rateBp, amount }) => (
    <div key={`${country} ${rateBp}`}>
      <dt>{t('order.receipt.tax', { percent: formatRate(rateBp, locale) })}</dt>
      <dd className="tnum">{format.money({ amount, currency: total.currency })}</dd>
    </div>
  ));
}

/** Number, date, plan, total and card of an order, in rows. */
export function ReceiptLines({ order }: { order: OrderView }) {
  const { t } = useTranslation();
  const words = useOrderWords(order);
  const wordsOf = useLineWords();
  const cardName = useCardName(order);
  const locale = useLocale();
  const { refund } = order;
  const paidAt = order.paidAt ?? order.createdAt;
  return (
    <>
      <dl className="dl">
        <div>
          <dt>{t('order.receipt.number')}</dt>
          <dd className="mono">{order.number}</dd>
        </div>
        <div>
          <dt>{t('order.receipt.date')}</dt>
          <dd>
            <time dateTime={paidAt}>{formatReceiptDate(paidAt, locale)}</time>
          </dd>
        </div>
        {order.lines.length === 1 ? (
          <div>
            <dt>{t('order.receipt.item')}</dt>
            <dd>
              <Unbroken>{words.plan}</Unbroken>
            </dd>
          </div>
        ) : (
          order.lines.map((line, index) => (
            <div key={index}>
              <dt>
                <Unbroken>{wordsOf(line).plan}</Unbroken>
              </dt>
              <dd className="tnum">{wordsOf(line).price}</dd>
            </div>
          ))
        )}
        {cardName !== null && (
          <div>
            <dt>{t('order.receipt.card')}</dt>
            <dd>{cardName}</dd>
          </div>
        )}
        <div>
          <dt>{t('order.receipt.total')}</dt>
          <dd className="tnum">{words.total}</dd>
        </div>
        <TaxLines order={order} />
        {refund !== null && refund.status !== 'failed' && (
          <div>
            <dt>{t(refund.partial ? 'order.receipt.partlyRefunded' : 'order.receipt.refunded')}</dt>
            <dd className="tnum">{words.refunded}</dd>
          </div>
        )}
      </dl>
      <DocumentLinks order={order} />
    </>
  );
}

/** The receipt as PDF, which is drawn when it is first asked for, and its credit notes. */
function DocumentLinks({ order }: { order: OrderView }) {
  const { t } = useTranslation();
  if (order.paidAt === null) return null;
  const others = order.documents.filter(({ kind }) => kind !== 'receipt');
  return (
    <ul className="order-documents">
      <li>
        <a className="link" href={paths.receiptPdf(order.id)}>
          <DownloadIcon size={18} />
          {t('order.receipt.pdf')}
        </a>
      </li>
      {others.map(({ id, kind, number }) => (
        <li key={id}>
          <a className="link" href={paths.documentPdf(order.id, id)}>
            <DownloadIcon size={18} />
            {t(kind === 'credit-note' ? 'order.receipt.creditNotePdf' : 'order.receipt.cancellationPdf', { number })}
          </a>
        </li>
      ))}
    </ul>
  );
}
