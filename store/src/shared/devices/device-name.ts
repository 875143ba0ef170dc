import type { Locale } from '../locale.ts';

type Named = { maker: string; name: string };

/** The name of a model in a sentence. Apple's products and generic names omit the maker. */
export function nameOf({ maker, name }: Named, locale: Locale = 'en'): string {
  const isPlain = maker === 'Apple' || name.startsWith('Windows') || name.toLowerCase().startsWith(maker.toLowerCase());
  const full = isPlain ? name : `${maker} ${name}`;
  return locale === 'fr' ? inFrench(full) : full;
}

/** Apple's generations and sizes, and generic words, in French; a query in French finds the same model. */
function inFrench(name: string): string {
  return name
    .replace(/^Windows laptop with LTE or 5G$/, 'PC portable Windows avec LTE ou 5G')
    .replace(/\(1st generation\)/, '(1re génération)')
    .replace(/\((\d+)(?:st|nd|rd|th) generation\)/, '($1e génération)')
    .replace(/(\d+)(?:\.(\d))?-inch/, (_, whole: string, part?: string) => `${whole}${part ? `,${part}` : ''} pouces`);
}
