import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { useAccountActions } from '../../session/account-actions.ts';
import { usePhoneActions } from '../../session/phone-actions.ts';
import { useTranslation } from '../../translation.tsx';
import { ProblemAlert } from '../../components/auth/problem-alert.tsx';
import { PhoneOnDemand } from '../../components/phone/phone-on-demand.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useRecentLogin } from './recent-login/recent-login.tsx';
import { Section } from './section.tsx';
import type { AccountDetails } from './use-account.ts';
import { useAction } from './use-action.ts';

type Props = { details: AccountDetails; onChanged: () => void };

/** The phone number that signs in: add, change, remove, each after a recent sign-in. */
export function PhoneSection({ details: { account, recentUntil }, onChanged }: Props) {
  const { t } = useTranslation();
  const toast = useToast();
  const { unlink } = useAccountActions();
  const { setNumber } = usePhoneActions();
  const { prove } = useRecentLogin();
  const { busy, problem, run, clear } = useAction();
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const number = account.phoneNumber;
  const isLastWay = account.email === null && !account.hasPassword && account.providers.length === 0;

  /** Required before the text is sent, so that no code is wasted. */
  async function ask() {
    clear();
    if (Date.now() >= recentUntil && !(await prove())) return;
    setAsking(true);
  }

  async function remove() {
    if (!(await run(() => unlink('phone')))) return;
    setLeaving(false);
    toast(t('settings.phone.removed'));
    onChanged();
  }

  return (
    <Section name="phone" text={t('settings.phone.text')}>
      {problem !== undefined && !leaving && <ProblemAlert problem={problem} />}
      <div className="flex flex-wrap items-center gap-3">
        <b className="min-w-0 flex-1">{number ?? t('settings.phone.none')}</b>
        <Button variant="secondary" disabled={busy} onClick={() => void ask()}>
          {t(number === null ? 'settings.phone.add' : 'settings.phone.change')}
        </Button>
        {number !== null && (
          <Button
            variant="secondary"
            disabled={busy || isLastWay}
            aria-describedby={isLastWay ? 'phone-last-way' : undefined}
            onClick={() => {
              clear();
              setLeaving(true);
            }}
          >
            {t('settings.phone.remove')}
          </Button>
        )}
      </div>
      {number !== null && isLastWay && (
        <p className="muted small" id="phone-last-way">
          {t('settings.phone.lastWay')}
        </p>
      )}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t(number === null ? 'settings.phone.add' : 'settings.phone.change')}
        closeLabel={t('settings.close')}
      >
        <PhoneOnDemand
          purpose="add"
          onCode={async (sent, code) => {
            await setNumber(sent, code);
            setAsking(false);
            toast(t('settings.phone.saved'));
            onChanged();
          }}
        />
      </Dialog>
      <ConfirmDialog
        open={leaving}
        title={t('settings.phone.removeAsk')}
        confirm={t('settings.phone.remove')}
        danger
        busy={busy}
        problem={problem}
        onConfirm={() => void remove()}
        onClose={() => setLeaving(false)}
      >
        <p>{t('settings.phone.removeText', { number: number ?? '' })}</p>
      </ConfirmDialog>
    </Section>
  );
}
