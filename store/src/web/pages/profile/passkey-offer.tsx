import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { CheckIcon, FingerprintIcon } from '../../../ui/icons.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { callApi, type Caller } from '../../api.ts';
import { usePasskeyActions } from '../../session/passkey-actions.ts';
import { ceremonies } from '../../session/passkey-ceremonies.ts';
import { passkeyErrorWords } from '../../session/passkey-message.ts';
import { noteOffer } from '../../session/passkey-support.ts';
import { useTranslation } from '../../translation.tsx';
import { ProblemAlert } from '../../components/auth/problem-alert.tsx';
import { type Problem, problemOf } from '../../components/auth/use-auth-form.ts';

type Props = { caller: Caller; /** Nothing to offer, or it was answered. */ onDone: () => void };

const REASONS = ['nothing', 'copy', 'password'] as const;

/** After a sign-in: offers a passkey for the next one, on a device that supports it, to an account without one. */
export function PasskeyOffer({ caller, onDone }: Props) {
  const { t } = useTranslation();
  const titleId = useId();
  const { shown, busy, problem, accept } = useOffer({ caller, onDone });
  if (!shown) return null;
  return (
    <section className="card card-p passkey-offer" aria-labelledby={titleId}>
      <span className="passkey-offer__icon">
        <FingerprintIcon size={24} />
      </span>
      <div className="stack gap-4">
        <div className="grid gap-1">
          <h2 className="h-sec" id={titleId}>
            {t('auth.passkey.offer.title')}
          </h2>
          <p className="muted">{t('auth.passkey.offer.text')}</p>
        </div>
        <ul className="passkey-offer__reasons">
          {REASONS.map((reason) => (
            <li key={reason}>
              <CheckIcon size={16} />
              {t(`auth.passkey.offer.${reason}`)}
            </li>
          ))}
        </ul>
        {problem !== undefined && <ProblemAlert problem={problem} />}
        <div className="row flex-wrap gap-2">
          {/* Secondary: the page's primary button installs an eSIM, or leads to the plans. */}
          <Button variant="secondary" icon={<FingerprintIcon size={18} />} loading={busy} onClick={() => void accept()}>
            {t('auth.passkey.create')}
          </Button>
          <Button
            variant="ghost"
            disabled={busy}
            onClick={() => {
              noteOffer({ forGood: false });
              onDone();
            }}
          >
            {t('auth.passkey.offer.notNow')}
          </Button>
        </div>
        <p className="muted small">{t('auth.passkey.offer.again')}</p>
      </div>
    </section>
  );
}

/** Whether to offer it, which the account and the device decide, and the acceptance. */
function useOffer({ caller, onDone }: Props) {
  const { t } = useTranslation();
  const toast = useToast();
  const { create } = usePasskeyActions();
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  const latest = useRef({ caller, onDone });

  useEffect(() => {
    latest.current = { caller, onDone };
  });

  useEffect(() => {
    let left = false;
    void hasNone(latest.current.caller).then((offer) => {
      if (left) return;
      if (offer) setShown(true);
      else latest.current.onDone();
    });
    return () => {
      left = true;
    };
  }, []);

  async function accept() {
    setBusy(true);
    setProblem(undefined);
    try {
      await create(caller);
      noteOffer({ forGood: true });
      toast(t('auth.passkey.created'));
      onDone();
    } catch (error) {
      setProblem(problemOf(error, passkeyErrorWords(error) ?? ((words) => words('auth.passkey.errors.failed'))));
      setBusy(false);
    }
  }

  return { shown, busy, problem, accept };
}

async function hasNone(caller: Caller): Promise<boolean> {
  try {
    if (!(await ceremonies.onThisDevice())) return false;
    return (await callApi('get /account', { caller })).passkeys.length === 0;
  } catch {
    return false;
  }
}
