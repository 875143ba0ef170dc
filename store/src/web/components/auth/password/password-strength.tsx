import { useCallback, useEffect, useState } from 'react';
import type { PasswordRules } from '../../../../shared/password-rules.ts';
import { isPredictable } from '../../../../shared/predictable-password.ts';
import { Meter } from '../../../../ui/meter.tsx';
import { useTranslation } from '../../../translation.tsx';
import { loadChunk } from '../../../session/load-chunk.ts';

const WORDS = ['veryWeak', 'weak', 'fair', 'good', 'strong'] as const;

/**
 * The strength of a password during typing: a meter and a word, announced politely. It only advises; the server's
 * policy refuses.
 */
export function PasswordStrength({
  password,
  email,
  rules,
}: {
  password: string;
  email: string;
  rules: PasswordRules;
}) {
  const { t } = useTranslation();
  const score = usePasswordScore(password, email);
  const short = password !== '' && password.length < rules.minLength;
  const predictable = isPredictable(password);
  const rating = score.status !== 'known' ? undefined : short || predictable ? 0 : score.score;
  const word = short
    ? t('auth.strength.short')
    : predictable
      ? t('auth.strength.pattern')
      : rating === undefined
        ? undefined
        : t(`auth.strength.${WORDS[rating] ?? 'strong'}`);
  return (
    <div className="strength">
      {rating !== undefined && word !== undefined ? (
        <Meter
          label={t('auth.strength.label')}
          value={(rating + 1) / WORDS.length}
          text={word}
          tone={rating < 2 ? 'warning' : 'normal'}
        />
      ) : (
        // The room of the meter and its word is kept, so that the fields below stay where they are.
        <div className="meter" aria-hidden="true" />
      )}
      <p className="hint strength__word" role="status">
        {word !== undefined && t('auth.strength.is', { strength: word })}
      </p>
      {score.status === 'failed' && (
        <p className="hint">
          {t('auth.strength.failed')}{' '}
          <button type="button" className="link" onClick={score.retry}>
            {t('auth.tryAgain')}
          </button>
        </p>
      )}
    </div>
  );
}

type PasswordScore =
  | { status: 'none' }
  | { status: 'failed'; retry: () => void }
  | { status: 'known'; /** 0 to 4 */ score: number };

/** Debounce: people type faster than a live region should speak. */
const PAUSE_MS = 200;

/** The strength of `password`; the estimator is loaded with its first letter. */
function usePasswordScore(password: string, email: string): PasswordScore {
  const [score, setScore] = useState<number>();
  const [failed, setFailed] = useState(false);
  const [round, setRound] = useState(0);
  const retry = useCallback(() => {
    setFailed(false);
    setRound((before) => before + 1);
  }, []);

  useEffect(() => {
    if (password === '') {
      setScore(undefined);
      return;
    }
    let left = false;
    const timer = setTimeout(() => {
      loadChunk(() => import('./estimator.ts')).then(
        ({ estimate }) => left || setScore(estimate(password, email.split('@'))),
        () => left || setFailed(true),
      );
    }, PAUSE_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [password, email, round]);

  if (failed) return { status: 'failed', retry };
  return score === undefined || password === '' ? { status: 'none' } : { status: 'known', score };
}
