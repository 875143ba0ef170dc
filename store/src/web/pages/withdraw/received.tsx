import { formatInstant } from '../../../i18n/format.ts';
import type { WithdrawalAnswer } from '../../../shared/forms/withdrawal.ts';
import { paths } from '../../../shared/paths.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CheckIcon, PrinterIcon } from '../../../ui/icons.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import { useHydrated } from '../../use-hydrated.ts';

type Sent = Extract<WithdrawalAnswer, { reference: string }>;

/** The confirmation: what was declared and when. It reads the same whether the order exists, and whose it is. */
export function Received({ sent }: { sent: Sent }) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const { email, orderId, isMailed } = sent;
  return (
    <>
      <div className="stack gap-4">
        <span className="withdraw__mark" aria-hidden="true">
          <CheckIcon size={24} strokeWidth={2.5} />
        </span>
        <h1>{t('withdraw.sent.title')}</h1>
        <p className="wrap-anywhere">{t(isMailed ? 'withdraw.sent.mailed' : 'withdraw.sent.notMailed', { email })}</p>
      </div>
      <Declaration sent={sent} />
      <p className="muted">
        {t(orderId === null ? 'withdraw.sent.linked' : 'withdraw.sent.owner')} {t('withdraw.sent.counts')}
      </p>
      <div className="row flex-wrap no-print">
        {orderId !== null && (
          <PageLink className={buttonClass({})} to={paths.order(orderId)}>
            {t('withdraw.sent.order')}
          </PageLink>
        )}
        {hydrated && (
          <Button variant="secondary" icon={<PrinterIcon size={18} />} onClick={() => window.print()}>
            {t('withdraw.sent.print')}
          </Button>
        )}
      </div>
    </>
  );
}

function Declaration({ sent }: { sent: Sent }) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const { reference, submittedAt, timeZone, name, order, email, lines } = sent;
  const what =
    lines === null
      ? t('withdraw.declaration.all')
      : lines
          .map((line) => `${line.name[locale]} ${line.unlimited ? t('plans.unlimited') : format.data(line.dataMb)}`)
          .join(', ');
  const rows: [string, string][] = [
    [t('withdraw.declaration.reference'), reference],
    [t('withdraw.declaration.received'), formatInstant(submittedAt, locale, 'UTC')],
    ...(timeZone === null
      ? []
      : [[t('withdraw.declaration.yourTime'), formatInstant(submittedAt, locale, timeZone)] as [string, string]]),
    [t('withdraw.form.name'), name],
    [t('withdraw.form.order'), order],
    [t('withdraw.declaration.what'), what],
    [t('withdraw.form.email'), email],
  ];
  return (
    <Card padded>
      <h2 className="h-sec">{t('withdraw.declaration.title')}</h2>
      <p className="strong mt-2">{t('withdraw.declaration.text')}</p>
      <dl className="dl mt-2">
        {rows.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
