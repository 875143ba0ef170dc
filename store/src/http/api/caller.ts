import type { Context } from 'hono';
import type { SignedInAs } from '../../flows/account/change-email.ts';
import type { Identity } from '../../modules/identity/identity.ts';
import type { Services } from '../../services.ts';
import { AppError } from '../../shared/errors.ts';
import type { HttpEnv } from '../context.ts';

type Ports = Pick<Services, 'identity'>;

/** The account of the Bearer token, or null without a token. A token that is not valid is an error, never a guest. */
export async function accountOf(c: Context<HttpEnv>, { identity }: Ports): Promise<Identity | null> {
  const header = c.req.header('authorization');
  if (header === undefined) return null;
  const token = bearerOf(header);
  const caller = token === undefined ? null : await identity.verifyIdToken(token, c.get('locale'));
  if (!caller) throw new AppError('unauthenticated');
  return caller;
}

/** The account of the Bearer token; without a token an error. */
export async function requireAccount(c: Context<HttpEnv>, ports: Ports): Promise<Identity> {
  const caller = await accountOf(c, ports);
  if (!caller) throw new AppError('unauthenticated');
  return caller;
}

/** The same, where a stolen session must not be enough: the sign-in is recent. Throws AppError `requires-recent-login`. */
export async function requireRecentAccount(c: Context<HttpEnv>, ports: Ports): Promise<Identity> {
  const caller = await requireAccount(c, ports);
  if (ports.identity.recentLoginSeconds(caller.authTime) === 0) throw new AppError('requires-recent-login');
  return caller;
}

/** The account and session of the Bearer token, for what changes the ways into the account. Throws AppError `unauthenticated` or `requires-recent-login`. */
export function requireRecentSession(
  c: Context<HttpEnv>,
  { identityFlows }: Pick<Services, 'identityFlows'>,
): Promise<SignedInAs> {
  return identityFlows.requireRecentSession(bearerOf(c.req.header('authorization')) ?? '');
}

/** The token of an Authorization header. */
export const bearerOf = (header: string | undefined): string | undefined => /^Bearer (\S+)$/i.exec(header ?? '')?.[1];
