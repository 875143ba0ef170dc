import type { Services } from '../services.ts';
import type { ContactAnswer } from '../shared/forms/contact.ts';
import type { Locale } from '../shared/locale.ts';

type PageLocals = {
  nonce?: string;
  requestId: string;
  locale: Locale;
  /** What became of a contact form. */
  contact?: ContactAnswer;
};

/** The pages, as `src/web/handler.ts` makes them. */
export type Pages = {
  /** The page of a request. Without a nonce it is one for everyone, and says nothing of the request. */
  render(request: Request, locals: PageLocals): Promise<Response>;
  /** Where a public page is kept: the part of an address on which it depends. Undefined: it is no public page. */
  publicAddress(url: URL, known: Pick<Services, 'catalogue' | 'content'>): Promise<string | undefined>;
  /** The pattern of the page at a path, such as `/plans/local/:slug`; undefined: there is none. */
  patternOf(pathname: string): string | undefined;
};
