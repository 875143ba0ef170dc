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
const text = (longest: number) =>
  z
    .union([
      z
        .string()
        .max(longest)
        .refine((given) => given.isWellFormed() && !given.includes('\0')),
      z.number().transform(String),
    ])
    .nullish();

/** Text of the wire; null counts as absent. */
export const wireText = (longest: number) => text(longest).transform((given) => given ?? undefined);

/** Null and the empty text clear the field. */
const clearableText = (longest: number) => text(longest).transform((given) => (given === '' ? null : given));

export const wireBoolean = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
  .nullish()
  .transform((flag) => flag ?? false);

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
  deleteAttribute: z.array(z.string()).nullish(),
  returnSecureToken: wireBoolean,
  email: wireText(EMAIL),
  password: wireText(PASSWORD),
  deleteProvider: names,
  linkProviderUserInfo: anything,
  phoneNumber: anything,
});

export const sendOobCodeRequest = z.object({
  requestType: wireText(64),
  idToken: wireText(TOKEN),
  email: wireText(EMAIL),
  newEmail: wireText(EMAIL),
  continueUrl: wireText(ADDRESS),
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
