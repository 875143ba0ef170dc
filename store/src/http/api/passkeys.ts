import * as z from 'zod';
import type { Passkey } from '../../modules/passkeys/passkeys.ts';
import type { Services } from '../../services.ts';
import { deviceNameOf } from '../edge/device-name.ts';
import { PasskeyView } from './account-views.ts';
import { accountOf, requireRecentSession } from './caller.ts';
import { body, describeRoute, failures, json, newApi } from './describe.ts';

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

const routes = {
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

/** Passkeys over HTTP: the identity wire of the browser's SDK has no calls for their ceremonies. */
export function createPasskeyRoutes(services: Services) {
  const { passkeys } = services.identityFlows;
  const api = newApi();

  api.openapi(routes.beginEnrolment, async (c) => {
    const who = await requireRecentSession(c, services);
    return c.json(await passkeys.beginEnrolment(who, { address: c.var.clientAddress }), 200);
  });

  api.openapi(routes.enrol, async (c) => {
    const who = await requireRecentSession(c, services);
    const name = deviceNameOf(c.req.header('user-agent'));
    return c.json({ passkey: passkeyView(await passkeys.enrol(who, { answer: c.req.valid('json'), name })) }, 201);
  });

  api.openapi(routes.rename, async (c) => {
    const who = await requireRecentSession(c, services);
    const { passkeyId: id } = c.req.valid('param');
    return c.json({ passkey: passkeyView(await passkeys.rename(who, { id, ...c.req.valid('json') })) }, 200);
  });

  api.openapi(routes.remove, async (c) => {
    await passkeys.remove(await requireRecentSession(c, services), c.req.valid('param').passkeyId);
    return c.body(null, 204);
  });

  api.openapi(routes.beginSignIn, async (c) => {
    const accountId = (await accountOf(c, services))?.accountId ?? null;
    return c.json(await passkeys.beginSignIn({ accountId, address: c.var.clientAddress }), 200);
  });

  api.openapi(routes.signIn, async (c) => {
    const { token } = await passkeys.signIn({ answer: c.req.valid('json'), address: c.var.clientAddress });
    return c.json({ customToken: token }, 200);
  });

  return api;
}

export function passkeyView({ id, name, synced, createdAt, lastUsedAt }: Passkey): PasskeyView {
  return { id, name, synced, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}
