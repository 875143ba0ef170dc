import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { Locale } from '../shared/locale.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { StoredAnswer } from './stored-answer.ts';

/** What every handler finds in its Hono context. */
export type HttpEnv = {
  Bindings: HttpBindings;
  Variables: {
    /** Names this request in the log and, as a reference, in a 5xx. */
    requestId: string;
    /** Of this answer's Content-Security-Policy. */
    nonce: string;
    /** Network address of the caller: the socket's, or what a trusted proxy says. */
    clientAddress: string;
    locale: Locale;
    /** Where routes say which of their answers are kept whole. */
    kept: { remember: Remember };
    /** The log of the process: see `requestLog`. */
    processLog: Logger;
  };
};

/** Says where the answer of this request is kept, so that the next request for the same address and language is served from memory. */
export type Remember = (c: Context<HttpEnv>, cache: AnswerCache<StoredAnswer>, key: string) => void;

/** The log of a request, whose lines name it. Made where it is needed: most requests are told in one line. */
export function requestLog(c: Context<HttpEnv>): Logger {
  return c.get('processLog').child({ requestId: c.get('requestId') });
}
