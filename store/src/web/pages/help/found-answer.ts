import type { HelpDocument, HelpHit, HelpResult } from '../../../search/help-search.ts';
import type { Locale } from '../../../shared/locale.ts';

/** An answer to a question with the best section, in the language of the search. */
export type FoundAnswer = { slug: string; heading?: { id: string; text: string; locale: Locale } };

/** `person`: the way to a person comes before the answers. */
export type FoundAnswers = { found: readonly FoundAnswer[]; person: boolean };

export function foundAnswers({ hits, person }: HelpResult<HelpDocument>): FoundAnswers {
  return { found: hits.map(foundAnswer), person };
}

function foundAnswer({ document, heading }: HelpHit<HelpDocument>): FoundAnswer {
  const { slug, locale } = document;
  return { slug, ...(heading && { heading: { id: heading.id, text: heading.text, locale } }) };
}
