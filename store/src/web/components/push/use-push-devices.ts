import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { PushDevices } from '../../../http/api/push-views.ts';
import { apiErrorCode } from '../../api.ts';
import { devicesOf, type PushOwner, pushSupport, rememberedId, turnOff, turnOn } from '../../offline/push-device.ts';
import { useRootData } from '../../root-data.ts';
import { useTranslation } from '../../translation.tsx';

/** What this browser can do: `denied` until its owner allows notices of this site in its settings. */
export type Ability = 'unknown' | 'ready' | 'denied' | 'home-screen' | 'none';

/** Why notices could not be turned on or off: `push.<name>` has its text. */
export type PushProblem = 'dismissed' | 'failed' | 'failedCall' | 'refused';

export type DeviceList = { is: 'loading' } | { is: 'failed' } | ({ is: 'ready' } & PushDevices);

/** The devices that show notices, and what turns them on and off. `changed` is called after each change. */
export function usePushDevices(owner: PushOwner, changed: (what: 'turnedOn' | 'removed') => void) {
  const { locale } = useTranslation();
  const [list, setList] = useState<DeviceList>({ is: 'loading' });
  const [ability, setAbility] = useAbility();
  /** `on`, or the id of the device that is being removed. */
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<PushProblem>();
  const name = 'order' in owner ? owner.order : owner.uid;

  const read = useEffectEvent(async () => {
    try {
      setList({ is: 'ready', ...(await devicesOf(owner)) });
    } catch {
      setList({ is: 'failed' });
    }
  });
  const [round, setRound] = useState(0);
  useEffect(() => void read(), [name, round]);

  const retry = useCallback(() => {
    setList({ is: 'loading' });
    setRound((before) => before + 1);
  }, []);

  async function on(): Promise<void> {
    if (list.is !== 'ready') return;
    setProblem(undefined);
    setBusy('on');
    try {
      // Before anything else: a browser asks only as the answer to a tap.
      const permission = await Notification.requestPermission();
      if (permission === 'denied') return setAbility('denied');
      if (permission !== 'granted') return setProblem('dismissed');
      setList({ is: 'ready', ...(await turnOn(owner, list.publicKey, locale)) });
      changed('turnedOn');
    } catch (error) {
      const code = (error as Error).name === 'ApiError' ? apiErrorCode(error) : undefined;
      setProblem(code === undefined ? 'failed' : code === 'invalid-input' ? 'refused' : 'failedCall');
    } finally {
      setBusy(undefined);
    }
  }

  async function remove(id: string): Promise<void> {
    setProblem(undefined);
    setBusy(id);
    try {
      await turnOff(owner, id);
      setList({ is: 'ready', ...(await devicesOf(owner)) });
      changed('removed');
    } catch {
      setProblem('failedCall');
    } finally {
      setBusy(undefined);
    }
  }

  const here = ability === 'unknown' ? undefined : rememberedId(owner);
  return { list, ability, here, busy, problem, on, remove, retry };
}

/** Follows the permission: a person may change it in the browser's settings while the page is open. */
function useAbility() {
  const { offlinePage } = useRootData();
  const [ability, setAbility] = useState<Ability>('unknown');
  useEffect(() => {
    const look = () => {
      const support = offlinePage ? pushSupport() : 'none';
      setAbility(support === 'ready' && Notification.permission === 'denied' ? 'denied' : support);
    };
    look();
    const left = new AbortController();
    void navigator.permissions?.query({ name: 'notifications' }).then(
      (status) => status.addEventListener('change', look, { signal: left.signal }),
      () => undefined,
    );
    return () => left.abort();
  }, [offlinePage]);
  return [ability, setAbility] as const;
}
