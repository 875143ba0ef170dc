import { withdrawalEnds } from '../../../shared/rights.ts';
import { dateIn } from '../../../shared/time-zone.ts';
import type { OrderView } from '../../../shared/views.ts';
import { paths } from '../../../shared/paths.ts';
import { useNow } from '../../components/account/now.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';

/** States in which an order holds money. */
const HELD: readonly OrderView['status'][] = ['paid', 'fulfilling', 'fulfilled', 'disputed'];

/** The withdrawal function through the whole period, as the law asks. */
export function WithdrawNote({ order: { id, status, paidAt, timeZone } }: { order: OrderView }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  if (paidAt === null || !HELD.includes(status)) return null;
  const ends = withdrawalEnds({ paidAt: new Date(paidAt), timeZone }).getTime();
  if (now >= ends) return null;
  return (
    <p className="wrap small muted no-print pb-8">
      {t('order.withdrawUntil', { date: format.day(lastDay(new Date(ends - 1), timeZone)) })}{' '}
      <PageLink className="link inline-flex min-h-11 items-center" to={paths.withdraw(id)}>
        {t('chrome.footer.withdraw')}
      </PageLink>
    </p>
  );
}

/** The period ends with a day of UTC or of the buyer's zone, whichever is later: in the other one that may be the next day. */
const lastDay = (end: Date, timeZone: string | null): string =>
  [dateIn(end, 'UTC'), dateIn(end, timeZone ?? 'UTC')].toSorted()[0]!;
