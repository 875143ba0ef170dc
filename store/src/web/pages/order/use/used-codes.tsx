import type { EsimInstallView, LineView } from '../../../../shared/views.ts';
import { statusOf } from '../../../components/account/esim-status.ts';
import { QrCode } from '../../../components/account/qr-code.tsx';
import { useTranslation } from '../../../translation.tsx';
import { CodeFields } from '../install/manual-codes.tsx';
import { useLineWords } from '../order-words.ts';

/** The codes of an eSIM that is on a phone, folded: they work once. */
export function UsedCodes({ line, esim, over }: { line: LineView; esim: EsimInstallView; over: boolean }) {
  const { t } = useTranslation();
  const { destination } = useLineWords()(line);
  const state = statusOf(esim) === 'deleted' ? 'codesDeleted' : over ? 'codesOver' : 'codesInstalled';
  return (
    <details className="card used-codes no-print">
      <summary>
        <b className="strong">{t('order.use.codes')}</b>
        <span className="small muted">{t(`order.use.${state}`)}</span>
      </summary>
      <div className="stack mt-4 mb-3 gap-4">
        <div className="qr-box justify-self-start">
          <QrCode text={esim.lpa} label={t('order.qr.label', { destination })} />
        </div>
        <CodeFields esim={esim} />
      </div>
    </details>
  );
}
