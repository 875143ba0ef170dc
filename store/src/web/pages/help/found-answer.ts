import type { HelpDocument, HelpHit } from '../../../search/help-search.ts';
import type { Locale } from '../../../shared/locale.ts';

/** An answer to a question with the best section, in the language of the search. */
export type FoundAnswer = { slug: string; heading?: { id: string; text: string; locale: Locale } };

export function foundAnswer({ document, heading }: HelpHit<HelpDocument>): FoundAnswer {
  const { slug, locale } = document;
  return { slug, ...(heading && { heading: { id: heading.id, text: heading.text, locale } }) };
}
