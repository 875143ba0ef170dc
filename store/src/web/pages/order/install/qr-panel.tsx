import { useState } from 'react';
import type { EsimInstallView, LineView, OrderView } from '../../../../shared/views.ts';
import { paths } from '../../../../shared/paths.ts';
import { Button } from '../../../../ui/button.tsx';
import { DownloadIcon, PrinterIcon } from '../../../../ui/icons.tsx';
import { useToast } from '../../../../ui/toast.tsx';
import { type Caller, fetchAs } from '../../../api.ts';
import { useTranslation } from '../../../translation.tsx';
import { useLineWords } from '../order-words.ts';
import { QrCode } from '../../../components/account/qr-code.tsx';
import { ResendButton } from './resend-dialog.tsx';

/** The QR code, and three ways to save it: as a picture, on paper, by mail. */
export function QrPanel({
  order,
  line,
  esim,
  number,
  caller,
  onOrder,
}: {
  order: OrderView;
  line: LineView;
  esim: EsimInstallView;
  /** Its position among several, which are mailed together; null for the only one. */
  number: number | null;
  caller: Caller;
  onOrder: (order: OrderView) => void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const { destination } = useLineWords()(line);
  const [saving, setSaving] = useState(false);

  /** Fetched by script, because a link cannot send a token. */
  async function save() {
    setSaving(true);
    try {
      const answer = await fetchAs(caller, paths.api.orderQr(order.id, number ?? undefined));
      if (!answer.ok) throw new Error(`no picture: ${answer.status}`);
      download(
        await answer.blob(),
        t('order.qr.filename', {
          destination: line.offerSlug,
          number: number === null ? order.number : `${order.number}-${number}`,
        }),
      );
    } catch {
      toast(t('order.qr.saveFailed'));
    } finally {
      setSaving(false);
    }
  }

  return (
    <div className="install-panel__qr">
      <div className="qr-box">
        <QrCode text={esim.lpa} label={t('order.qr.label', { destination })} />
      </div>
      <p className="small muted install-panel__scan">{t('order.qr.scan')}</p>
      <div className="install-panel__keep no-print">
        <Button variant="secondary" icon={<DownloadIcon size={18} />} loading={saving} onClick={() => void save()}>
          {t('order.qr.save')}
        </Button>
        <Button variant="secondary" icon={<PrinterIcon size={18} />} onClick={() => window.print()}>
          {t('order.qr.print')}
        </Button>
        {number === null && order.resendable && (
          <ResendButton className="install-panel__keep-wide" order={order} caller={caller} onOrder={onOrder} />
        )}
      </div>
    </div>
  );
}

function download(picture: Blob, filename: string): void {
  const url = URL.createObjectURL(picture);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  // The download keeps the picture once it has started.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
