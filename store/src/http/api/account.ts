import { BRAND_SLUG } from '../../shared/brand.ts';
import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import type { Account, SecondFactor } from '../../modules/identity/identity.ts';
import type { SessionView } from '../../modules/identity/types.ts';
import type { Services } from '../../services.ts';
import { AppError } from '../../shared/errors.ts';
import { maskedNumber } from '../../shared/masked-number.ts';
import { isKnownTime } from '../../shared/unknown-time.ts';
import { AccountPage, AccountView, WaysView, type SecondFactorView } from './account-views.ts';
import { requireAccount, requireRecentAccount, requireRecentSession } from './caller.ts';
import { body, describeRoute, failures, json, newApi } from './describe.ts';
import type { Uploads } from '../edge/uploads.ts';
import { passkeyView } from './passkeys.ts';
import { ChangeLocale } from './requests.ts';

const tags = ['account'];
const accountAnswer = { 200: json(z.object({ account: AccountView }), 'The account as it is now.'), ...failures };

const routes = {
  show: describeRoute({
    method: 'get',
    path: '/account',
    tags,
    summary: 'The signed-in account and its sessions',
    responses: { 200: json(AccountPage, 'Sessions: the last used first.'), ...failures },
  }),
  signOutEverywhere: describeRoute({
    method: 'post',
    path: '/account/sign-out-everywhere',
    tags,
    summary: 'End every session of the account, this one included',
    responses: { 200: json(WaysView, 'Done; these ways to sign in remain.'), ...failures },
  }),
  export: describeRoute({
    method: 'get',
    path: '/account/export',
    tags,
    summary: 'All stored data of the account, as a file; needs a recent sign-in',
    responses: {
      200: json(z.object({}).loose(), 'Account, orders, eSIMs, consents, tickets and the log of security events.'),
      ...failures,
    },
  }),
  recoveryCodes: describeRoute({
    method: 'post',
    path: '/account/recovery-codes',
    tags,
    summary: 'Replace the recovery codes by ten new ones; needs a recent sign-in and a second factor',
    responses: {
      201: json(z.object({ codes: z.array(z.string()) }), 'They are shown this once. Each works once.'),
      ...failures,
    },
  }),
  clearPhoto: describeRoute({
    method: 'delete',
    path: '/account/photo',
    tags,
    summary: 'Remove the photo',
    responses: accountAnswer,
  }),
  changeLocale: describeRoute({
    method: 'put',
    path: '/account/locale',
    tags,
    summary: 'The language of our mails',
    request: body(ChangeLocale),
    responses: accountAnswer,
  }),
};

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
    return c.json({ codes }, 201, { 'Cache-Control': 'no-store' });
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
