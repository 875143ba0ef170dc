import { LOCALES } from '../../shared/locale.ts';
import * as z from 'zod';

/** The account for the settings page. */
export const AccountView = z.strictObject({
  localId: z.string(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  /** E.164. */
  phoneNumber: z.string().nullable(),
  displayName: z.string().nullable(),
  photoUrl: z.string().nullable(),
  hasPassword: z.boolean(),
  locale: z.enum(LOCALES),
  createdAt: z.iso.datetime(),
  /** Linked accounts at other providers. */
  providers: z.array(
    z.strictObject({
      provider: z.enum(['google.com', 'facebook.com']),
      email: z.string().nullable(),
      displayName: z.string().nullable(),
    }),
  ),
});

export const AccountSessionView = z.strictObject({
  id: z.uuid(),
  provider: z.string(),
  /** Such as `Chrome, Android`; empty when unknown. */
  device: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** True for the session of this request. */
  current: z.boolean(),
});

/** A passkey for its owner. `synced`: the authenticator syncs it to the person's other devices. */
export const PasskeyView = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  synced: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});

/**
 * A second factor. `id`: of the identity wire. `number`: of a phone, masked except for its last digits. `addedAt` is null
 * for a factor that came with an import without its time.
 */
export const SecondFactorView = z.strictObject({
  id: z.string(),
  kind: z.enum(['totp', 'phone']),
  name: z.string().nullable(),
  number: z.string().nullable(),
  addedAt: z.iso.datetime().nullable(),
});

export const AccountPage = z.strictObject({
  account: AccountView,
  sessions: z.array(AccountSessionView),
  /** Oldest first. */
  passkeys: z.array(PasskeyView),
  secondFactors: z.array(SecondFactorView),
  recoveryCodesLeft: z.int(),
  /** Seconds for which this sign-in still counts as recent; 0 after that. */
  recentLoginSeconds: z.number(),
});

/** The ways in which the owner can sign in again. */
export const WaysView = z.strictObject({
  ways: z.array(z.enum(['password', 'google.com', 'facebook.com', 'phone', 'emailLink'])),
});

export type PasskeyView = z.infer<typeof PasskeyView>;
export type AccountView = z.infer<typeof AccountView>;
export type SecondFactorView = z.infer<typeof SecondFactorView>;
export type AccountPage = z.infer<typeof AccountPage>;
