import type { OrderLineView } from '../../../../shared/views.ts';
import { useLocalDate } from '../../../components/account/local-time.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import { shortIccid } from '../phone/phone-frame.tsx';

/** The eSIMs that the present one of a line replaces, folded: their codes are not shown any more. */
export function ReplacedEsims({ line }: { line: OrderLineView }) {
  const { t } = useTranslation();
  const format = useFormat();
  const dateOf = useLocalDate();
  const isOff = line.replacement?.oldProfile !== 'unknown';
  return line.replaced.map(({ id, iccid, endedAt, dataMb, remainingMb, unlimited }) => (
    <details key={id} className="card card-p replaced-esim no-print">
      <summary>
        <b className="strong">{t('replacement.oldOne.title')}</b>
      </summary>
      <p className="small muted mt-3">
        {t(isOff ? 'replacement.oldOne.text' : 'replacement.oldOne.textUnsure', {
          iccid: shortIccid(iccid),
          date: dateOf(endedAt),
        })}
      </p>
      {unlimited === null && (
        <p className="small muted">
          {t('replacement.oldOne.used', {
            used: format.data(dataMb - remainingMb),
            data: format.planData({ dataMb, unlimited }),
          })}
        </p>
      )}
    </details>
  ));
}
