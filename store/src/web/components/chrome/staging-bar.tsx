import { modeFacts } from '../../../shared/mode.ts';
import { useRootData } from '../../root-data.ts';
import { useTranslation } from '../../translation.tsx';

/** Above the header of a rehearsal: nothing here is real. */
export function StagingBar() {
  const { t } = useTranslation();
  const { mode } = useRootData();
  if (!modeFacts(mode).isRehearsal) return null;
  return <p className="staging-bar">{t('chrome.staging')}</p>;
}
