import type { Tx } from '../../db/database.ts';
import { IdentityError } from '../../modules/identity/error.ts';
import {
  type Account,
  type IdentityModule,
  MAX_SECOND_FACTORS,
  type SecondFactor,
} from '../../modules/identity/identity.ts';

/** A phone number (E.164) that an administrator makes a second factor; `wireId` names it, or an existing factor. */
export type PhoneFactor = { wireId?: string; phoneNumber: string; displayName: string | null; enrolledAt?: Date };

/**
 * Replaces the second factors of a locked account by these phone numbers; an authenticator app is removed. A factor that
 * is named, or whose number is given, is changed and keeps the time of its enrolment. Of two entries with one number the
 * first counts. Throws IdentityError SECOND_FACTOR_LIMIT_EXCEEDED.
 */
export async function setFactors(
  identity: IdentityModule,
  tx: Tx,
  account: Account,
  given: readonly PhoneFactor[],
): Promise<Account> {
  const numbers = given.map(({ phoneNumber }) => phoneNumber);
  const factors = given.filter(({ phoneNumber }, index) => numbers.indexOf(phoneNumber) === index);
  if (factors.length > MAX_SECOND_FACTORS) throw new IdentityError('SECOND_FACTOR_LIMIT_EXCEEDED');
  const phones = account.secondFactors.filter(({ kind }) => kind === 'phone');
  const named = (factor: PhoneFactor) => phones.find(({ wireId }) => wireId === factor.wireId);
  const taken = new Set(factors.map(named));
  const known = (factor: PhoneFactor): SecondFactor | undefined =>
    named(factor) ?? phones.find((phone) => phone.phoneNumber === factor.phoneNumber && !taken.has(phone));
  return identity.setPhoneFactors(
    tx,
    account.id,
    factors.map((factor) => {
      const { id, wireId, enrolledAt } = known(factor) ?? {};
      return { id, wireId, enrolledAt, ...factor };
    }),
  );
}
