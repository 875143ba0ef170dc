const LONG = new Intl.DisplayNames('en', { type: 'region', style: 'long', fallback: 'none' });
const SHORT = new Intl.DisplayNames('en', { type: 'region', style: 'short', fallback: 'none' });

/** Names in wide use that CLDR spells otherwise. */
const OTHER_NAMES: Record<string, string> = {
  CD: 'Democratic Republic of the Congo',
  CI: 'Ivory Coast',
  CV: 'Cabo Verde',
  CZ: 'Czech Republic',
  MK: 'Macedonia',
  MM: 'Burma',
  TR: 'Turkey',
};

const known = new Map<string, ReadonlySet<string>>();

/** The country with this English name, such as "Hong Kong (China)", among some codes; undefined: none has it. */
export function countryNamed(name: string, among: readonly string[]): string | undefined {
  const wanted = folded(name);
  return wanted === '' ? undefined : among.find((code) => namesOf(code).has(wanted));
}

function namesOf(code: string): ReadonlySet<string> {
  const names =
    known.get(code) ??
    new Set([LONG.of(code), SHORT.of(code), OTHER_NAMES[code]].flatMap((name) => (name ? folded(name) : [])));
  known.set(code, names);
  return names;
}

/** In small letters, without accents, and without the state to which a region belongs. */
const folded = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}|\s*\([^)]*\)|\sSAR China$/gu, '')
    .replaceAll('&', 'and')
    .replaceAll('’', "'")
    .trim()
    .toLowerCase();
