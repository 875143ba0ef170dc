import type { Context } from 'hono';
import type { Services } from '../../services.ts';
import type { ContactAnswer } from '../../shared/forms/contact.ts';
import type { WithdrawalAnswer } from '../../shared/forms/withdrawal.ts';
import type { Locale } from '../../shared/locale.ts';
import { compressFor } from '../answers/compress.ts';

type PageLocals = {
  nonce?: string;
  requestId: string;
  locale: Locale;
  /** The country from which it comes; null: not known. Missing where no page needs it. */
  networkCountry?: string | null;
  /** The result of a contact form. */
  contact?: ContactAnswer;
  /** The result of a declaration of withdrawal. */
  withdrawal?: WithdrawalAnswer;
};

/** A complete page, not compressed. */
export type RenderedPage = { status: number; headers: Headers; body: Uint8Array<ArrayBuffer> | null };

/** The pages, implemented by `src/web/handler.ts`. */
export type Pages = {
  /**
   * Renders the page of a request. Without a nonce the page is for every caller and contains nothing of the request.
   */
  render(request: Request, locals: PageLocals): Promise<RenderedPage>;
  /** The cache key of a public page: the part of the URL on which it depends. Undefined: not a public page. */
  publicAddress(url: URL, known: Pick<Services, 'catalogue' | 'content'>): Promise<string | undefined>;
  /** The route pattern of a path, such as `/plans/local/:slug`; undefined: none. */
  patternOf(pathname: string): string | undefined;
};

/** Answers with a page, compressed in an accepted encoding. */
export function answerPage(c: Context, { status, headers, body }: RenderedPage): Response {
  const bytes = body && c.req.method !== 'HEAD' ? compressFor(c, headers, body) : body;
  return new Response(bytes, { status, headers });
}
