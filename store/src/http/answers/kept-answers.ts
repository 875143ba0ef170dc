import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Catalogue } from '../../modules/catalogue/catalogue.ts';
import { createBoundedCache } from '../../shared/bounded-cache.ts';
import { uuidv7 } from '../../shared/ids.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { Remember } from '../context.ts';
import { languageOf } from '../edge/language.ts';
import type { StoredAnswer } from './stored-answer.ts';

export type KeptAnswers = {
  remember: Remember;
  /** The routes decide again: what pages say has changed apart from the catalogue. */
  forget(): void;
  /** Answers a request from memory, without the router. False: nothing was sent, and the routes answer. */
  serve(incoming: IncomingMessage, outgoing: ServerResponse): boolean;
};

type Place = { path: string; cache: AnswerCache<StoredAnswer>; key: string };

const MAX_PLACES = 1_000;
/** The routes answer longer URLs. */
const MAX_URL_LENGTH = 500;

/**
 * The fast path of public pages and the catalogue, whose answers are the same bytes for every caller and are cached
 * whole. The routes decide once which cache entry belongs to a URL, until the next publication of the catalogue. Until
 * then the answer goes from memory to Node's response with the common headers. `mayServe` excludes requests that a
 * route treats differently; `onAnswered` writes the log.
 */
export function createKeptAnswers(ports: {
  catalogue: Pick<Catalogue, 'knownVersion'>;
  /** Headers of every answer without inline scripts. */
  securityHeaders: readonly [name: string, value: string][];
  mayServe: (incoming: IncomingMessage) => boolean;
  /** Answers carry the id of their request; not behind a CDN, whose copies would carry that of another. */
  namesRequests: boolean;
  onAnswered: (answered: { requestId: string; method: string; path: string; status: number; ms: number }) => void;
}): KeptAnswers {
  const { catalogue, securityHeaders, mayServe, namesRequests, onAnswered } = ports;
  const places = createBoundedCache<Place>(MAX_PLACES);

  return {
    remember(c, cache, key) {
      const url = c.env.incoming.url ?? '';
      if (url.length > MAX_URL_LENGTH) return;
      places.set(`${c.var.languageSource} ${c.var.locale} ${url}`, { path: c.req.path, cache, key });
    },
    forget: places.clear,
    serve(incoming, outgoing) {
      const started = performance.now();
      const { method = '', url = '', headers } = incoming;
      if (method !== 'GET' && method !== 'HEAD') return false;
      const version = catalogue.knownVersion();
      if (version === undefined || !mayServe(incoming)) return false;
      const { locale, source } = languageOf(url, {
        locale: headers['x-locale'] as string | undefined,
        cookie: headers.cookie,
        acceptLanguage: headers['accept-language'],
      });
      const place = places.peek(`${source} ${locale} ${url}`);
      const answer = place?.cache.peek(place.key, version)?.choose(headers);
      if (place === undefined || answer === undefined) return false;
      const requestId = uuidv7();
      const { status, body } = answer;
      outgoing.writeHead(status, [
        ...answer.headersWith(securityHeaders),
        ...(namesRequests ? ['X-Request-Id', requestId] : []),
      ]);
      outgoing.end(method === 'HEAD' ? undefined : body);
      onAnswered({ requestId, method, path: place.path, status, ms: Math.round(performance.now() - started) });
      return true;
    },
  };
}
