import { type Context, Hono } from 'hono';
import * as z from 'zod';
import type { Services } from '../../services.ts';
import { AppError, codeOf } from '../../shared/errors.ts';
import { isUuid } from '../../shared/ids.ts';
import { MAX_LINES } from '../../shared/order-status.ts';
import { paths } from '../../shared/paths.ts';
import { AskRefund, RefundLine } from '../api/requests.ts';
import type { HttpEnv } from '../context.ts';
import { limitBody } from '../edge/limit-body.ts';
import { isOwnPage, viewerOf } from './own-form.ts';
import { answerPage, type Pages } from './pages.ts';

const BODY_LIMIT = 16 * 1024;

const lineNumber = z.coerce.number().int().min(1).max(MAX_LINES);

/** What the buttons of the page send. */
const refundForm = z.discriminatedUnion('do', [
  z.object({ do: z.literal('refund'), ...RefundLine.shape }),
  z.object({ do: z.literal('ask'), ...AskRefund.shape }),
]);

/** Refusals that the page explains; every other one is an error page. */
const EXPLAINED = new Set(['invalid-input', 'refund-refused', 'too-many-requests', 'not-found']);

/**
 * POST /orders/:orderId/refund?line=N: the forms of the page in a browser without script. Access is that of the page, by
 * cookies: so only our own pages may send them. Leads back to the page.
 */
export function createRefundForm(services: Services, pages: Pages) {
  const app = new Hono<HttpEnv>();
  app.get('/', async (c) => {
    const { nonce, requestId, locale } = c.var;
    return answerPage(c, await pages.render(c.req.raw, { nonce, requestId, locale }));
  });
  app.use(limitBody({ maxSize: BODY_LIMIT, seconds: services.config.requests.bodySeconds }));
  app.post('/', async (c) => {
    if (!isOwnPage(c, services.config.publicUrl)) throw new AppError('unauthenticated');
    c.header('Cache-Control', 'private, no-store');
    return c.redirect(await act(c, services), 303);
  });
  return app;
}

/** The address that the form leads to. */
async function act(c: Context<HttpEnv>, services: Services): Promise<string> {
  const orderId = c.req.param('orderId') ?? '';
  const line = lineNumber.safeParse(c.req.query('line') ?? '1').data;
  const found = isUuid(orderId)
    ? await services.orderPages.findFor(orderId, await viewerOf(c, services, orderId))
    : null;
  if (!found || line === undefined) throw new AppError('not-found');
  const fields = await c.req.parseBody();
  const ask = fields['do'] === 'ask';
  const form = refundForm.safeParse(fields).data;
  if (!form) return paths.refund(orderId, line, { ask, problem: 'invalid-input' });
  const { order, access } = found;
  const { rightsFlows } = services;
  try {
    if (form.do === 'refund') await rightsFlows.refundUnused({ order, line, access, reason: form.reason });
    else await rightsFlows.askRefund({ order, line, access, ...form });
    return paths.refund(orderId, line);
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (!EXPLAINED.has(code)) throw error;
    return paths.refund(orderId, line, { ask, problem: code });
  }
}
