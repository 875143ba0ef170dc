import type { Services } from '../../services.ts';
import { AppError } from '../../shared/errors.ts';
import { requireRecentAccount } from './caller.ts';
import { newApi } from './new-api.ts';
import { account as routes } from './routes/account.ts';

/** The account calls when Google stores the identities; they replace the identity wire. */
export function createHostedAccountRoutes(services: Services) {
  const api = newApi();
  api.openapi(routes.remove, async (c) => {
    const { accountId, authTime } = await requireRecentAccount(c, services);
    const account = await services.identity.account(accountId);
    if (!account) throw new AppError('unauthenticated');
    await services.identityFlows.deleteAccount({ account, authTime, session: null });
    return c.body(null, 204);
  });
  return api;
}
