import * as z from 'zod';
import { PasskeyView } from '../account-views.ts';
import { body, describeRoute, failures, json } from './describe.ts';

const tags = ['passkeys'];

/** Input and output of the browser's WebAuthn functions, in the standard's JSON form (WebAuthn 3). */
const Options = z.object({ ceremony: z.uuid(), options: z.object({ challenge: z.string() }).loose() });
const Answer = z.strictObject({
  ceremony: z.uuid(),
  response: z.object({ id: z.string().regex(/^[\w-]{1,2048}$/) }).loose(),
});
/** PostgreSQL accepts neither NUL nor a lone surrogate. */
const Name = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .refine((name) => name.isWellFormed() && !name.includes('\0'), 'value');

const which = { params: z.object({ passkeyId: z.uuid() }) };
const passkeyAnswer = json(z.object({ passkey: PasskeyView }), 'The passkey.');

export const passkeys = {
  beginEnrolment: describeRoute({
    method: 'post',
    path: '/passkeys/enrolment',
    tags,
    summary: 'Begin to add a passkey; needs a recent sign-in',
    responses: { 200: json(Options, 'For the browser.'), ...failures },
  }),
  enrol: describeRoute({
    method: 'post',
    path: '/passkeys',
    tags,
    summary: 'Add the passkey that the browser has created; needs a recent sign-in',
    request: body(Answer),
    responses: { 201: passkeyAnswer, ...failures },
  }),
  rename: describeRoute({
    method: 'put',
    path: '/passkeys/{passkeyId}',
    tags,
    summary: 'Rename a passkey; needs a recent sign-in',
    request: { ...which, ...body(z.strictObject({ name: Name })) },
    responses: { 200: passkeyAnswer, ...failures },
  }),
  remove: describeRoute({
    method: 'delete',
    path: '/passkeys/{passkeyId}',
    tags,
    summary: 'Remove a passkey, and end the other sessions that it opened; needs a recent sign-in',
    request: which,
    responses: { 204: { description: 'Removed.' }, ...failures },
  }),
  beginSignIn: describeRoute({
    method: 'post',
    path: '/passkeys/challenge',
    tags,
    summary: 'Begin a sign-in with any passkey of this site, or with one of the signed-in account',
    responses: { 200: json(Options, 'For the browser.'), ...failures },
  }),
  signIn: describeRoute({
    method: 'post',
    path: '/passkeys/sign-in',
    tags,
    summary: 'Exchange the browser’s answer for a custom token, which signs in once within 60 seconds',
    request: body(Answer),
    responses: { 200: json(z.object({ customToken: z.string() }), 'For signInWithCustomToken.'), ...failures },
  }),
};
