import { useState } from 'react';
import type { EsimInstallView, OrderView } from '../../../http/api/views.ts';
import { paths } from '../../../shared/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { DownloadIcon, PrinterIcon, SendIcon } from '../../../ui/icons.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { type Caller, fetchAs } from '../../api.ts';
import { useTranslation } from '../../translation.tsx';
import { useOrderWords } from './order-words.ts';
import { QrCode } from './qr-code.tsx';
import { ResendDialog } from './resend-dialog.tsx';

/** The code, and three ways to keep it: as a picture, on paper, by mail. */
export function QrPanel({
  order,
  esim,
  caller,
  onOrder,
}: {
  order: OrderView;
  esim: EsimInstallView;
  caller: Caller;
  onOrder: (order: OrderView) => void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const { destination } = useOrderWords(order);
  const [saving, setSaving] = useState(false);
  const [mailing, setMailing] = useState(false);

  /** Fetched, not linked to: a link carries no token. */
  async function save() {
    setSaving(true);
    try {
      const answer = await fetchAs(caller, paths.api.orderQr(order.id));
      if (!answer.ok) throw new Error(`no picture: ${answer.status}`);
      download(
        await answer.blob(),
        t('order.qr.filename', { destination: order.line.offerSlug, number: order.number }),
      );
    } catch {
      toast(t('order.qr.saveFailed'));
    } finally {
      setSaving(false);
    }
  }

  return (
    <div className="ins-qr">
      <div className="qrbox">
        <QrCode text={esim.lpa} label={t('order.qr.label', { destination })} />
      </div>
      <p className="small muted max-w-[30ch] text-center">{t('order.qr.scan')}</p>
      <div className="ins-keep no-print">
        <Button variant="secondary" icon={<DownloadIcon size={18} />} loading={saving} onClick={() => void save()}>
          {t('order.qr.save')}
        </Button>
        <Button variant="secondary" icon={<PrinterIcon size={18} />} onClick={() => window.print()}>
          {t('order.qr.print')}
        </Button>
        {order.resendable && (
          <Button
            variant="secondary"
            className="ins-keep-wide"
            icon={<SendIcon size={18} />}
            onClick={() => setMailing(true)}
          >
            {t('order.qr.email')}
          </Button>
        )}
      </div>
      <ResendDialog open={mailing} onClose={() => setMailing(false)} order={order} caller={caller} onOrder={onOrder} />
    </div>
  );
}

function download(picture: Blob, filename: string): void {
  const url = URL.createObjectURL(picture);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  // The download has its own hold on the picture once it has begun.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
