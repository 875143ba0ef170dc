import type { Tx } from '../../db/database.ts';
import { IdentityError } from '../../modules/identity/error.ts';
import type { Account, IdentityModule } from '../../modules/identity/identity.ts';

/** A phone number (E.164) that an administrator makes a second factor; `id` names an existing factor. */
export type PhoneFactor = { id?: string; phoneNumber: string; displayName: string | null };

/** The maximum at the hosted service. */
const MOST = 5;

/**
 * Replaces the second factors of a locked account by these phone numbers. A factor with the same `id` and number stays
 * unchanged; an authenticator app is removed. Throws IdentityError.
 */
export async function setFactors(
  identity: IdentityModule,
  tx: Tx,
  account: Account,
  factors: readonly PhoneFactor[],
): Promise<Account> {
  if (factors.length > MOST) throw new IdentityError('SECOND_FACTOR_LIMIT_EXCEEDED');
  if (new Set(factors.map(({ phoneNumber }) => phoneNumber)).size < factors.length)
    throw new IdentityError('SECOND_FACTOR_EXISTS');
  const isKept = ({ id, phoneNumber }: { id?: string; phoneNumber: string | null }) =>
    factors.some((factor) => factor.id === id && factor.phoneNumber === phoneNumber);
  const gone = account.secondFactors.filter((factor) => !isKept(factor)).map(({ id }) => id);
  const kept = new Set(account.secondFactors.map(({ id }) => id));
  let changed = gone.length > 0 ? await identity.removeSecondFactors(tx, account.id, gone) : account;
  for (const { id, phoneNumber, displayName } of factors) {
    if (id !== undefined && kept.has(id) && !gone.includes(id)) continue;
    const added = await identity.addSecondFactor(tx, account.id, { kind: 'phone', phoneNumber, displayName });
    changed = { ...changed, secondFactors: [...changed.secondFactors, added] };
  }
  return changed;
}
