import type { ReactNode } from 'react';
import { paths } from '../../../../shared/paths.ts';
import type { EsimInstallView, OrderLineView, OrderView } from '../../../../shared/views.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import type { Caller } from '../../../api.ts';
import { BuyAgain } from '../../../components/account/buy-again.tsx';
import { type EsimStatus, statusOf } from '../../../components/account/esim-status.ts';
import { PageLink } from '../../../components/page-link.tsx';
import { useTranslation } from '../../../translation.tsx';
import { useRestText } from '../phone/phone-frame.tsx';
import { TopUpButton } from '../top-up/top-up-button.tsx';
import { useNewEsimWords } from './new-esim-words.ts';

/** States in which more data on the same eSIM helps: its data runs, or ran out before its days. */
const TO_TOP_UP: readonly EsimStatus[] = ['active', 'lowData', 'usedUp'];
/** States in which the wholesaler may refuse it: its answer is on the page of top-ups. */
const MAY_TOP_UP: readonly EsimStatus[] = ['ended'];

type Props = { order: OrderView; line: OrderLineView; esim: EsimInstallView; number: number; caller: Caller };

/**
 * The ways to more data and how they differ: on the same eSIM, or a new one. What is left on an eSIM that was deleted comes
 * first: another phone gets it for nothing.
 */
export function MoreData({ order, line, esim, number, caller }: Props) {
  const { t } = useTranslation();
  const newEsim = useNewEsimWords();
  const restText = useRestText();
  const status = statusOf(esim);
  // Some suppliers state that their eSIMs take no more data.
  const takesMore = line.stated?.topUp !== false;
  const isTopUp = TO_TOP_UP.includes(status) && takesMore;
  const isLeft = status === 'deleted' && line.rest !== null;
  const isQuiet = isTopUp || isLeft || status === 'active' || status === 'installed';
  const refused = !takesMore ? 'notSupported' : status === 'deleted' ? 'deleted' : null;
  return (
    <div className="more-data no-print">
      {isLeft && (
        <Way title={t('esim.moves.title')} text={t('esim.moves.text', { rest: restText(line) })}>
          <PageLink className={buttonClass()} to={paths.changedPhone(order.id, number)}>
            {t('esim.more.phone')}
          </PageLink>
        </Way>
      )}
      {isTopUp && (
        <Way title={t('topup.row.title')} text={t('topup.row.text')}>
          <TopUpButton order={order} line={line} number={number} caller={caller} variant="primary" />
        </Way>
      )}
      <Way title={t('profile.esims.again')} text={newEsim(line, 'row')}>
        <BuyAgain plan={line} variant={isQuiet ? 'secondary' : 'primary'} />
      </Way>
      {MAY_TOP_UP.includes(status) && takesMore && (
        <Way title={t('topup.row.title')} text={t('topup.row.ended')}>
          <TopUpButton order={order} line={line} number={number} caller={caller} variant="secondary" />
        </Way>
      )}
      {refused !== null && <p className="more-data__way small muted">{t(`topup.row.${refused}`)}</p>}
    </div>
  );
}

function Way({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="more-data__way">
      <p>
        <b className="strong">{title}</b> <span className="small muted">{text}</span>
      </p>
      {children}
    </div>
  );
}
