import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import * as z from 'zod';
import type { Services } from '../../services.ts';
import { translator } from '../../i18n/i18n.ts';
import { BEGIN } from '../../shared/consent.ts';
import { AppError, codeOf } from '../../shared/errors.ts';
import { isUuid } from '../../shared/ids.ts';
import { MAX_LINES } from '../../shared/order-status.ts';
import { paths } from '../../shared/paths.ts';
import type { HttpEnv } from '../context.ts';
import { setOrderCookie } from '../cookies/order-cookie.ts';
import { limitBody } from '../edge/limit-body.ts';
import { isOwnPage, viewerOf } from './own-form.ts';
import { answerPage, type Pages } from './pages.ts';
import { plainHead, plainMark } from './plain-page.ts';

/** Of each plan on sale a price and a key. */
const BODY_LIMIT = 16 * 1024;

const version = z.coerce.number().int();

/** What the page's form sends. `price-PLAN` and `key-PLAN` belong to the chosen plan. */
const topUpForm = z.object({
  plan: z.string().min(1).max(64),
  terms: version,
  refund: version,
  privacy: version,
  /** The box that asks for consent, which the browser requires where it is asked. */
  [BEGIN]: version.optional(),
});
const ofPlan = z.object({
  key: z.uuid(),
  price: z
    .string()
    .regex(/^\d{1,9} [A-Z]{3}$/)
    .transform((text) => ({ amount: Number(text.slice(0, -4)), currency: text.slice(-3) })),
});
const lineNumber = z.coerce.number().int().min(1).max(MAX_LINES);

/** Refusals that the page explains; every other one is an error page. */
const EXPLAINED = new Set([
  'invalid-input',
  'top-up-refused',
  'plan-unavailable',
  'country-not-sold',
  'price-changed',
  'terms-changed',
  'too-many-requests',
  'payment-unavailable',
  'order-not-payable',
]);

/**
 * POST /orders/:orderId/top-up?line=N: the form of the page in a browser without script. The cookie of the order opens it,
 * or that of a session, whose account owns the order: so only our own pages may send it. Leads to the payment page, or back.
 */
export function createTopUpForm(services: Services, pages: Pages) {
  const app = new Hono<HttpEnv>();
  app.get('/', async (c) => {
    const { nonce, requestId, locale } = c.var;
    return answerPage(c, await pages.render(c.req.raw, { nonce, requestId, locale }));
  });
  app.use(limitBody({ maxSize: BODY_LIMIT, seconds: services.config.requests.bodySeconds }));
  app.post('/', async (c) => {
    if (!isOwnPage(c, services.config.publicUrl)) throw new AppError('unauthenticated');
    c.header('Cache-Control', 'private, no-store');
    const outcome = await buy(c, services);
    return 'back' in outcome ? c.redirect(outcome.back, 303) : leadOn(c, outcome.paymentUrl);
  });
  return app;
}

/**
 * A page that leads to the payment page by itself. No redirect: the policy of our pages lets a form lead to our own pages
 * only, and browsers apply it to every redirect of its answer.
 */
function leadOn(c: Context<HttpEnv>, url: string) {
  const { nonce, locale } = c.var;
  const t = translator(locale);
  c.header('Refresh', `0; url=${url}`);
  c.header('Referrer-Policy', 'no-referrer');
  return c.html(
    html`<!doctype html>
      <html lang="${locale}">
        ${plainHead({ nonce, title: t('topup.opening'), style: 'body { padding: 24px; }' })}
        <body>
          ${plainMark(c)}
          <main>
            <h1>${t('topup.opening')}</h1>
            <p><a href="${url}">${t('topup.openLink')}</a></p>
          </main>
        </body>
      </html>`,
  );
}

/** `back`: the address of the page that says why there is no payment page. */
async function buy(c: Context<HttpEnv>, services: Services): Promise<{ paymentUrl: string } | { back: string }> {
  const orderId = c.req.param('orderId') ?? '';
  const line = lineNumber.safeParse(c.req.query('line') ?? '1').data;
  const viewer = await viewerOf(c, services, orderId);
  const found = isUuid(orderId) ? await services.orderPages.findFor(orderId, viewer) : null;
  if (!found || line === undefined) throw new AppError('not-found');
  const fields = await c.req.parseBody();
  const form = topUpForm.safeParse(fields).data;
  const chosen =
    form && ofPlan.safeParse({ key: fields[`key-${form.plan}`], price: fields[`price-${form.plan}`] }).data;
  if (!form || !chosen) return { back: paths.topUp(orderId, line, { problem: 'invalid-input' }) };
  const { plan: planId, [BEGIN]: beginConsent, ...texts } = form;
  try {
    const { order, paymentUrl, browserSecret } = await services.topUps.buy({
      idempotencyKey: chosen.key,
      order: found.order,
      access: found.access,
      line,
      planId,
      shownAmount: chosen.price.amount,
      shownCurrency: chosen.price.currency,
      shownTexts: texts,
      locale: c.var.locale,
      beginConsent,
      clientAddress: c.var.clientAddress,
      networkCountry: c.var.networkCountry(),
    });
    setOrderCookie(c, order.id, browserSecret, services.config);
    return { paymentUrl };
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (!EXPLAINED.has(code)) throw error;
    return { back: paths.topUp(orderId, line, { chosen: planId, problem: code }) };
  }
}
