import { type IdentityModule, isUnclaimed } from '../../modules/identity/identity.ts';
import type { Passkeys } from '../../modules/passkeys/passkeys.ts';
import type { SecondFactors } from '../../modules/second-factors/second-factors.ts';

export type ClaimAddress = IdentityModule['claimAddress'];

/**
 * `claimAddress` of the identity module, extended to the ways to sign in of other modules: they may belong to a
 * stranger as well, so they are removed.
 */
export function createClaimAddress({
  identity,
  passkeys,
  secondFactors,
}: {
  identity: IdentityModule;
  passkeys: Pick<Passkeys, 'removeAll'>;
  secondFactors: Pick<SecondFactors, 'deleteRecoveryCodes'>;
}): ClaimAddress {
  return async (tx, account) => {
    const claimed = await identity.claimAddress(tx, account);
    if (!isUnclaimed(account)) return claimed;
    const removed = await passkeys.removeAll(tx, account.id);
    await secondFactors.deleteRecoveryCodes(tx, account.id);
    return { ...claimed, dropped: claimed.dropped || removed > 0 };
  };
}
