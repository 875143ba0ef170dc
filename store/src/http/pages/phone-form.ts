import { Hono } from 'hono';
import * as z from 'zod';
import type { Services } from '../../services.ts';
import { AppError, codeOf } from '../../shared/errors.ts';
import { isUuid } from '../../shared/ids.ts';
import { MAX_LINES } from '../../shared/order-status.ts';
import { paths } from '../../shared/paths.ts';
import { BUYER_REASONS } from '../../shared/replacement.ts';
import type { HttpEnv } from '../context.ts';
import { limitBody } from '../edge/limit-body.ts';
import { isOwnPage, viewerOf } from './own-form.ts';
import { answerPage, type Pages } from './pages.ts';

const BODY_LIMIT = 4 * 1024;

const line = z.coerce.number().int().min(1).max(MAX_LINES);

/** What the buttons of the page send. */
const phoneForm = z.discriminatedUnion('do', [
  z.object({ do: z.literal('look'), line }),
  z.object({ do: z.literal('ask'), line, reason: z.enum(BUYER_REASONS) }),
  z.object({ do: z.literal('withdraw'), line }),
]);

/** Refusals that the page explains; every other one is an error page. */
const EXPLAINED = new Set(['esim-not-replaceable', 'wrong-state', 'too-many-requests', 'not-found']);

/**
 * POST /orders/:orderId/phone: the buttons of "I changed my phone" in a browser without script. Access is that of the page, by
 * cookies: so only our own pages may send it. Leads back to the page.
 */
export function createPhoneForm(services: Services, pages: Pages) {
  const { config } = services;
  const app = new Hono<HttpEnv>();

  app.get('/', async (c) => {
    const { nonce, requestId, locale } = c.var;
    return answerPage(c, await pages.render(c.req.raw, { nonce, requestId, locale }));
  });

  app.use(limitBody({ maxSize: BODY_LIMIT, seconds: config.requests.bodySeconds }));
  app.post('/', async (c) => {
    if (!isOwnPage(c, config.publicUrl)) throw new AppError('unauthenticated');
    const orderId = c.req.param('orderId') ?? '';
    const viewer = await viewerOf(c, services, orderId);
    const found = isUuid(orderId) ? await services.orderPages.findFor(orderId, viewer) : null;
    if (!found) throw new AppError('not-found');
    const form = phoneForm.safeParse(await c.req.parseBody()).data;
    if (!form) throw new AppError('invalid-input');
    const problem = await act(services, found.order, form);
    const to = paths.changedPhone(orderId, form.line, form.do === 'look' ? 'reset' : 'gone');
    c.header('Cache-Control', 'private, no-store');
    return c.redirect(problem === null ? `${to}&sent=1` : `${to}&problem=${problem}`, 303);
  });
  return app;
}

type Order = NonNullable<Awaited<ReturnType<Services['orderPages']['findFor']>>>['order'];

/** Null, or the code of the refusal. */
async function act(services: Services, order: Order, form: z.output<typeof phoneForm>): Promise<string | null> {
  const { lookForBuyer, replacing } = services;
  try {
    if (form.do === 'look') await lookForBuyer({ order, line: form.line });
    else if (form.do === 'ask') await replacing.ask({ order, line: form.line, reason: form.reason });
    else await replacing.withdraw({ order, line: form.line });
    return null;
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (!EXPLAINED.has(code)) throw error;
    return code;
  }
}
