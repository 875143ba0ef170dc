import { useTranslation } from 'react-i18next';
import { useSessionStuck } from '../../session/session.ts';
import { ProblemAlert } from './problem-alert.tsx';

/** Says that the script of the session never came, where a page would otherwise wait for good. */
export function SessionStuck() {
  const { t } = useTranslation();
  if (!useSessionStuck()) return null;
  return (
    <div className="wrap pt-6">
      <ProblemAlert problem={{ text: t('errors.auth.chunk-load-failed'), chunk: true }} />
    </div>
  );
}
