import { useState } from 'react';
import { endOfNumber } from '../../../../shared/masked-number.ts';
import { useToast } from '../../../../ui/toast.tsx';
import { type Caller, callApi } from '../../../api.ts';
import { type NewApp, useFactorActions } from '../../../session/factor-actions.ts';
import { useTranslation } from '../../../translation.tsx';
import '../../../components/auth/second-step/factor-words.ts';
import { useRecentLogin } from '../recent-login/recent-login.tsx';
import type { AccountDetails } from '../use-account.ts';
import { useAction } from '../use-action.ts';

export type Factor = AccountDetails['secondFactors'][number];

/** The changes to the second factors, and what their dialogs show. */
export function useFactors({ secondFactors, recentUntil }: AccountDetails, caller: Caller, onChanged: () => void) {
  const { t } = useTranslation();
  const toast = useToast();
  const actions = useFactorActions();
  const { nameOf } = useFactorWords();
  const { busy, problem, run, clear } = useAction();
  const { prove } = useRecentLogin();
  const [app, setApp] = useState<NewApp>();
  const [addsPhone, setAddsPhone] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  const [leaving, setLeaving] = useState<Factor>();

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
    if (secondFactors.length === 0) await makeCodes();
  }

  async function remove(factor: Factor) {
    if (!(await run(() => actions.remove(factor.id)))) return;
    setLeaving(undefined);
    toast(t('factors.list.removed', { name: nameOf(factor) }));
    onChanged();
  }

  function ask(factor: Factor) {
    clear();
    setLeaving(factor);
  }

  const startApp = () => run(async () => setApp(await actions.startApp()));
  return {
    busy,
    problem,
    startApp,
    app,
    setApp,
    addPhone,
    addsPhone,
    setAddsPhone,
    turnedOn,
    makeCodes,
    codes,
    setCodes,
    ask,
    leaving,
    setLeaving,
    remove,
  };
}

/** A factor's kind with the end of its number, and its name, which is the kind unless the owner gave one. */
export function useFactorWords() {
  const { t } = useTranslation();
  const wayOf = ({ number, kind }: Factor) =>
    number === null ? t(`factors.list.${kind}`) : `${t(`factors.list.${kind}`)} ${endOfNumber(number)}`;
  const nameOf = (factor: Factor) => factor.name ?? wayOf(factor);
  return { wayOf, nameOf };
}
