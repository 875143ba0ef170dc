import { useState } from 'react';
import { endOfNumber } from '../../../../shared/masked-number.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { LifeBuoyIcon, PhoneIcon } from '../../../../ui/icons.tsx';
import { MessageIcon } from '../../../../ui/message-icon.tsx';
import { useToast } from '../../../../ui/toast.tsx';
import { type Caller, callApi } from '../../../api.ts';
import { useFormat } from '../../../format.ts';
import { type NewApp, useFactorActions } from '../../../session/factor-actions.ts';
import { useTranslation } from '../../../translation.tsx';
import '../../../components/auth/second-step/factor-words.ts';
import { ProblemAlert } from '../../../components/auth/problem-alert.tsx';
import { PhoneOnDemand } from '../../../components/phone/phone-on-demand.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { useRecentLogin } from '../recent-login/recent-login.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { Section } from '../section.tsx';
import { SetUpApp } from './set-up-app.tsx';
import type { AccountDetails } from '../use-account.ts';
import { useAction } from '../use-action.ts';

type Factor = AccountDetails['secondFactors'][number];
type Props = { email: string | null; details: AccountDetails; caller: Caller; onChanged: () => void };

/** Second factors and recovery codes. Each change requires a recent sign-in. */
export function FactorsSection({ email, details, caller, onChanged }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const toast = useToast();
  const actions = useFactorActions();
  const { busy, problem, run, clear } = useAction();
  const { prove } = useRecentLogin();
  const [app, setApp] = useState<NewApp>();
  const [addsPhone, setAddsPhone] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  const [leaving, setLeaving] = useState<Factor>();
  const { account, secondFactors, recoveryCodesLeft, recentUntil } = details;
  const isOn = secondFactors.length > 0;
  const wayOf = ({ number, kind }: Factor) =>
    number === null ? t(`factors.list.${kind}`) : `${t(`factors.list.${kind}`)} ${endOfNumber(number)}`;
  const nameOf = (factor: Factor) => factor.name ?? wayOf(factor);

  /** The recent sign-in is required before the text is sent, so that no code is wasted. */
  async function addPhone() {
    clear();
    if (Date.now() >= recentUntil && !(await prove())) return;
    setAddsPhone(true);
  }

  async function makeCodes() {
    const done = await run(async () => {
      const answer = await callApi('post /account/recovery-codes', { caller });
      setCodes(answer.codes);
    });
    if (done) onChanged();
  }

  async function turnedOn() {
    setApp(undefined);
    setAddsPhone(false);
    toast(t('factors.list.on'));
    onChanged();
    // After the first factor: without recovery codes, a lost phone would mean a lost account.
    if (!isOn) await makeCodes();
  }

  async function remove(factor: Factor) {
    if (!(await run(() => actions.remove(factor.id)))) return;
    setLeaving(undefined);
    toast(t('factors.list.removed', { name: nameOf(factor) }));
    onChanged();
  }

  return (
    <Section
      name="factors"
      text={t(account.emailVerified ? 'factors.list.text' : 'factors.list.unverified')}
      action={
        account.emailVerified && (
          <div className="row flex-wrap">
            <Button
              variant="secondary"
              loading={busy && leaving === undefined}
              onClick={() => void run(async () => setApp(await actions.startApp()))}
            >
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
      {isOn && (
        <ul className="settings-list">
          {secondFactors.map((factor) => (
            <li key={factor.id}>
              {factor.kind === 'phone' ? <MessageIcon /> : <PhoneIcon />}
              <div className="min-w-0 grow basis-32">
                <b className="break-words">{nameOf(factor)}</b>
                <p className="muted small break-words">
                  {[
                    ...(factor.name === null ? [] : [wayOf(factor)]),
                    ...(factor.addedAt === null
                      ? []
                      : [t('factors.list.added', { date: format.date(new Date(factor.addedAt)) })]),
                  ].join(' · ')}
                </p>
              </div>
              <Button
                variant="secondary"
                disabled={busy}
                aria-label={t('factors.list.removeName', { name: nameOf(factor) })}
                onClick={() => {
                  clear();
                  setLeaving(factor);
                }}
              >
                {t('factors.list.remove')}
              </Button>
            </li>
          ))}
          <li>
            <LifeBuoyIcon />
            <div className="min-w-0 grow basis-32">
              <b>{t('factors.list.codes')}</b>
              <p className="muted small">
                {recoveryCodesLeft === 0
                  ? t('factors.list.noCodes')
                  : t('factors.list.left', { count: recoveryCodesLeft })}
              </p>
            </div>
            <Button variant="secondary" disabled={busy} onClick={() => void makeCodes()}>
              {t('factors.list.make')}
            </Button>
          </li>
        </ul>
      )}
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
