import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { type Caller } from '../../../api.ts';
import { useFactorActions } from '../../../session/factor-actions.ts';
import { useTranslation } from '../../../translation.tsx';
import { ProblemAlert } from '../../../components/auth/problem-alert.tsx';
import { PhoneOnDemand } from '../../../components/phone/phone-on-demand.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { FactorList } from './factor-list.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { Section } from '../section.tsx';
import { SetUpApp } from './set-up-app.tsx';
import type { AccountDetails } from '../use-account.ts';
import { useFactors, useFactorWords } from './use-factors.ts';
type Props = { email: string | null; details: AccountDetails; caller: Caller; onChanged: () => void };

/** Second factors and recovery codes. Each change requires a recent sign-in. */
export function FactorsSection({ email, details, caller, onChanged }: Props) {
  const { t } = useTranslation();
  const factors = useFactors(details, caller, onChanged);
  const { busy, problem, startApp, app, addPhone, makeCodes, ask, leaving, setLeaving, remove } = factors;
  const { nameOf } = useFactorWords();
  const { account, secondFactors } = details;
  return (
    <Section
      name="factors"
      text={t(account.emailVerified ? 'factors.list.text' : 'factors.list.unverified')}
      action={
        account.emailVerified && (
          <div className="row flex-wrap">
            <Button variant="secondary" loading={busy && leaving === undefined} onClick={() => void startApp()}>
              {t('factors.list.add')}
            </Button>
            <Button variant="secondary" disabled={busy} onClick={() => void addPhone()}>
              {t('factors.list.addPhone')}
            </Button>
          </div>
        )
      }
    >
      {problem !== undefined && leaving === undefined && app === undefined && <ProblemAlert problem={problem} />}
      {secondFactors.length > 0 && (
        <FactorList details={details} busy={busy} onRemove={ask} onMakeCodes={() => void makeCodes()} />
      )}
      <NewFactorDialogs factors={factors} email={email} />
      <ConfirmDialog
        open={leaving !== undefined}
        title={leaving === undefined ? '' : t('factors.list.ask', { name: nameOf(leaving) })}
        confirm={t('factors.list.remove')}
        danger
        busy={busy}
        problem={problem}
        onConfirm={() => leaving !== undefined && void remove(leaving)}
        onClose={() => setLeaving(undefined)}
      >
        <p>{t(secondFactors.length > 1 ? 'factors.list.askText' : 'factors.list.askLast')}</p>
      </ConfirmDialog>
    </Section>
  );
}

/** A new app, a new number, and the recovery codes. */
function NewFactorDialogs({
  factors: { app, setApp, addsPhone, setAddsPhone, turnedOn, codes, setCodes },
  email,
}: Pick<Props, 'email'> & { factors: ReturnType<typeof useFactors> }) {
  const { t } = useTranslation();
  const actions = useFactorActions();
  return (
    <>
      <Dialog
        open={app !== undefined}
        onClose={() => setApp(undefined)}
        title={t('factors.setUp.title')}
        closeLabel={t('settings.close')}
      >
        {app !== undefined && <SetUpApp app={app} onDone={() => void turnedOn()} />}
      </Dialog>
      <Dialog
        open={addsPhone}
        onClose={() => setAddsPhone(false)}
        title={t('factors.list.addPhone')}
        closeLabel={t('settings.close')}
      >
        <PhoneOnDemand
          purpose="factor"
          onNumber={actions.startPhone}
          onCode={async (sent, code) => {
            await actions.finishPhone(sent, code);
            void turnedOn();
          }}
        />
      </Dialog>
      <Dialog
        open={codes !== undefined}
        onClose={() => setCodes(undefined)}
        title={t('factors.codes.title')}
        closeLabel={t('settings.close')}
      >
        {codes !== undefined && <RecoveryCodes codes={codes} email={email ?? ''} onDone={() => setCodes(undefined)} />}
      </Dialog>
    </>
  );
}
