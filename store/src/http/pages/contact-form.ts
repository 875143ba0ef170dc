import { LOCALES } from '../../shared/locale.ts';
import { Hono } from 'hono';
import type { Services } from '../../services.ts';
import { type ContactAnswer, type ContactForm, contactForm, contactFormOf } from '../../shared/forms/contact.ts';
import { fieldErrors } from '../../shared/forms/forms.ts';
import { AppError, codeOf } from '../../shared/errors.ts';
import { addressIn } from '../../shared/page-address.ts';
import { paths } from '../../shared/paths.ts';
import { answerPage, type Pages } from './pages.ts';
import { type HttpEnv, requestLog } from '../context.ts';
import { limitBody } from '../edge/limit-body.ts';
import { readOrderSecret } from '../cookies/order-cookie.ts';

/** A message of 5,000 characters; a form may encode each as twelve bytes. */
const BODY_LIMIT = 128 * 1024;

const STATUS = { fields: 400, 'too-many': 429, failed: 503 } as const;

/**
 * The contact form of a browser without script: a POST to the page's own URL. The page is rendered with the result and,
 * after an error, with all the input. This answer is never cached, unlike the public page.
 */
export function createContactForm(services: Services, pages: Pages) {
  const app = new Hono<HttpEnv>();
  const { config, openTicket } = services;

  app.get('/', async (c) => {
    const { nonce, requestId, locale } = c.var;
    return answerPage(c, await pages.render(c.req.raw, { nonce, requestId, locale }));
  });

  app.use(limitBody({ maxSize: BODY_LIMIT, seconds: config.requests.bodySeconds }));
  app.post('/', async (c) => {
    // Cookies prove access to orders: a page of another site must not use them (CSRF).
    if (c.req.header('sec-fetch-site') === 'cross-site') throw new AppError('unauthenticated');
    const { locale, nonce, requestId, clientAddress } = c.var;
    const form = contactFormOf(await c.req.parseBody());

    async function send(): Promise<ContactAnswer> {
      try {
        const heldSecret = (orderId: string) => readOrderSecret(c, orderId, config);
        const ticket = await openTicket({ form, formKey: null, locale, clientAddress, account: null, heldSecret });
        return { number: ticket.number, email: ticket.email };
      } catch (error) {
        const code = codeOf(error);
        if (code === 'invalid-input') return { form, errors: errorsOf(form, error), problem: 'fields' };
        if (code === 'too-many-requests') return { form, errors: {}, problem: 'too-many' };
        requestLog(c).error({ err: error }, 'a contact form could not be taken');
        return { form, errors: {}, problem: 'failed' };
      }
    }

    const contact = await send();
    const page = new Request(new URL(c.req.path, config.publicUrl));
    const answer = await pages.render(page, { nonce, requestId, locale, contact });
    answer.headers.set('Cache-Control', 'private, no-store');
    const status = answer.status === 200 && 'problem' in contact ? STATUS[contact.problem] : answer.status;
    return answerPage(c, { ...answer, status });
  });
  return app;
}

/** All violations of the rules that the browser checks too, otherwise the field that the server refused. */
function errorsOf(form: ContactForm, error: unknown) {
  const errors = fieldErrors(contactForm, form);
  const { field } = error as AppError;
  if (Object.keys(errors).length > 0 || (field !== 'email' && field !== 'language')) return errors;
  return { [field]: 'value' as const };
}

/** The URLs of the form in both languages. */
export const CONTACT_ADDRESSES = LOCALES.map((locale) => addressIn(locale, paths.contact()));
