import { LOCALES } from '../../shared/locale.ts';
import { Hono } from 'hono';
import * as z from 'zod';
import type { Services } from '../../services.ts';
import { codeOf } from '../../shared/errors.ts';
import { isOutage } from '../../shared/outage.ts';
import { type HttpEnv, requestLog } from '../context.ts';
import { answerPopup } from './page.ts';

/** The providers that are offered. */
export const PROVIDERS = ['google.com', 'facebook.com'] as const;

const startQuery = z.object({
  provider: z.enum(PROVIDERS),
  eventId: z.string().regex(/^[\w-]{1,64}$/),
  sessionHash: z.string().regex(/^[0-9a-f]{64}$/),
  purpose: z.enum(['signInViaPopup', 'linkViaPopup', 'reauthViaPopup']),
  lang: z.enum(LOCALES).optional().catch(undefined),
});

/** The SDK's code (without `auth/`) for a popup that cannot start. */
const START_FAULTS: Record<string, string> = {
  OPERATION_NOT_ALLOWED: 'operation-not-allowed',
  unavailable: 'network-request-failed',
  'too-many-requests': 'too-many-requests',
};

/** The popup's pages: /oauth/start redirects to the provider, which redirects back to /oauth/callback. */
export function createOauthRoutes({ providers, limits, config }: Pick<Services, 'providers' | 'limits' | 'config'>) {
  const app = new Hono<HttpEnv>();

  app.get('/start', async (c) => {
    const query = startQuery.safeParse(c.req.query());
    if (!query.success) return answerPopup(c, c.var.locale, { is: 'over' });
    const { lang: locale = c.var.locale, eventId, ...request } = query.data;
    try {
      await limits.consume({ 'popups-per-address': c.var.clientAddress });
      const next = await providers.begin({ ...request, eventId, locale });
      return await answerPopup(c, locale, { is: 'leaving', eventId, next });
    } catch (error) {
      const fault = START_FAULTS[codeOf(error) ?? ''];
      if (fault === undefined) requestLog(c).error({ err: error }, 'a sign-in window could not start');
      const unknown = isOutage(error) ? 'network-request-failed' : 'internal-error';
      return answerPopup(c, locale, { is: 'failed', eventId, fault: fault ?? unknown });
    }
  });

  app.get('/callback', async (c) => {
    // With our public origin, whatever host the proxy uses: the provider compares it.
    const callbackUrl = new URL(`/oauth/callback${new URL(c.req.url).search}`, config.publicUrl);
    const outcome = await providers.complete(callbackUrl);
    if (!outcome) return answerPopup(c, c.var.locale, { is: 'over' });
    const { locale, eventId } = outcome;
    if ('code' in outcome) return answerPopup(c, locale, { is: 'done', eventId, code: outcome.code });
    requestLog(c).info({ fault: outcome.fault }, 'sign-in at a provider failed');
    return answerPopup(c, locale, { is: 'failed', eventId, fault: outcome.fault });
  });
  return app;
}
