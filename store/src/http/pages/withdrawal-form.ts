import { type Context, Hono } from 'hono';
import type { Declared } from '../../flows/withdrawing/declare.ts';
import type { Services } from '../../services.ts';
import { AppError, codeOf } from '../../shared/errors.ts';
import { fieldErrors } from '../../shared/forms/forms.ts';
import {
  WITHDRAWAL_FIELDS,
  type WithdrawalAnswer,
  type WithdrawalErrors,
  type WithdrawalField,
  type WithdrawalForm,
  withdrawalForm,
  withdrawalFormOf,
} from '../../shared/forms/withdrawal.ts';
import { isUuid } from '../../shared/ids.ts';
import { LOCALES } from '../../shared/locale.ts';
import { addressIn } from '../../shared/page-address.ts';
import { paths } from '../../shared/paths.ts';
import { sessionSecretIn } from '../../shared/session-cookie.ts';
import { isTimeZone } from '../../shared/time-zone.ts';
import { type HttpEnv, requestLog } from '../context.ts';
import { readOrderSecret } from '../cookies/order-cookie.ts';
import { limitBody } from '../edge/limit-body.ts';
import { isOwnPage } from './own-form.ts';
import { answerPage, type Pages } from './pages.ts';

/** Three short fields; a form may encode each character as twelve bytes. */
const BODY_LIMIT = 16 * 1024;

const STATUS = { fields: 400, 'too-many': 429, failed: 503 } as const;

/**
 * The withdrawal function: a POST to the page's own address, with and without script. The page is rendered with the result
 * and, after an error, with all the input. This answer is never cached, unlike the public page.
 */
export function createWithdrawalForm(services: Services, pages: Pages) {
  const app = new Hono<HttpEnv>();
  const { config } = services;

  app.get('/', async (c) => {
    const { nonce, requestId, locale } = c.var;
    return answerPage(c, await pages.render(c.req.raw, { nonce, requestId, locale }));
  });

  app.use(limitBody({ maxSize: BODY_LIMIT, seconds: config.requests.bodySeconds }));
  app.post('/', async (c) => {
    // Cookies prove that an order is the sender's: a page of another site must not use them (CSRF).
    if (!isOwnPage(c, config.publicUrl)) throw new AppError('unauthenticated');
    const { locale, nonce, requestId } = c.var;
    const withdrawal = await send(c, services);
    const page = new Request(pageOf(c, config.publicUrl), { headers: cookieOf(c) });
    const answer = await pages.render(page, { nonce, requestId, locale, withdrawal });
    answer.headers.set('Cache-Control', 'private, no-store');
    const status = answer.status === 200 && 'problem' in withdrawal ? STATUS[withdrawal.problem] : answer.status;
    return answerPage(c, { ...answer, status });
  });
  return app;
}

async function send(c: Context<HttpEnv>, services: Services): Promise<WithdrawalAnswer> {
  const fields = await c.req.parseBody({ all: true });
  const form = withdrawalFormOf(fields);
  const chosen = [fields['line'] ?? []].flat().map(Number).filter(Number.isInteger);
  const { of, zone } = fields;
  try {
    const secret = sessionSecretIn(c.req.header('cookie') ?? null, services.config.publicUrl);
    const declared = await services.declareWithdrawal({
      form,
      chosen: typeof of === 'string' && of !== '' ? { of, lines: chosen } : null,
      timeZone: typeof zone === 'string' && isTimeZone(zone) ? zone : null,
      locale: c.var.locale,
      clientAddress: c.var.clientAddress,
      account: secret === null ? null : await services.identity.cookies.holder(secret),
      heldSecret: (orderId) => readOrderSecret(c, orderId, services.config),
    });
    return answerOf(declared);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'invalid-input') return { form, chosen, errors: errorsOf(form, error), problem: 'fields' };
    if (code === 'too-many-requests') return { form, chosen, errors: {}, problem: 'too-many' };
    requestLog(c).error({ err: error }, 'a withdrawal could not be taken');
    return { form, chosen, errors: {}, problem: 'failed' };
  }
}

/** Of the order only its owner reads anything: every other answer is the same, whatever the order is. */
const answerOf = ({ row, order, isMailed }: Declared): WithdrawalAnswer => ({
  reference: row.number,
  submittedAt: row.submittedAt.toISOString(),
  timeZone: row.timeZone,
  name: row.name,
  order: row.orderNumber,
  email: row.email,
  lines:
    order === null || row.lineIds === null
      ? null
      : order.lines
          .filter(({ id }) => row.lineIds?.includes(id))
          .map(({ name, dataMb, unlimited }) => ({ name, dataMb, unlimited: unlimited !== null })),
  orderId: order?.id ?? null,
  isMailed,
});

/** All violations of the rules that the browser checks too, otherwise the field that the server refused. */
function errorsOf(form: WithdrawalForm, error: unknown): WithdrawalErrors {
  const errors: WithdrawalErrors = fieldErrors(withdrawalForm, form);
  const { field } = error as AppError;
  if (field === 'lines') return { ...errors, lines: 'required' };
  if (Object.keys(errors).length > 0 || !WITHDRAWAL_FIELDS.includes(field as WithdrawalField)) return errors;
  return { [field as WithdrawalField]: 'value' };
}

/** The page itself: with the order that it showed, and nothing else of the address. */
function pageOf(c: Context<HttpEnv>, publicUrl: string): URL {
  const page = new URL(c.req.path, publicUrl);
  const orderId = c.req.query('order');
  if (isUuid(orderId)) page.searchParams.set('order', orderId);
  return page;
}

const cookieOf = (c: Context<HttpEnv>): Record<string, string> => {
  const cookie = c.req.header('cookie');
  return cookie === undefined ? {} : { cookie };
};

/** The addresses of the form in both languages. */
export const WITHDRAWAL_ADDRESSES = LOCALES.map((locale) => addressIn(locale, paths.withdraw()));
