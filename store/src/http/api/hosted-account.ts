import type { Services } from '../../services.ts';
import { AppError } from '../../shared/errors.ts';
import { requireRecentAccount } from './caller.ts';
import { describeRoute, failures, newApi } from './describe.ts';

const remove = describeRoute({
  method: 'delete',
  path: '/account',
  tags: ['account'],
  summary: 'Delete the stored data of the account; needs a recent sign-in',
  responses: { 204: { description: 'Deleted. Google deletes the identity itself.' }, ...failures },
});

/** The account calls when Google stores the identities; they replace the identity wire. */
export function createHostedAccountRoutes(services: Services) {
  const api = newApi();
  api.openapi(remove, async (c) => {
    const { accountId, authTime } = await requireRecentAccount(c, services);
    const account = await services.identity.account(accountId);
    if (!account) throw new AppError('unauthenticated');
    await services.identityFlows.deleteAccount({ account, authTime, session: null });
    return c.body(null, 204);
  });
  return api;
}
