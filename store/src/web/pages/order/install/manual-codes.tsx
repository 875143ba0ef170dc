import type { EsimInstallView } from '../../../../shared/views.ts';
import { Card } from '../../../../ui/card.tsx';
import { CopyField } from '../../../../ui/copy-field.tsx';
import { useTranslation } from '../../../translation.tsx';

/** The values for manual entry: iPhones ask for address and code, Android for the whole string (SGP.22, 4.1). */
export function ManualCodes({ esim }: { esim: EsimInstallView }) {
  const { t } = useTranslation();
  return (
    <Card padded className="install-panel__manual">
      <h2 className="h-sec mb-1">{t('order.codes.title')}</h2>
      <p className="muted small mb-4">{t('order.codes.text')}</p>
      <CodeFields esim={esim} />
    </Card>
  );
}

/** The codes to type, collapsed, on a page with several eSIMs. */
export function FoldedCodes({ esim }: { esim: EsimInstallView }) {
  const { t } = useTranslation();
  return (
    <details className="card card-p install-panel__manual">
      <summary className="strong cursor-pointer">{t('order.codes.title')}</summary>
      <p className="muted small my-3">{t('order.codes.text')}</p>
      <CodeFields esim={esim} />
    </details>
  );
}

export function CodeFields({ esim }: { esim: EsimInstallView }) {
  const { t } = useTranslation();
  return (
    <div className="stack gap-3">
      <CopyField
        label={t('order.codes.smdp')}
        value={esim.smdpAddress}
        copyLabel={t('order.codes.copySmdp')}
        copiedText={t('order.codes.copiedSmdp')}
      />
      <CopyField
        label={t('order.codes.activation')}
        value={esim.activationCode}
        copyLabel={t('order.codes.copyActivation')}
        copiedText={t('order.codes.copiedActivation')}
      />
      {esim.confirmationCode !== null && (
        <CopyField
          label={t('order.codes.confirmation')}
          value={esim.confirmationCode}
          copyLabel={t('order.codes.copyConfirmation')}
          copiedText={t('order.codes.copiedConfirmation')}
        />
      )}
      <CopyField
        label={t('order.codes.lpa')}
        value={esim.lpa}
        copyLabel={t('order.codes.copyLpa')}
        copiedText={t('order.codes.copiedLpa')}
      />
    </div>
  );
}
