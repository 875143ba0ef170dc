import type { Context } from 'hono';
import type { SignedInAs } from '../../flows/account/change-email.ts';
import type { Identity } from '../../modules/identity/identity.ts';
import type { Services } from '../../services.ts';
import { AppError } from '../../shared/errors.ts';
import type { HttpEnv } from '../context.ts';

type Ports = Pick<Services, 'identity'>;

/**
 * The account of the Bearer token, or null without a token. An invalid token is an error and never counts as a guest.
 */
export async function accountOf(c: Context<HttpEnv>, { identity }: Ports): Promise<Identity | null> {
  const header = c.req.header('authorization');
  if (header === undefined) return null;
  const token = bearerOf(header);
  const caller = token === undefined ? null : await identity.verifyIdToken(token, c.get('locale'));
  if (!caller) throw new AppError('unauthenticated');
  return caller;
}

/** The account of the Bearer token. Throws without a token. */
export async function requireAccount(c: Context<HttpEnv>, ports: Ports): Promise<Identity> {
  const caller = await accountOf(c, ports);
  if (!caller) throw new AppError('unauthenticated');
  return caller;
}

/**
 * The account of the Bearer token, whose sign-in is recent and proved a second factor if the account has one: for calls
 * for which a stolen session must not be enough. Throws AppError `requires-recent-login`.
 */
export async function requireRecentAccount(c: Context<HttpEnv>, ports: Ports): Promise<Identity> {
  const caller = await requireAccount(c, ports);
  if (caller.lacksFactor || ports.identity.recentLoginSeconds(caller.authTime) === 0)
    throw new AppError('requires-recent-login');
  return caller;
}

/**
 * The account and session of the Bearer token, for changes of the ways to sign in. Throws AppError `unauthenticated` or
 * `requires-recent-login`.
 */
export function requireRecentSession(
  c: Context<HttpEnv>,
  { identityFlows }: Pick<Services, 'identityFlows'>,
): Promise<SignedInAs> {
  return identityFlows.requireRecentSession(bearerOf(c.req.header('authorization')) ?? '');
}

/** The token in an Authorization header. */
export const bearerOf = (header: string | undefined): string | undefined => /^Bearer (\S+)$/i.exec(header ?? '')?.[1];
