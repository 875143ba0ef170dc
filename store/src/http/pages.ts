import type { Context } from 'hono';
import type { Services } from '../services.ts';
import type { ContactAnswer } from '../shared/forms/contact.ts';
import type { Locale } from '../shared/locale.ts';
import { compressFor } from './compress.ts';

type PageLocals = {
  nonce?: string;
  requestId: string;
  locale: Locale;
  /** What became of a contact form. */
  contact?: ContactAnswer;
};

/** A page, complete, before it is compressed. */
export type RenderedPage = { status: number; headers: Headers; body: Uint8Array<ArrayBuffer> | null };

/** The pages, as `src/web/handler.ts` makes them. */
export type Pages = {
  /** The page of a request. Without a nonce it is one for everyone, and says nothing of the request. */
  render(request: Request, locals: PageLocals): Promise<RenderedPage>;
  /** Where a public page is kept: the part of an address on which it depends. Undefined: it is no public page. */
  publicAddress(url: URL, known: Pick<Services, 'catalogue' | 'content'>): Promise<string | undefined>;
  /** The pattern of the page at a path, such as `/plans/local/:slug`; undefined: there is none. */
  patternOf(pathname: string): string | undefined;
};

/** Answers with a page, compressed as the caller accepts it. */
export function answerPage(c: Context, { status, headers, body }: RenderedPage): Response {
  const bytes = body && c.req.method !== 'HEAD' ? compressFor(c, headers, body) : body;
  return new Response(bytes, { status, headers });
}
