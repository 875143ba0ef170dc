import * as z from 'zod';
import { isEmail } from '../../../shared/email.ts';
import { checkedClaims, MAX_UID, usableClaims } from '../claims.ts';
import { isIdentityError } from '../error.ts';
import { HashError } from '../passwords/passwords.ts';
import type { LinkedProvider, LinkedProviderId } from '../types.ts';
import { CodedError } from '../../../shared/errors.ts';

/** A validated account from another system. `passwordHash` is in the form in which we store it. */
export type UploadedAccount = {
  localId: string;
  email: string | null;
  emailVerified: boolean;
  phoneNumber: string | null;
  displayName: string | null;
  photoUrl: string | null;
  disabled: boolean;
  customAttributes: Record<string, unknown> | null;
  providers: LinkedProvider[];
  /** The parts of the row that this store can't keep, each as a phrase for an operator. */
  leftOut: string[];
  secondFactors: {
    wireId: string | null;
    displayName: string | null;
    phoneNumber: string;
    enrolledAt: Date | null;
  }[];
  passwordHash: string | null;
  createdAt: Date | null;
  lastLoginAt: Date | null;
};

/**
 * A refused row; the message gives the reason, in the hosted service's words where it has some, and contains no
 * personal data.
 */
export class UploadError extends CodedError<'row-refused'> {
  constructor(message: string) {
    super('row-refused', message);
  }
}

const text = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((given) => given.isWellFormed() && !given.includes('\0'))
    .nullish()
    .transform((given) => given || null);
const flag = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((given) => given === 'true')])
  .nullish()
  .transform((given) => given ?? false);
/** Milliseconds since 1970, as text or number. */
const instant = z
  .union([z.string().regex(/^\d{1,15}$/), z.int().min(0)])
  .nullish()
  .transform((given) => (given === null || given === undefined ? null : new Date(Number(given))));
const base64 = z
  .string()
  .max(4_096)
  .regex(/^[\w+/-]*={0,2}$/)
  .nullish()
  .transform((given) => (given ? Buffer.from(given, 'base64') : null));

const EMAIL = 1_024;
const NAME = 256;
const ADDRESS = 2_048;

const provider = z.object({
  providerId: text(64),
  rawId: text(ADDRESS),
  federatedId: text(ADDRESS),
  email: text(EMAIL),
  displayName: text(NAME),
});

const factor = z.object({
  phoneInfo: text(64),
  displayName: text(NAME),
  mfaEnrollmentId: text(128),
  enrolledAt: z.iso
    .datetime({ offset: true })
    .nullish()
    .transform((given) => (given ? new Date(given) : null)),
});

/** A row of `auth:export` or of `accounts:batchCreate`, which name the last sign-in differently. */
const row = z.object({
  localId: text(MAX_UID),
  email: text(EMAIL),
  emailVerified: flag,
  phoneNumber: text(64),
  displayName: text(NAME),
  photoUrl: text(ADDRESS),
  disabled: flag,
  customAttributes: text(4_096),
  passwordHash: base64,
  salt: base64,
  createdAt: instant,
  lastLoginAt: instant,
  lastSignedInAt: instant,
  providerUserInfo: z.array(provider).max(20).nullish(),
  mfaInfo: z.array(factor).max(20).nullish(),
});

/** Converts a hash to the form in which we store it. Null: the import names no algorithm. */
export type WriteHash = ((foreign: { hash: Buffer; salt: Buffer }) => string) | null;

/** Checks one row. Throws UploadError. */
export function readUpload(given: unknown, writeHash: WriteHash): UploadedAccount {
  const result = row.safeParse(given);
  if (!result.success) throw new UploadError(`${result.error.issues[0]?.path.join('.') || 'row'} is invalid`);
  const { localId, email, phoneNumber, photoUrl, mfaInfo, ...rest } = result.data;
  if (localId === null) throw new UploadError('localId is missing');
  if (email !== null && !isEmail(email)) throw new UploadError('email is invalid');
  if (phoneNumber !== null && !isPhoneNumber(phoneNumber)) throw new UploadError('phone number format is invalid');
  const { providers, otherProviders } = readLinks(rest.providerUserInfo ?? []);
  const { claims, unused } = readClaims(rest.customAttributes);
  const hasNoWayIn = email === null && phoneNumber === null && providers.length === 0;
  return {
    localId,
    email: email?.trim().toLowerCase() ?? null,
    emailVerified: email !== null && rest.emailVerified,
    phoneNumber,
    displayName: rest.displayName,
    photoUrl: photoUrl !== null && /^https?:\/\/\S+$/i.test(photoUrl) ? photoUrl : null,
    disabled: rest.disabled,
    customAttributes: claims,
    providers,
    leftOut: [
      ...otherProviders.map(
        (id) => `link to ${id}: not offered here${hasNoWayIn ? ', and no other way to sign in' : ''}`,
      ),
      ...unused.map((name) => `custom claim ${name}: ID tokens have a claim of this name`),
    ],
    secondFactors: readFactors(mfaInfo ?? [], { email, emailVerified: rest.emailVerified }),
    passwordHash: rest.passwordHash === null ? null : readHash(rest.passwordHash, rest.salt, writeHash),
    createdAt: rest.createdAt,
    lastLoginAt: rest.lastLoginAt ?? rest.lastSignedInAt,
  };
}

/** E.164. */
function isPhoneNumber(given: string): boolean {
  return /^\+[1-9]\d{5,14}$/.test(given);
}

function readHash(hash: Buffer, salt: Buffer | null, writeHash: WriteHash): string {
  if (!writeHash) throw new UploadError('passwordHash needs a hash algorithm');
  try {
    return writeHash({ hash, salt: salt ?? Buffer.alloc(0) });
  } catch (error) {
    if (error instanceof HashError) throw new UploadError(error.message);
    throw error;
  }
}

const CLAIM_REFUSALS = new Map<string, string>([
  ['FORBIDDEN_CLAIM', 'Custom claims provided include a reserved claim.'],
  ['CLAIMS_TOO_LARGE', 'Custom claims provided are too large.'],
]);

function readClaims(given: string | null): { claims: Record<string, unknown> | null; unused: string[] } {
  if (given === null) return { claims: null, unused: [] };
  try {
    const { claims, unused } = usableClaims(JSON.parse(given));
    return { claims: checkedClaims(claims), unused };
  } catch (error) {
    const reason = isIdentityError(error) ? CLAIM_REFUSALS.get(error.code) : undefined;
    throw new UploadError(reason ?? 'Invalid custom claims provided.');
  }
}

const OFFERED: readonly string[] = ['google.com', 'facebook.com'] satisfies LinkedProviderId[];
/** Provider ids that the account's own address and phone number already cover. */
const OWN = ['password', 'phone'];

function readLinks(given: readonly z.output<typeof provider>[]) {
  const providers: LinkedProvider[] = [];
  const otherProviders: string[] = [];
  for (const { providerId, rawId, email, displayName } of given) {
    if (providerId !== null && OWN.includes(providerId)) continue;
    if (providerId === null || rawId === null) throw new UploadError('federatedId or (providerId & rawId) is required');
    if (!OFFERED.includes(providerId)) otherProviders.push(providerId);
    else if (!/^[\w.-]{1,128}$/.test(rawId) || providers.some((each) => each.provider === providerId))
      throw new UploadError('rawId is invalid');
    else providers.push({ provider: providerId as LinkedProviderId, rawId, email, displayName });
  }
  return { providers, otherProviders };
}

function readFactors(
  given: readonly z.output<typeof factor>[],
  { email, emailVerified }: { email: string | null; emailVerified: boolean },
) {
  if (given.length === 0) return [];
  if (email === null) throw new UploadError('Second factor account requires email to be presented.');
  if (!emailVerified) throw new UploadError('Second factor account requires email to be verified.');
  const factors = given.map(({ phoneInfo, mfaEnrollmentId: wireId, displayName, enrolledAt }) => {
    if (phoneInfo === null) throw new UploadError('Second factor not supported.');
    if (!isPhoneNumber(phoneInfo)) throw new UploadError('Phone number format is invalid');
    return { wireId, phoneNumber: phoneInfo, displayName, enrolledAt };
  });
  // The first of each number, as the hosted service keeps it.
  const numbers = factors.map(({ phoneNumber }) => phoneNumber);
  const distinct = factors.filter(({ phoneNumber }, index) => numbers.indexOf(phoneNumber) === index);
  const ids = distinct.map(({ wireId }) => wireId).filter((id) => id !== null);
  if (new Set(ids).size < ids.length) throw new UploadError('Enrollment id already exists.');
  return distinct;
}
