import type { LoaderFunctionArgs } from 'react-router';
import { eachLocale, FALLBACK_LOCALE, type Localized } from '../shared/locale.ts';
import { servicesContext } from './context.ts';

/** One answer in a list, in every language, because the language changes without a request. */
export type HelpEntry = { slug: string; topic: string; title: Localized; description: Localized };

type Context = LoaderFunctionArgs['context'];

/** All answers, in the order of the help. */
export function allEntries(context: Context): HelpEntry[] {
  const { content } = context.get(servicesContext);
  return content.list('help', FALLBACK_LOCALE).map((english) => {
    const found = eachLocale((locale) => content.find('help', english.slug, locale) ?? english);
    return {
      slug: english.slug,
      topic: english.topic ?? '',
      title: eachLocale((locale) => found[locale].title),
      description: eachLocale((locale) => found[locale].description),
    };
  });
}

/** The entries of some answers, in this order. */
export function entriesFor(context: Context, slugs: readonly string[]): HelpEntry[] {
  const entries = allEntries(context);
  return slugs.flatMap((slug) => entries.find((entry) => entry.slug === slug) ?? []);
}
