import { useEffect, useRef, useState } from 'react';
import type { AccountPage } from '../../../http/api/account-views.ts';
import { BRAND } from '../../../shared/brand.ts';
import { paths } from '../../../shared/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckIcon, FaceIcon, FingerprintIcon } from '../../../ui/icons.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { callApi, type Caller } from '../../api.ts';
import { usePasskeyActions } from '../../session/passkey-actions.ts';
import { ceremonies } from '../../session/passkey-ceremonies.ts';
import { passkeyErrorWords } from '../../session/passkey-message.ts';
import { noteOffer } from '../../session/passkey-support.ts';
import { useTranslation } from '../../translation.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { ProblemAlert } from '../../components/auth/problem-alert.tsx';
import { type Problem, problemOf } from '../../components/auth/use-auth-form.ts';

type Props = { email: string | null; caller: Caller; /** Nothing to offer, or it was answered. */ onDone: () => void };

const REASONS = ['nothing', 'copy', 'password'] as const;

/** After a sign-in: offers a passkey for the next one, on a device that supports it, to an account without one. */
export function PasskeyOffer({ email, caller, onDone }: Props) {
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

  if (!shown) return null;
  return (
    <>
      <PageTitle title={t('auth.passkey.offer.title')} />
      <div className="auth">
        <section className="auth-form">
          <div className="stack gap-5 w-full max-w-[400px]">
            <header className="grid gap-2">
              <h1 className="h-page">{t('auth.passkey.offer.title')}</h1>
              <p className="muted">{t('auth.passkey.offer.text')}</p>
            </header>
            {problem !== undefined && <ProblemAlert problem={problem} />}
            <div className="stack gap-3">
              <Button size="lg" block icon={<FingerprintIcon />} loading={busy} onClick={() => void accept()}>
                {t('auth.passkey.create')}
              </Button>
              <Button
                variant="ghost"
                size="lg"
                block
                disabled={busy}
                onClick={() => {
                  noteOffer({ forGood: false });
                  onDone();
                }}
              >
                {t('auth.passkey.offer.notNow')}
              </Button>
            </div>
            <ul className="stack gap-3">
              {REASONS.map((reason) => (
                <li key={reason} className="row gap-3">
                  <CheckIcon size={18} />
                  {t(`auth.passkey.offer.${reason}`)}
                </li>
              ))}
            </ul>
            <p className="muted small">{t('auth.passkey.offer.again')}</p>
          </div>
        </section>
        <section className="auth-art" aria-hidden="true">
          <img className="map" src={paths.map('world')} alt="" width={1200} height={520} />
          <div className="auth-pass auth-pass--passkey">
            <FaceIcon size={64} />
            <b>{email ?? BRAND}</b>
            <span>{t('auth.passkey.offer.onPhone', { brand: BRAND })}</span>
          </div>
          <p className="auth-cap">{t('auth.passkey.offer.caption')}</p>
        </section>
      </div>
    </>
  );
}

async function hasNone(caller: Caller): Promise<boolean> {
  try {
    if (!(await ceremonies.onThisDevice())) return false;
    return (await callApi<AccountPage>(paths.api.account(), { caller })).passkeys.length === 0;
  } catch {
    return false;
  }
}
