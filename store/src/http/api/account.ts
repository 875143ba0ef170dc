import { BRAND_SLUG } from '../../shared/brand.ts';
import type { IncomingMessage } from 'node:http';
import type { Account, SecondFactor } from '../../modules/identity/identity.ts';
import type { SessionView } from '../../modules/identity/types.ts';
import type { Services } from '../../services.ts';
import { AppError } from '../../shared/errors.ts';
import { maskedNumber } from '../../shared/masked-number.ts';
import { isKnownTime } from '../../shared/unknown-time.ts';
import type { AccountView, SecondFactorView } from './account-views.ts';
import { requireAccount, requireRecentAccount, requireRecentSession } from './caller.ts';
import { newApi } from './new-api.ts';
import type { Uploads } from '../edge/uploads.ts';
import { passkeyView } from './passkeys.ts';
import { account as routes } from './routes/account.ts';

const PICTURES = new Set(['image/png', 'image/jpeg', 'image/webp']);

/** The account settings for which the identity wire has no call. */
export function createAccountRoutes(services: Services, { photo }: Pick<Uploads, 'photo'>) {
  const { identity, identityFlows } = services;
  const api = newApi();

  api.openapi(routes.show, async (c) => {
    const { accountId, sessionId, authTime, lacksFactor } = await requireAccount(c, services);
    const account = await identity.account(accountId);
    if (!account) throw new AppError('unauthenticated');
    const [sessions, passkeys] = await Promise.all([
      identity.listSessions(accountId),
      services.passkeys.list(accountId),
    ]);
    return c.json(
      {
        account: accountView(account),
        sessions: sessions.map((session) => sessionView(session, sessionId)),
        passkeys: passkeys.map(passkeyView),
        secondFactors: account.secondFactors.map(factorView),
        recoveryCodesLeft: await services.secondFactors.recoveryCodesLeft(accountId),
        recentLoginSeconds: lacksFactor ? 0 : identity.recentLoginSeconds(authTime),
      },
      200,
    );
  });

  api.openapi(routes.signOutEverywhere, async (c) => {
    return c.json({ ways: await identityFlows.signOutEverywhere(await requireAccount(c, services)) }, 200);
  });

  api.openapi(routes.export, async (c) => {
    const file = await services.exportAccount(await requireRecentAccount(c, services));
    return c.json({ ...file }, 200, { 'Content-Disposition': `attachment; filename="${BRAND_SLUG}-data.json"` });
  });

  api.openapi(routes.recoveryCodes, async (c) => {
    const codes = await identityFlows.makeRecoveryCodes(await requireRecentSession(c, services));
    return c.json({ codes }, 201, { 'Cache-Control': 'private, no-store' });
  });

  // Not a described route, because those accept JSON bodies only.
  api.put('/account/photo', async (c) => {
    const { accountId } = await requireAccount(c, services);
    const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
    if (!PICTURES.has(type)) throw new AppError('invalid-input', { field: 'photo', rule: 'type' });
    await services.limits.consume({ 'photos-per-account': accountId, 'photos-per-address': c.var.clientAddress });
    const account = await photo.receive(c.env.incoming as IncomingMessage, (picture) =>
      identity.setPhoto(accountId, picture),
    );
    return c.json({ account: accountView(account) }, 200);
  });

  api.openapi(routes.clearPhoto, async (c) => {
    const { accountId } = await requireAccount(c, services);
    return c.json({ account: accountView(await identity.clearPhoto(accountId)) }, 200);
  });

  api.openapi(routes.changeLocale, async (c) => {
    const { accountId } = await requireAccount(c, services);
    return c.json({ account: accountView(await identity.updateProfile(accountId, c.req.valid('json'))) }, 200);
  });

  return api;
}

function accountView(account: Account): AccountView {
  const { localId, email, emailVerified, phoneNumber, displayName, photoUrl, hasPassword, locale } = account;
  return {
    localId,
    email,
    emailVerified,
    phoneNumber,
    displayName,
    photoUrl,
    hasPassword,
    locale,
    createdAt: account.createdAt.toISOString(),
    providers: account.providers.map(({ provider, email: theirs, displayName: name }) => ({
      provider,
      email: theirs,
      displayName: name,
    })),
  };
}

function factorView({ wireId: id, kind, displayName, phoneNumber, enrolledAt }: SecondFactor): SecondFactorView {
  return {
    id,
    kind,
    name: displayName,
    number: phoneNumber && maskedNumber(phoneNumber),
    addedAt: isKnownTime(enrolledAt) ? enrolledAt.toISOString() : null,
  };
}

function sessionView({ id, provider, device, createdAt, lastUsedAt }: SessionView, current: string) {
  return {
    id,
    provider,
    device,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    current: id === current,
  };
}
