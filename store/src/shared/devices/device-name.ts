import type { Locale } from '../locale.ts';

type Named = { maker: string; name: string };

/** The name of a model in a sentence. Apple's products and generic names omit the maker. */
export function nameOf({ maker, name }: Named, locale: Locale = 'en'): string {
  const isPlain = maker === 'Apple' || name.startsWith('Windows') || name.toLowerCase().startsWith(maker.toLowerCase());
  const full = isPlain ? name : `${maker} ${name}`;
  return locale === 'fr' ? inFrench(full) : full;
}

const GENERATION = /^(.*) \((\d+(?:st|nd|rd|th)) generation\)$/;

/** Models in a list: successive generations of one product are one name, `iPad Air (3rd to 5th generation)`. */
export function joinGenerations(names: readonly string[]): string[] {
  type Span = { name: string; product?: string | undefined; first?: string | undefined; last?: string | undefined };
  const spans: Span[] = [];
  for (const name of names) {
    const [, product, last] = GENERATION.exec(name) ?? [];
    const before = spans.at(-1);
    const follows =
      product !== undefined &&
      before?.product === product &&
      Number.parseInt(last!, 10) === Number.parseInt(before.last!, 10) + 1;
    if (follows) before.last = last;
    else spans.push({ name, product, first: last, last });
  }
  return spans.map(({ name, product, first, last }) => {
    if (first === last) return name;
    const isPair = Number.parseInt(last!, 10) === Number.parseInt(first!, 10) + 1;
    return `${product} (${first} ${isPair ? 'and' : 'to'} ${last} generation)`;
  });
}

/** Apple's generations and sizes, and generic words, in French; a query in French finds the same model. */
function inFrench(name: string): string {
  return name
    .replace(/^Windows laptop with LTE or 5G$/, 'PC portable Windows avec LTE ou 5G')
    .replace(
      /\(([^()]*\d(?:st|nd|rd|th)[^()]*) generation\)/,
      (_, which: string) => `(${generationsInFrench(which)} génération)`,
    )
    .replace(/(\d+)(?:\.(\d))?-inch/, (_, whole: string, part?: string) => `${whole}${part ? `,${part}` : ''} pouces`);
}

/** `1st to 4th`: `1re à 4e`. */
const generationsInFrench = (which: string): string =>
  which
    .replace(/\b(\d+)(?:st|nd|rd|th)\b/g, (_, number: string) => (number === '1' ? '1re' : `${number}e`))
    .replace(' and ', ' et ')
    .replace(' to ', ' à ');
