import { useEffect, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { PHONE_KEY } from '../../../../shared/devices/phone-key.ts';
import { useHydrated } from '../../../use-hydrated.ts';
import { type BrowserFacts, readThisDevice, type SeenDevice } from '../read-this-device.ts';

/** Phone families with different menus; each is also the anchor of its steps. */
export const PHONE_FAMILIES = ['iphone', 'samsung', 'pixel', 'android'] as const;
export type PhoneFamily = (typeof PHONE_FAMILIES)[number];

const asFamily = (value: string | null): PhoneFamily | undefined => PHONE_FAMILIES.find((each) => each === value);

/** The family of a device as the browser reports it; undefined for a computer. */
export function familyOf(seen: SeenDevice): PhoneFamily | undefined {
  if (seen.kind === 'iphone' || seen.kind === 'ipad') return 'iphone';
  if (seen.kind === 'computer') return undefined;
  const model = seen.kind === 'model' ? seen.model : '';
  if (/^(?:SM-|Galaxy)/i.test(model)) return 'samsung';
  return /^Pixel/i.test(model) ? 'pixel' : 'android';
}

/**
 * The family whose steps are shown: that of the URL, otherwise the stored choice, otherwise that of this phone, and on
 * a computer the first. Undefined before hydration, which renders what the server did.
 */
export function usePhoneFamily(): PhoneFamily | undefined {
  const inAddress = asFamily(useLocation().hash.slice(1));
  const [own, setOwn] = useState<PhoneFamily>();
  const isHydrated = useHydrated();
  useEffect(() => {
    let isMounted = true;
    void ownFamily().then((family) => isMounted && setOwn(family));
    return () => {
      isMounted = false;
    };
  }, []);
  // Stored before the steps are seen: who leaves the page at once finds them again.
  useLayoutEffect(() => {
    if (inAddress !== undefined) remember(inAddress);
  }, [inAddress]);
  return isHydrated ? (inAddress ?? own) : undefined;
}

async function ownFamily(): Promise<PhoneFamily> {
  return remembered() ?? familyOf(await readThisDevice(navigator as BrowserFacts)) ?? PHONE_FAMILIES[0];
}

function remember(family: PhoneFamily): void {
  try {
    localStorage.setItem(PHONE_KEY, family);
  } catch {
    // Without storage the family in the URL is still shown.
  }
}

function remembered(): PhoneFamily | undefined {
  try {
    return asFamily(localStorage.getItem(PHONE_KEY));
  } catch {
    return undefined;
  }
}
