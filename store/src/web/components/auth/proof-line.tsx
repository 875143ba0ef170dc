import { useProving } from '../../session/proof/state.ts';
import { useTranslation } from '../../translation.tsx';

/** The message during a proof of work; the user has nothing to do. */
export function ProofLine() {
  const { t } = useTranslation();
  return (
    <p className="proof-line" role="status">
      {useProving() ? t('auth.proof') : ''}
    </p>
  );
}
