import { BRAND_SLUG } from '../../../../shared/brand.ts';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { CopyIcon, DownloadIcon, PrinterIcon } from '../../../../ui/icons.tsx';
import { useToast } from '../../../../ui/toast.tsx';
import { useTranslation } from '../../../translation.tsx';

/** Ten recovery codes, shown only once: to save, print or copy before the dialog is closed. */
export function RecoveryCodes({ codes, email, onDone }: { codes: string[]; email: string; onDone: () => void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const [missing, setMissing] = useState(false);
  const text = [t('factors.codes.file', { email }), t('factors.codes.each'), '', ...codes, ''].join('\n');

  function save() {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const link = Object.assign(document.createElement('a'), {
      href: address,
      download: `${BRAND_SLUG}-recovery-codes.txt`,
    });
    link.click();
    URL.revokeObjectURL(address);
  }

  async function copy() {
    await navigator.clipboard.writeText(text);
    toast(t('factors.codes.copied'));
  }

  function finish(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (new FormData(event.currentTarget).get('kept') === null) setMissing(true);
    else onDone();
  }

  return (
    <form className="stack gap-5" method="post" noValidate onSubmit={finish}>
      <p className="muted">{t('factors.codes.text')}</p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row flex-wrap">
        <Button variant="secondary" icon={<DownloadIcon size={18} />} onClick={save}>
          {t('factors.codes.save')}
        </Button>
        <Button variant="secondary" icon={<PrinterIcon size={18} />} onClick={() => print()}>
          {t('factors.codes.print')}
        </Button>
        <Button variant="secondary" icon={<CopyIcon size={18} />} onClick={() => void copy()}>
          {t('factors.codes.copy')}
        </Button>
      </div>
      <Checkbox
        name="kept"
        label={t('factors.codes.kept')}
        error={missing ? t('factors.codes.keptFirst') : undefined}
        onChange={() => setMissing(false)}
      />
      <Button type="submit" size="lg" block>
        {t('factors.codes.done')}
      </Button>
    </form>
  );
}
