import * as z from 'zod';
import { deletedAttributes, requestType, wireBoolean, wireEnum, wireText } from '../identity-toolkit/requests.ts';

const ID = 128;
const EMAIL = 1_024;
const TOKEN = 8_192;
const PASSWORD = 65_536;
const NAME = 256;
const ADDRESS = 2_048;

/** One value or a list of them: the wire accepts both. */
const texts = (maxLength: number) =>
  z
    .union([z.array(wireText(maxLength)).max(MAX_KEYS), wireText(maxLength).transform((text) => [text])])
    .nullish()
    .transform((list) => (list ?? []).filter((text) => text !== undefined));

/** Maximum accounts per look-up. */
const MAX_KEYS = 100;

/** True, false, or absent. */
const maybe = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
  .nullish()
  .transform((flag) => flag ?? undefined);

const federatedUserId = z.object({ providerId: wireText(64), rawId: wireText(ADDRESS) });

export const lookupRequest = z.object({
  idToken: wireText(TOKEN),
  localId: texts(ID),
  email: texts(EMAIL),
  phoneNumber: texts(64),
  federatedUserId: z.union([z.array(federatedUserId).max(MAX_KEYS), federatedUserId.transform((id) => [id])]).nullish(),
});

const factor = z.object({
  mfaEnrollmentId: wireText(ID),
  phoneInfo: wireText(64),
  displayName: wireText(NAME),
  enrolledAt: z.iso.datetime({ offset: true }).nullish(),
});
export type GivenFactor = z.infer<typeof factor>;
const factors = z.array(factor).max(20);

export const createRequest = z.object({
  idToken: wireText(TOKEN),
  localId: wireText(ID),
  email: wireText(EMAIL),
  emailVerified: wireBoolean,
  phoneNumber: wireText(64),
  password: wireText(PASSWORD),
  rawPassword: wireText(PASSWORD),
  displayName: wireText(NAME),
  photoUrl: wireText(ADDRESS),
  disabled: wireBoolean,
  mfaInfo: factors.nullish(),
});

export const updateRequest = z.object({
  localId: wireText(ID),
  email: wireText(EMAIL),
  emailVerified: maybe,
  phoneNumber: wireText(64),
  password: wireText(PASSWORD),
  displayName: wireText(NAME),
  photoUrl: wireText(ADDRESS),
  disableUser: maybe,
  customAttributes: wireText(TOKEN),
  validSince: wireText(20),
  deleteAttribute: deletedAttributes,
  deleteProvider: z.array(z.string().max(64)).max(20).nullish(),
  linkProviderUserInfo: z
    .object({
      providerId: wireText(64),
      rawId: wireText(ADDRESS),
      email: wireText(EMAIL),
      displayName: wireText(NAME),
    })
    .nullish(),
  mfa: z.object({ enrollments: factors.nullish() }).nullish(),
});

export const localIdRequest = z.object({ localId: wireText(ID) });

export const linkRequest = z.object({
  requestType,
  idToken: wireText(TOKEN),
  email: wireText(EMAIL),
  newEmail: wireText(EMAIL),
  continueUrl: wireText(ADDRESS),
  linkDomain: wireText(256),
  returnOobLink: wireBoolean,
});

export const cookieRequest = z.object({ idToken: wireText(TOKEN), validDuration: wireText(20) });

export const queryRequest = z.object({
  limit: wireText(20),
  offset: wireText(20),
  sortBy: wireEnum(['USER_ID', 'NAME', 'CREATED_AT', 'LAST_LOGIN_AT', 'USER_EMAIL']),
  order: wireEnum(['ASC', 'DESC']),
  returnUserInfo: maybe,
  expression: z
    .array(z.object({ email: wireText(EMAIL), userId: wireText(ID), phoneNumber: wireText(64) }))
    .max(MAX_KEYS)
    .nullish(),
});

const flag = z.boolean().optional();

/** In the order of their numbers, from 1 on. */
const STATES = ['OFF', 'ENFORCE'] as const;

/** The wire's list of policies has one entry; its fields are optional. */
export const passwordPolicyConfig = z.object({
  passwordPolicyEnforcementState: z
    .union([z.enum(STATES), z.literal([1, 2]).transform((n) => STATES[n - 1])])
    .optional(),
  forceUpgradeOnSignin: flag,
  passwordPolicyVersions: z
    .array(
      z.object({
        customStrengthOptions: z
          .object({
            minPasswordLength: z.number().optional(),
            maxPasswordLength: z.number().optional(),
            containsLowercaseCharacter: flag,
            containsUppercaseCharacter: flag,
            containsNumericCharacter: flag,
            containsNonAlphanumericCharacter: flag,
          })
          .optional(),
      }),
    )
    .max(1)
    .optional(),
});
