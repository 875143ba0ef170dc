import type { Services } from '../../services.ts';
import { requireAccount } from './caller.ts';
import { newApi } from './new-api.ts';
import { openOrder } from './orders.ts';
import { documents as routes } from './routes/documents.ts';

/** Receipts and credit notes, and what an account wants on them. */
export function createDocumentRoutes(services: Services) {
  const { showDocuments } = services;
  const api = newApi();

  api.openapi(routes.ofOrder, async (c) => {
    const { order } = await openOrder(c, services);
    return c.json({ documents: await showDocuments.ofOrder(order) }, 200);
  });

  api.openapi(routes.ofAccount, async (c) => {
    const account = await requireAccount(c, services);
    return c.json(await showDocuments.ofAccount(account, c.req.valid('query').year ?? null), 200);
  });

  api.openapi(routes.putBilling, async (c) => {
    const { accountId } = await requireAccount(c, services);
    await showDocuments.putBilling(accountId, c.req.valid('json'));
    return c.json(await showDocuments.billingOf(accountId), 200);
  });

  return api;
}
