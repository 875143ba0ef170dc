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
export function PhoneSection({ details, onChanged }: Props) {
  const { t } = useTranslation();
  const { setNumber } = usePhoneActions();
  const toast = useToast();
  const { busy, problem, asking, setAsking, leaving, setLeaving, ask, askToRemove, remove } = usePhone(
    details,
    onChanged,
  );
  const { account } = details;
  const number = account.phoneNumber;
  const isLastWay = account.email === null && !account.hasPassword && account.providers.length === 0;
  return (
    <Section name="phone" text={t('settings.phone.text')}>
      {problem !== undefined && !leaving && <ProblemAlert problem={problem} />}
      <NumberRow number={number} isLastWay={isLastWay} busy={busy} onAsk={() => void ask()} onRemove={askToRemove} />
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

/** The dialogs of the section, and what they do. */
function usePhone({ recentUntil }: AccountDetails, onChanged: () => void) {
  const { t } = useTranslation();
  const toast = useToast();
  const { unlink } = useAccountActions();
  const { prove } = useRecentLogin();
  const { busy, problem, run, clear } = useAction();
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);

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

  function askToRemove() {
    clear();
    setLeaving(true);
  }

  return { busy, problem, asking, setAsking, leaving, setLeaving, ask, askToRemove, remove };
}

function NumberRow({
  number,
  isLastWay,
  busy,
  onAsk,
  onRemove,
}: {
  number: string | null;
  isLastWay: boolean;
  busy: boolean;
  onAsk: () => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <b className="min-w-0 flex-1">{number ?? t('settings.phone.none')}</b>
        <Button variant="secondary" disabled={busy} onClick={onAsk}>
          {t(number === null ? 'settings.phone.add' : 'settings.phone.change')}
        </Button>
        {number !== null && (
          <Button
            variant="secondary"
            disabled={busy || isLastWay}
            aria-describedby={isLastWay ? 'phone-last-way' : undefined}
            onClick={onRemove}
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
    </>
  );
}
