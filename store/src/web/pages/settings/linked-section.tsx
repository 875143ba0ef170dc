import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { useAccountActions } from '../../session/account-actions.ts';
import { PROVIDER_IDS, PROVIDER_NAMES, type Provider, PROVIDERS } from '../../session/provider-names.ts';
import { useTranslation } from '../../translation.tsx';
import { ProblemAlert } from '../../components/auth/problem-alert.tsx';
import { FacebookIcon, GoogleIcon } from '../../components/auth/provider-icons.tsx';
import { type Problem, problemOf } from '../../components/auth/use-auth-form.ts';
import { useProviderPopup } from '../../components/auth/use-provider-popup.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { isTooOld, useRecentLogin } from './recent-login/recent-login.tsx';
import { Section } from './section.tsx';
import type { AccountDetails } from './use-account.ts';
import { useAction } from './use-action.ts';

const ICONS = { google: GoogleIcon, facebook: FacebookIcon };

type Props = { details: AccountDetails; onChanged: () => void };

/**
 * Google and Facebook, each linked or not. Unlinking the last way to sign in asks for confirmation. Linking requires a
 * recent sign-in before the provider's window opens, and then another click, because browsers block a window without
 * one.
 */
export function LinkedSection({ details: { account, recentUntil }, onChanged }: Props) {
  const { t } = useTranslation();
  const toast = useToast();
  const { unlink } = useAccountActions();
  const popup = useProviderPopup();
  const { prove } = useRecentLogin();
  const { busy, problem, run, clear } = useAction();
  const [proven, setProven] = useState<Provider>();
  const [popupProblem, setPopupProblem] = useState<Problem>();
  const [leaving, setLeaving] = useState<Provider>();
  // What was unlinked here takes effect at once: the next click may come before the account is read again.
  const [unlinked, setUnlinked] = useState<{ from: typeof account; ids: readonly string[] }>();
  const gone = unlinked?.from === account ? unlinked.ids : [];
  const providers = account.providers.filter(({ provider }) => !gone.includes(provider));
  const linked = (provider: Provider) => providers.find((each) => each.provider === PROVIDER_IDS[provider]);
  const isLastWay = !account.hasPassword && providers.length <= 1;
  const locked = busy || popup.provider !== undefined;

  async function askForProof(provider: Provider) {
    if (!(await prove())) return;
    setProven(provider);
    onChanged();
  }

  async function ask(provider: Provider) {
    clear();
    setPopupProblem(undefined);
    await (Date.now() < recentUntil ? link(provider) : askForProof(provider));
  }

  async function link(provider: Provider) {
    setProven(undefined);
    const outcome = await popup.link(provider);
    // The sign-in became too old while the window was open.
    if (outcome.is === 'failed' && isTooOld(outcome.error)) return askForProof(provider);
    if (outcome.is === 'failed') setPopupProblem(problemOf(outcome.error, outcome.words));
    if (outcome.is !== 'done') return;
    toast(t('settings.linked.done', { provider: PROVIDER_NAMES[provider] }));
    onChanged();
  }

  async function remove(provider: Provider) {
    setPopupProblem(undefined);
    if (!(await run(() => unlink(PROVIDER_IDS[provider])))) return;
    setLeaving(undefined);
    setUnlinked({ from: account, ids: [...gone, PROVIDER_IDS[provider]] });
    toast(t('settings.linked.undone', { provider: PROVIDER_NAMES[provider] }));
    onChanged();
  }

  const shown = popupProblem ?? (leaving === undefined ? problem : undefined);
  return (
    <Section name="linked" text={t('settings.linked.text')}>
      {shown !== undefined && <ProblemAlert problem={shown} />}
      <ul className="settings-list">
        {PROVIDERS.map((provider) => {
          const Icon = ICONS[provider];
          const current = linked(provider);
          const name = PROVIDER_NAMES[provider];
          return (
            <li key={provider}>
              <Icon />
              <div className="min-w-0 flex-1">
                <b>{name}</b>
                <p className="muted small break-words">
                  {current === undefined
                    ? t('settings.linked.none')
                    : (current.email ?? current.displayName ?? t('settings.linked.linked'))}
                </p>
              </div>
              {current === undefined ? (
                <Button
                  variant="secondary"
                  disabled={locked}
                  loading={popup.provider === provider}
                  aria-label={t('settings.linked.linkName', { provider: name })}
                  onClick={() => void ask(provider)}
                >
                  {t('settings.linked.link')}
                </Button>
              ) : (
                <Button
                  variant="secondary"
                  disabled={locked}
                  aria-label={t('settings.linked.unlinkName', { provider: name })}
                  onClick={() => {
                    clear();
                    if (isLastWay) setLeaving(provider);
                    else void remove(provider);
                  }}
                >
                  {t('settings.linked.unlink')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {popup.provider !== undefined && (
        <div className="popup-note" role="status">
          <p className="small">{t('auth.popup.waiting', { provider: PROVIDER_NAMES[popup.provider] })}</p>
          <Button variant="ghost" onClick={popup.cancel}>
            {t('auth.popup.cancel')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={proven !== undefined}
        title={t('settings.linked.go', { provider: proven === undefined ? '' : PROVIDER_NAMES[proven] })}
        confirm={proven === undefined ? '' : t(`auth.${proven}`)}
        busy={false}
        problem={undefined}
        onConfirm={() => proven !== undefined && void link(proven)}
        onClose={() => setProven(undefined)}
      >
        <p>{t('settings.linked.goText', { provider: proven === undefined ? '' : PROVIDER_NAMES[proven] })}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={leaving !== undefined}
        title={t('settings.linked.last', { provider: leaving === undefined ? '' : PROVIDER_NAMES[leaving] })}
        confirm={t('settings.linked.unlinkAnyway')}
        danger
        busy={busy}
        problem={problem}
        onConfirm={() => leaving !== undefined && void remove(leaving)}
        onClose={() => setLeaving(undefined)}
      >
        <p>{t('settings.linked.lastText')}</p>
      </ConfirmDialog>
    </Section>
  );
}
