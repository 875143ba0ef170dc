import { isSharedDevice } from './shared-device.ts';

/** Whether the site of this address can have passkeys: browsers take no IP address for it. */
export const isPasskeySite = (address: string): boolean => /[a-z]$/i.test(new URL(address).hostname);

/** Whether this browser can use passkeys here. */
export function supportsPasskeys(): boolean {
  return 'PublicKeyCredential' in self && isSecureContext && isPasskeySite(location.href);
}

const KEY = 'cairn_passkey_offer';
const PAUSE_MS = 90 * 86_400_000;
const MOST = 2;

type Offered = { times: number; at: number };

function lastOffer(): Offered {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Offered>;
    return { times: Number(kept.times ?? 0), at: Number(kept.at ?? 0) };
  } catch {
    return { times: MOST, at: 0 };
  }
}

/** Whether a person who has just signed in may be offered a passkey: never on a device of somebody else, twice at most, 90 days apart. */
export function mayOfferPasskey(): boolean {
  if (!supportsPasskeys() || isSharedDevice()) return false;
  const { times, at } = lastOffer();
  return times < MOST && Date.now() - at >= PAUSE_MS;
}

/** Notes that the person said "Not now", or that there is nothing to offer any more. */
export function noteOffer({ forGood }: { forGood: boolean }): void {
  const { times } = lastOffer();
  try {
    localStorage.setItem(KEY, JSON.stringify({ times: forGood ? MOST : times + 1, at: Date.now() }));
  } catch {
    // Without storage it is offered again.
  }
}
