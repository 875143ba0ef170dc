import { formatDate, formatMoney, formatSigned } from '../../../i18n/format.ts';
import { sumsOf } from '../../../shared/money.ts';
import { paths } from '../../../shared/paths.ts';
import type { DocumentView } from '../../../shared/document-view.ts';
import { DownloadIcon } from '../../../ui/icons.tsx';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';

/** The documents of a year in a table, whose rows have two lines on phones; and what was paid and paid back. */
export function ReceiptList({ documents, year }: { documents: readonly DocumentView[]; year: number }) {
  const { t } = useTranslation();
  const hasTax = documents.some(({ tax }) => tax !== null);
  return (
    <div className="stack gap-3">
      <table className={hasTax ? 'card receipt-list' : 'card receipt-list receipt-list--untaxed'}>
        <caption className="sr">{t('documents.list', { year })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('documents.date')}</th>
            <th scope="col">{t('documents.for')}</th>
            {hasTax && <th scope="col">{t('documents.tax')}</th>}
            <th scope="col">{t('documents.amount')}</th>
            <th scope="col">
              <span className="sr">{t('documents.file')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {documents.map((document) => (
            <Row key={document.id} document={document} hasTax={hasTax} />
          ))}
        </tbody>
      </table>
      <Sums documents={documents} year={year} />
    </div>
  );
}

function Row({ document, hasTax }: { document: DocumentView; hasTax: boolean }) {
  const { t, locale } = useTranslation();
  const { id, orderId, kind, number, of, total, tax } = document;
  const date = formatDate(document.issuedAt, locale, document.timeZone);
  return (
    <tr>
      <td className="receipt-list__date">{date}</td>
      <th scope="row" className="receipt-list__what">
        <b>{useSubject(document)}</b>
        <small>
          <span className="receipt-list__day">{date} · </span>
          <span className="mono">
            {of === null ? number : t(`documents.${kind === 'receipt' ? 'insteadOf' : 'about'}`, { number, of })}
          </span>
        </small>
      </th>
      {hasTax && <td className="tnum receipt-list__tax">{tax && formatSigned(tax, locale)}</td>}
      <td className="tnum receipt-list__amount">{formatSigned(total, locale)}</td>
      <td className="receipt-list__file">
        <a href={paths.documentPdf(orderId, id)} aria-label={t('documents.open', { number })}>
          <DownloadIcon size={20} />
        </a>
      </td>
    </tr>
  );
}

/** `Top-up France 1GB`, `France 3GB and 2 more`, or the kind of any other document. */
function useSubject(document: DocumentView): string {
  const { t } = useTranslation();
  const format = useFormat();
  const { kind, lines } = document;
  if (kind === 'credit-note') return t('documents.creditNote');
  if (kind === 'cancellation') return t(isOfSale(document) ? 'documents.cancelledReceipt' : 'documents.cancellation');
  const [first, ...others] = lines;
  if (!first) return '';
  const data = first.unlimited ? t('plans.unlimited') : format.data(first.dataMb);
  const name = t(first.isTopUp ? 'documents.topUp' : 'documents.item', { place: first.name, data });
  return others.length === 0 ? name : t('documents.more', { first: name, count: others.length });
}

/** A receipt, or what cancels one: its amount is below zero. The others are about money that went back. */
const isOfSale = ({ kind, total }: DocumentView) => kind === 'receipt' || (kind === 'cancellation' && total.amount < 0);

/** Counted from the lines above, one sentence for each currency. */
function Sums({ documents, year }: { documents: readonly DocumentView[]; year: number }) {
  const { t, locale } = useTranslation();
  const paid = sumsOf(documents.filter(isOfSale).map(({ total }) => total));
  const back = sumsOf(documents.filter((each) => !isOfSale(each)).map(({ total }) => total));
  return (
    <p className="small muted">
      {paid.map((sum) => {
        const less = back.find(({ currency }) => currency === sum.currency)?.amount ?? 0;
        const words = { year, paid: formatMoney(sum, locale), back: formatMoney({ ...sum, amount: -less }, locale) };
        return <span key={sum.currency}>{t(less < 0 ? 'documents.sums' : 'documents.sumsPaid', words)} </span>;
      })}
    </p>
  );
}
