import type { DeviceFamily } from '../../../shared/devices/types.ts';
import { useTranslation } from '../../translation.tsx';
import { useDeviceWords } from './device-phrases.ts';

/** The source of an answer with the day on which it was read, or a note that there is none. */
export function SourceNote({ family: { checked, source, readAt } }: { family: DeviceFamily }) {
  const { t } = useTranslation();
  const { day } = useDeviceWords();
  if (checked === 'notes') return t('devices.verdict.unconfirmed');
  return (
    <>
      <a className="link" href={source} target="_blank" rel="noopener">
        {t('devices.verdict.source')}
      </a>
      {`, ${t('devices.verdict.sourceRead', { date: day(readAt) })}.`}
    </>
  );
}
