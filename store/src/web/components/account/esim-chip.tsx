import { Chip } from '../../../ui/chip.tsx';
import { useTranslation } from '../../translation.tsx';
import { type EsimStatus, STATUS_TONE } from './esim-status.ts';

/** The status of an eSIM in a word. */
export function EsimChip({ status }: { status: EsimStatus }) {
  const { t } = useTranslation();
  return (
    <Chip tone={STATUS_TONE[status]} dot>
      {t(`profile.esims.status.${status}`)}
    </Chip>
  );
}
