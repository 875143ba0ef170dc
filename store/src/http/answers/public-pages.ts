import type { Context, MiddlewareHandler } from 'hono';
import type { Services } from '../../services.ts';
import { areSeveralMethods } from '../../shared/payment-methods.ts';
import type { Pages } from '../pages/pages.ts';
import { createAnswerCache } from './answer-cache.ts';
import type { HttpEnv } from '../context.ts';
import type { CopyHeaders } from '../edge/copies.ts';
import { inlineHashes, type InlineSources } from './inline-hashes.ts';
import { type StoredAnswer, storeAnswer } from './stored-answer.ts';

type Ports = {
  pages: Pages;
  services: Pick<Services, 'catalogue' | 'content' | 'payments'>;
  /** The origin in the pages: the same for every caller, whatever Host header they send. */
  origin: string;
  copies: CopyHeaders;
  /** The policy of a document with these inline parts; undefined in development. */
  policyFor: ((inline: InlineSources) => string) | undefined;
};

/**
 * Answers requests for public pages, which are the same bytes for every caller with the same language, from a cache of
 * whole documents. Such a page is rendered from its URL and the language alone. Its policy has hashes instead of a
 * nonce, so that it also fits a 304. All other requests pass.
 */
export function servePublicPages({ pages, services, origin, copies, policyFor }: Ports): MiddlewareHandler<HttpEnv> {
  const cache = createAnswerCache<StoredAnswer>();

  async function store(address: string, { requestId, locale, languageSource }: HttpEnv['Variables']) {
    const { status, body } = await pages.render(new Request(new URL(address, origin)), { requestId, locale });
    if (status !== 200 || body === null) return undefined;
    const html = Buffer.from(body.buffer, body.byteOffset, body.length).toString();
    return storeAnswer(html, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-cache',
      ...copies.inLanguage('catalogue', languageSource),
      ...(policyFor && { 'Content-Security-Policy': policyFor(inlineHashes(html)) }),
    });
  }

  /** Undefined: not a public page, or one that fails now; the rendering of the request itself then answers. */
  async function find(c: Context<HttpEnv>) {
    const { locale, languageSource, kept } = c.var;
    try {
      const address = await pages.publicAddress(new URL(c.req.url), services);
      if (address === undefined) return undefined;
      // Pages say what buyers can pay with: another answer of the vendor makes other pages.
      const areSeveral = () => areSeveralMethods(services.payments.methods.known());
      const said = areSeveral();
      const key = `${languageSource} ${locale} ${address} ${said}`;
      const answer = await cache.get(key, await services.catalogue.version(), async () => {
        const stored = await store(address, c.var);
        return areSeveral() === said ? stored : undefined;
      });
      if (answer !== undefined) kept.remember(c, cache, key);
      return answer;
    } catch {
      return undefined;
    }
  }

  return async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next();
    const answer = await find(c);
    return answer === undefined ? next() : answer.respond(c.req.raw);
  };
}
