import { useState } from 'react';
import { useToast } from '../../../ui/toast.tsx';
import { type Problem, problemOf } from '../../components/auth/use-auth-form.ts';
import { useProviderPopup } from '../../components/auth/use-provider-popup.ts';
import { useAccountActions } from '../../session/account-actions.ts';
import { PROVIDER_IDS, PROVIDER_NAMES, type Provider } from '../../session/provider-names.ts';
import { useTranslation } from '../../translation.tsx';
import { isTooOld, useRecentLogin } from './recent-login/recent-login.tsx';
import type { AccountDetails } from './use-account.ts';
import { useAction } from './use-action.ts';

/** The linked providers, and the actions that link and unlink one. */
export function useLinked({ account, recentUntil }: AccountDetails, onChanged: () => void) {
  const { t } = useTranslation();
  const toast = useToast();
  const { unlink } = useAccountActions();
  const popup = useProviderPopup();
  const { prove } = useRecentLogin();
  const { busy, problem, run, clear } = useAction();
  const [proven, setProven] = useState<Provider>();
  const [popupProblem, setPopupProblem] = useState<Problem>();
  const [leaving, setLeaving] = useState<Provider>();
  const { providers, addUnlinked } = useProviders(account);

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
    addUnlinked(PROVIDER_IDS[provider]);
    toast(t('settings.linked.undone', { provider: PROVIDER_NAMES[provider] }));
    onChanged();
  }

  return {
    providers,
    busy,
    popup,
    problem,
    /** The problem of the section itself. */
    shown: popupProblem ?? (leaving === undefined ? problem : undefined),
    clear,
    ask,
    link,
    remove,
    proven,
    setProven,
    leaving,
    setLeaving,
  };
}

/** The linked providers. What was unlinked takes effect at once: the next click may come before the account is read again. */
function useProviders(account: AccountDetails['account']) {
  const [unlinked, setUnlinked] = useState<{ from: typeof account; ids: readonly string[] }>();
  const gone = unlinked?.from === account ? unlinked.ids : [];
  const providers = account.providers.filter(({ provider }) => !gone.includes(provider));
  const addUnlinked = (id: string) => setUnlinked({ from: account, ids: [...gone, id] });
  return { providers, addUnlinked };
}
