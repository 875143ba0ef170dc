import * as z from 'zod';
import { invalidArgument } from './wire-error.ts';

/** Maximum body size in bytes; the largest valid one has a password of 4,096 letters and an ID token. */
export const MAX_BODY = 65_536;

export type Fields = Record<string, unknown>;

/** The fields of a JSON body with camelCase names. An empty body has none. */
export function parseJson(text: string): Fields {
  if (text.trim() === '') return {};
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalidArgument('The body is not JSON.');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidArgument('The body is not a JSON object.');
  return camelCased(body as Fields);
}

/** The fields of a form body; the first value of a repeated field counts. */
export function parseForm(text: string): Fields {
  return camelCased(Object.fromEntries([...new URLSearchParams(text)].reverse()));
}

/** The wire accepts snake_case and camelCase; where both are given, camelCase wins. */
export function camelCased(fields: Fields): Fields {
  const snakes = Object.keys(fields).filter((key) => key.includes('_'));
  if (snakes.length === 0) return fields;
  return {
    ...Object.fromEntries(
      snakes.map((key) => [key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), fields[key]]),
    ),
    ...fields,
  };
}

/** Numbers are accepted as text. PostgreSQL accepts neither NUL nor a lone surrogate. */
const text = (maxLength: number) =>
  z
    .union([
      z
        .string()
        .max(maxLength)
        .refine((given) => given.isWellFormed() && !given.includes('\0')),
      z.number().transform(String),
    ])
    .nullish();

/** Text of the wire; null counts as absent. */
export const wireText = (maxLength: number) => text(maxLength).transform((given) => given ?? undefined);

/** Null and the empty text clear the field. */
const clearableText = (maxLength: number) => text(maxLength).transform((given) => (given === '' ? null : given));

export const wireBoolean = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
  .nullish()
  .transform((flag) => flag ?? false);

/** An object inside the body, with both spellings of its keys. */
export const part = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.record(z.string(), z.unknown()).transform(camelCased).pipe(z.object(shape)).nullish();

/**
 * An enum of the wire: its name, or its number, which is the place in `names`. Number 0 means that none is given, and so
 * do its names.
 */
export const wireEnum = (names: readonly string[]) =>
  z
    .union([
      z.string().max(64),
      z.int().transform((number) => (number === 0 ? '' : (names[number - 1] ?? String(number)))),
    ])
    .nullish()
    .transform((given) => (!given || given.endsWith('_UNSPECIFIED') ? undefined : given));

/** The names of `requestType`, in the order of their numbers. */
const REQUEST_TYPES = [
  'PASSWORD_RESET',
  'OLD_EMAIL_AGREE',
  'NEW_EMAIL_ACCEPT',
  'VERIFY_EMAIL',
  'RECOVER_EMAIL',
  'EMAIL_SIGNIN',
  'VERIFY_AND_CHANGE_EMAIL',
  'REVERT_SECOND_FACTOR_ADDITION',
];
export const requestType = wireEnum(REQUEST_TYPES);

/** The names of an attribute that `accounts:update` deletes. */
const ATTRIBUTES = ['EMAIL', 'DISPLAY_NAME', 'PROVIDER', 'PHOTO_URL', 'PASSWORD', 'RAW_USER_INFO'];
export const deletedAttributes = z
  .array(wireEnum(ATTRIBUTES))
  .max(20)
  .nullish()
  .transform((list) => (list ?? []).filter((attribute) => attribute !== undefined));

const TOKEN = 8_192;
const EMAIL = 1_024;
const PASSWORD = MAX_BODY;
const NAME = 256;
const ADDRESS = 2_048;

/** Only http(s) URLs and relative ones: none that a browser would execute. */
const webAddress = clearableText(ADDRESS).refine(
  (text) => text === null || text === undefined || /^(https?:\/\/\S+|[^\s:]+)$/i.test(text),
);
/** Only its presence matters: the feature is not implemented. */
const anything = z.unknown().optional();
/** A list of names, or a single one. */
const names = z
  .union([
    z.array(z.string().max(64)).max(20),
    z
      .string()
      .max(64)
      .transform((name) => [name]),
  ])
  .nullish();

export const signUpRequest = z.object({
  idToken: wireText(TOKEN),
  localId: anything,
  email: wireText(EMAIL),
  password: wireText(PASSWORD),
  displayName: wireText(NAME),
});

export const signInRequest = z.object({ email: wireText(EMAIL), password: wireText(PASSWORD) });

export const idTokenRequest = z.object({ idToken: wireText(TOKEN) });

export const emailLinkRequest = z.object({
  email: wireText(EMAIL),
  oobCode: wireText(TOKEN),
  idToken: wireText(TOKEN),
});

export const customTokenRequest = z.object({ token: wireText(TOKEN) });

export const createAuthUriRequest = z.object({
  identifier: wireText(EMAIL),
  continueUri: wireText(ADDRESS),
  sessionId: wireText(256),
});

export const revokeTokenRequest = z.object({ idToken: wireText(TOKEN), token: wireText(TOKEN) });

export const updateRequest = z.object({
  idToken: wireText(TOKEN),
  oobCode: wireText(TOKEN),
  displayName: clearableText(NAME),
  photoUrl: webAddress,
  deleteAttribute: deletedAttributes,
  returnSecureToken: wireBoolean,
  email: wireText(EMAIL),
  password: wireText(PASSWORD),
  deleteProvider: names,
  validSince: wireText(20),
  linkProviderUserInfo: part({ providerId: wireText(64), rawId: wireText(ADDRESS) }),
  phoneNumber: anything,
  customAttributes: anything,
  disableUser: anything,
});

export const sendOobCodeRequest = z.object({
  requestType,
  idToken: wireText(TOKEN),
  email: wireText(EMAIL),
  newEmail: wireText(EMAIL),
  continueUrl: wireText(ADDRESS),
  linkDomain: wireText(256),
});

export const resetPasswordRequest = z.object({ oobCode: wireText(TOKEN), newPassword: wireText(PASSWORD) });

/**
 * Fields of every call that may require a captcha proof. Tokens of the hosted service have up to about 2,500
 * characters.
 */
export const captchaFields = z.object({
  recaptchaToken: wireText(TOKEN),
  captchaResponse: wireText(TOKEN),
  captchaResp: wireText(TOKEN),
  recaptchaVersion: wireText(64),
});

export const tokenRequest = z.object({ grantType: wireText(64), refreshToken: wireText(TOKEN) });

/** Parses fields with a schema. Throws a WireError 400 that names the first invalid field. */
export function read<S extends z.ZodType>(schema: S, fields: Fields): z.infer<S> {
  const result = schema.safeParse(fields);
  if (result.success) return result.data;
  throw invalidArgument(`Invalid value for ${result.error.issues[0]?.path.join('.') || 'the body'}.`);
}
