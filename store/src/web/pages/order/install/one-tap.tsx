import type { EsimInstallView } from '../../../../shared/views.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { LinkButton } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { useTranslation } from '../../../translation.tsx';
import { AndroidMark, AppleMark } from './phone-marks.tsx';
import { useReader } from './platform.ts';

/**
 * Links that open the phone's own eSIM screen. Plain links in this very tab: universal links do not fire from scripts or
 * new tabs. Both are always offered, since no browser tells whether a phone can.
 */
export function OneTapInstall({ esim }: { esim: EsimInstallView }) {
  const { t } = useTranslation();
  const { phone, inApp } = useReader();
  const onAndroid = phone === 'android';
  return (
    <Card padded className="install-panel__one-tap no-print">
      <h2 className="h-sec mb-1">{t('order.oneTap.title')}</h2>
      <p className="muted small mb-4">{t('order.oneTap.text')}</p>
      {inApp && (
        <Alert tone="warning" className="mb-4">
          {t('order.oneTap.inApp')}
        </Alert>
      )}
      <div className="stack gap-3">
        <LinkButton size="lg" block variant={onAndroid ? 'secondary' : 'primary'} href={esim.appleUrl}>
          <AppleMark />
          {t('order.oneTap.iphone')}
        </LinkButton>
        <LinkButton size="lg" block variant={onAndroid ? 'primary' : 'secondary'} href={esim.androidUrl}>
          <AndroidMark />
          {t('order.oneTap.android')}
        </LinkButton>
        <p className="hint">{t('order.oneTap.note')}</p>
      </div>
    </Card>
  );
}
