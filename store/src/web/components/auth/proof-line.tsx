import { useProving } from '../../session/proof/state.ts';
import { useTranslation } from '../../translation.tsx';

/** Says what happens while a proof of work is solved; there is nothing to do and nothing to read off. */
export function ProofLine() {
  const { t } = useTranslation();
  return (
    <p className="proof-line" role="status">
      {useProving() ? t('auth.proof') : ''}
    </p>
  );
}
