import { Button } from '../../../../ui/button.tsx';
import { PrinterIcon } from '../../../../ui/icons.tsx';
import { useTranslation } from '../../../translation.tsx';

/** Prints the facts of the page, and the codes of eSIMs that are to be installed (order.css). */
export function PrintButton() {
  const { t } = useTranslation();
  return (
    <Button variant="ghost" className="no-print" icon={<PrinterIcon size={18} />} onClick={() => window.print()}>
      {t('esim.print')}
    </Button>
  );
}
