import type { Passkey } from '../../modules/passkeys/passkeys.ts';
import type { Services } from '../../services.ts';
import { deviceNameOf } from '../edge/device-name.ts';
import type { PasskeyView } from './account-views.ts';
import { accountOf, requireRecentSession } from './caller.ts';
import { newApi } from './new-api.ts';
import { passkeys as routes } from './routes/passkeys.ts';

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
