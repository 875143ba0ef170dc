import type { DeviceFamily } from '../../../shared/devices/types.ts';
import { useTranslation } from '../../translation.tsx';
import { useDeviceWords } from './device-phrases.ts';

/** The source of an answer with the day on which it was read. `notes`: it does not confirm every version. */
export function SourceNote({ family: { checked, source, readAt } }: { family: DeviceFamily }) {
  const { t } = useTranslation();
  const { day } = useDeviceWords();
  return (
    <>
      <a className="link" href={source} target="_blank" rel="noopener">
        {t(checked === 'notes' ? 'devices.verdict.sourceUnsure' : 'devices.verdict.source')}
      </a>
      {`, ${t('devices.verdict.sourceRead', { date: day(readAt) })}.`}
    </>
  );
}
