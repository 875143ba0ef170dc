import { isSharedDevice } from './shared-device.ts';

/** True when the site of this URL can have passkeys: browsers accept no IP address. */
export const isPasskeySite = (address: string): boolean => /[a-z]$/i.test(new URL(address).hostname);

/** Whether this browser can use passkeys here. */
export function supportsPasskeys(): boolean {
  return 'PublicKeyCredential' in self && isSecureContext && isPasskeySite(location.href);
}

const KEY = 'cairn_passkey_offer';
const PAUSE_MS = 90 * 86_400_000;
const MAX_OFFERS = 2;

type Offered = { times: number; at: number };

function lastOffer(): Offered {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Offered>;
    return { times: Number(kept.times ?? 0), at: Number(kept.at ?? 0) };
  } catch {
    return { times: MAX_OFFERS, at: 0 };
  }
}

/** True when a passkey may be offered after a sign-in: never on a shared device, twice at most, 90 days apart. */
export function mayOfferPasskey(): boolean {
  if (!supportsPasskeys() || isSharedDevice()) return false;
  const { times, at } = lastOffer();
  return times < MAX_OFFERS && Date.now() - at >= PAUSE_MS;
}

/** State of the navigation to the profile after a sign-in: only then a passkey may be offered. */
export const SIGNED_IN_NOW = { signedInNow: true } as const;

export const isSignedInNow = (state: unknown): boolean =>
  (state as Partial<typeof SIGNED_IN_NOW> | null | undefined)?.signedInNow === true;

/** Stores that the user chose "Not now", or that nothing needs to be offered any more. */
export function noteOffer({ forGood }: { forGood: boolean }): void {
  const { times } = lastOffer();
  try {
    localStorage.setItem(KEY, JSON.stringify({ times: forGood ? MAX_OFFERS : times + 1, at: Date.now() }));
  } catch {
    // Without storage it is offered again.
  }
}
