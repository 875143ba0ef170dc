import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { Locale } from '../shared/locale.ts';
import type { Mode } from '../shared/mode.ts';
import type { AnswerCache } from './answers/answer-cache.ts';
import type { StoredAnswer } from './answers/stored-answer.ts';
import type { LanguageSource } from './edge/language.ts';

/** The variables of every handler's Hono context. */
export type HttpEnv = {
  Bindings: HttpBindings;
  Variables: {
    /** Identifies this request in the log and in the text of a 5xx. */
    requestId: string;
    /** The nonce of this answer's Content-Security-Policy. */
    nonce: string;
    /** The client's network address: the socket's, or the one from a trusted proxy. */
    clientAddress: string;
    /** The country from which it comes; null: not known. */
    networkCountry: () => string | null;
    locale: Locale;
    languageSource: LanguageSource;
    /** The mode of the store, for what its pages say about it. */
    mode: Mode;
    /** Routes register here which of their answers are cached whole. */
    kept: { remember: Remember };
    /** The log of the process: see `requestLog`. */
    processLog: Logger;
  };
};

/**
 * Registers where the answer of this request is cached, so that the next request for the same URL and language is
 * served from memory.
 */
export type Remember = (c: Context<HttpEnv>, cache: AnswerCache<StoredAnswer>, key: string) => void;

/** The log of a request, with its id in every line. Created on demand, because most requests write one line only. */
export function requestLog(c: Context<HttpEnv>): Logger {
  return c.get('processLog').child({ requestId: c.get('requestId') });
}
