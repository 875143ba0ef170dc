import type { ReactNode } from 'react';
import type { EsimInstallView, OrderLineView, OrderView } from '../../../../shared/views.ts';
import type { Caller } from '../../../api.ts';
import { BuyAgain } from '../../../components/account/buy-again.tsx';
import { type EsimStatus, statusOf } from '../../../components/account/esim-status.ts';
import { useTranslation } from '../../../translation.tsx';
import { TopUpButton } from '../top-up/top-up-button.tsx';
import { useNewEsimWords } from './new-esim-words.ts';

/** States in which more data on the same eSIM helps: its data runs, or ran out before its days. */
const TO_TOP_UP: readonly EsimStatus[] = ['active', 'lowData', 'usedUp'];

type Props = { order: OrderView; line: OrderLineView; esim: EsimInstallView; number: number; caller: Caller };

/** The two ways to more data and how they differ: on the same eSIM, or a new one. */
export function MoreData({ order, line, esim, number, caller }: Props) {
  const { t } = useTranslation();
  const newEsim = useNewEsimWords();
  const status = statusOf(esim);
  // Some suppliers state that their eSIMs take no more data.
  const isTopUp = TO_TOP_UP.includes(status) && line.stated?.topUp !== false;
  const isQuiet = isTopUp || status === 'active' || status === 'installed';
  return (
    <div className="more-data no-print">
      {isTopUp && (
        <Way title={t('topup.row.title')} text={t('topup.row.text')}>
          <TopUpButton order={order} line={line} number={number} caller={caller} variant="primary" />
        </Way>
      )}
      <Way title={t('profile.esims.again')} text={newEsim(line, 'row')}>
        <BuyAgain plan={line} variant={isQuiet ? 'secondary' : 'primary'} />
      </Way>
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
