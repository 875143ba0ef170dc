/** Domains of mailboxes that we suggest, the most common first: of two near ones the first wins. */
const COMMON =
  `gmail.com hotmail.com yahoo.com outlook.com icloud.com hotmail.fr yahoo.fr orange.fr outlook.fr wanadoo.fr
  laposte.net googlemail.com protonmail.com yahoo.co.uk hotmail.co.uk bluewin.ch videotron.ca sympatico.ca comcast.net`
    .trim()
    .split(/\s+/);

/**
 * Real domains that resemble a common one, or are too short for a guess: an address there is right as it is, and is never
 * a suggestion.
 */
const OTHERS = `aol.com aol.fr att.net bbox.fr cloud.com email.com fastmail.com fmail.com free.fr gmx.at gmx.ch gmx.com
  gmx.de gmx.fr gmx.net hey.com hmail.com hotmail.be hotmail.ca hotmail.ch hotmail.de hotmail.es hotmail.it live.be
  live.ca live.co.uk live.com live.fr mac.com mail.com mail.fr mail.ru me.com msn.com neuf.fr numericable.fr orange.com
  orange.net outlook.be outlook.de outlook.es outlook.it pm.me proton.me qq.com rocketmail.com sfr.fr skynet.be
  t-online.de verizon.net vmail.com web.de yahoo.be yahoo.ca yahoo.de yahoo.es yahoo.in yahoo.it yandex.com yandex.ru
  ymail.com zmail.com`
  .trim()
  .split(/\s+/);

export const KNOWN_DOMAINS: readonly string[] = [...COMMON, ...OTHERS];
const KNOWN = new Set(KNOWN_DOMAINS);

/** Endings that do not exist, and the one that was meant. */
const ENDINGS: Readonly<Record<string, string>> = {
  con: 'com',
  cmo: 'com',
  ocm: 'com',
  comm: 'com',
  coom: 'com',
  cpm: 'com',
  vom: 'com',
  xom: 'com',
  nett: 'net',
  ner: 'net',
  frr: 'fr',
};
/** Endings of countries that a slip makes of `com`. */
const NEAR_COM = new Set(['co', 'cm', 'om']);

/** A second slip is a suggestion only in a longer name: short ones resemble each other by chance. */
const LONG_DOMAIN = 11;

/**
 * The address that was probably meant: `name@gmail.com` for `name@gmial.com`. Undefined for an address that looks right,
 * and for every domain that we know. Only a suggestion: the typed address may exist.
 */
export function suggestedEmail(text: string): string | undefined {
  const typed = text.trim();
  const at = typed.lastIndexOf('@');
  if (at < 1) return undefined;
  const domain = typed.slice(at + 1).toLowerCase();
  const meant = suggestedDomain(domain);
  return meant === undefined || meant === domain ? undefined : typed.slice(0, at + 1) + meant;
}

function suggestedDomain(domain: string): string | undefined {
  if (domain === '' || KNOWN.has(domain)) return undefined;
  const dot = domain.lastIndexOf('.');
  const [name, ending] = dot === -1 ? [domain, ''] : [domain.slice(0, dot), domain.slice(dot + 1)];
  const mended = Object.hasOwn(ENDINGS, ending) ? `${name}.${ENDINGS[ending]}` : domain;
  if (KNOWN.has(mended)) return mended;
  const nearest = COMMON.map((known) => ({ known, slips: slipsBetween(mended, known) }))
    .filter(({ known, slips }) => slips <= (known.length < LONG_DOMAIN ? 1 : 2) && !isOtherCountry(name, ending, known))
    .sort((a, b) => a.slips - b.slips)[0];
  if (nearest !== undefined) return nearest.known;
  if (ending === '') return COMMON.find((known) => known.startsWith(`${name}.`));
  return mended;
}

/** The same name under the ending of a country: `yahoo.cn` exists beside `yahoo.com`. */
const isOtherCountry = (name: string, ending: string, known: string) =>
  ending.length === 2 && !NEAR_COM.has(ending) && known.startsWith(`${name}.`);

/** Edits between two words: insert, delete, replace, or swap two neighbours (optimal string alignment). */
function slipsBetween(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1, swapped ? before[j - 2]! + 1 : Infinity));
    }
    [before, row] = [row, next];
  }
  return row[to.length]!;
}
