import { afterAll, beforeAll, expect, it } from 'vitest';
import { placeForms } from '#src/i18n/areas/place-forms.ts';
import { placeFormer } from '#src/i18n/place-forms.ts';
import { until } from '#test/support/wire.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';

/** French pages of the shop, read for every destination: `pour le Japon`, never `pour Japon`. */

let world: World;
let destinations: { name: string; path: string; kind: string; slug: string }[];
beforeAll(async () => {
  world = await startBuiltWorld();
  await until(async () => (await world.services.catalogue.faults()).length === 0, { what: 'plans are checked' });
  destinations = (await world.services.catalogue.destinations()).map(({ name, slug, kind }) => ({
    name: name.fr!,
    slug,
    kind,
    path: kind === 'global' ? '/fr/plans/global' : `/fr/plans/${kind}/${slug}`,
  }));
});
afterAll(() => world?.close());

/** The text of a page, its title and its accessible names. */
async function words(path: string): Promise<string> {
  const answer = await fetch(world.app.url + path);
  expect(answer.status, path).toBe(200);
  const html = (await answer.text()).replaceAll(/<(script|style)[\s\S]*?<\/\1>|<!-- -->/g, '');
  const labels = [...html.matchAll(/(?:aria-label|content|alt)="([^"]*)"/g)].map(([, label]) => label);
  return [html.replaceAll(/<\/?(?:b|span|a)\b[^>]*>/g, '').replaceAll(/<[^>]+>/g, '\n'), ...labels]
    .join('\n')
    .replaceAll('&#x27;', '’')
    .replaceAll(/[ \u00a0\u202f]+/g, ' ');
}

const formOf = placeFormer(placeForms.fr);

/** Places that a text names after a preposition or verb without their article, or after the wrong one. */
function wrongIn(text: string): string[] {
  const names = destinations.map(({ name }) => name).toSorted((a, b) => b.length - a.length);
  const named = new RegExp(
    String.raw`(?<![\p{L}’-])(pour|couvre|couvrent|vers|en|à|au|aux|dans|du|des) (${names.join('|')})(?![\p{L}-])`,
    'gu',
  );
  return [...text.matchAll(named)].flatMap(([all, word = '', name = '']) => {
    if (all === formOf(name, 'en') || all === formOf(name, 'de')) return [];
    const isBare = formOf(name, 'le') === name;
    return isBare && /^(pour|couvre|couvrent|vers)$/.test(word) ? [] : [all];
  });
}

it('finds a place without its article', () => {
  expect(wrongIn('8 forfaits pour Japon, en Japon, au France, couvre Maroc, dans Thaïlande, en Bali')).toEqual([
    'pour Japon',
    'en Japon',
    'au France',
    'couvre Maroc',
    'dans Thaïlande',
    'en Bali',
  ]);
  expect(wrongIn('8 forfaits pour le Japon, en France, aux États-Unis, à Bali, pour Bali, eSIM Japon')).toEqual([]);
});

it('writes every destination with its article on its own page', async () => {
  const wrong: string[] = [];
  for (const { path } of destinations) wrong.push(...wrongIn(await words(path)).map((found) => `${path}: ${found}`));
  expect(wrong).toEqual([]);
}, 240_000);

it('writes a searched destination with its article, for each kind of article', async () => {
  const isSold = (name: string) => destinations.some((each) => each.name === name);
  const oneOfEach = placeForms.fr.places.flatMap(
    ({ names }) =>
      names
        .split('|')
        .map((each) => each.replace(/=.*/, ''))
        .find(isSold) ?? [],
  );
  for (const name of [...oneOfEach, 'Japon', 'Thaïlande', 'États-Unis', 'Bali']) {
    const page = `/fr/plans?q=${encodeURIComponent(name)}`;
    const text = await words(page);
    const isRight = text.includes(`pour ${formOf(name, 'le')}`);
    expect({ page, wrong: wrongIn(text), isRight }).toEqual({ page, wrong: [], isRight: true });
  }
});

it('writes the places of a trip, of a calculation and of a comparison with their articles', async () => {
  const trip = await words('/fr/plans/trip?stop=italy:4&stop=japan:3&stop=bali:4&stop=united-states:9&stop=morocco:5');
  expect(trip).toContain('Jours au Maroc');
  expect(trip).toMatch(/pour l’Italie|pour le Japon|couvre le Maroc/);
  const data = await words('/fr/plans/data?to=united-states&days=7');
  expect(data).toContain('aux États-Unis');
  expect(data).toContain('pour la Thaïlande et Bali');
  const compared = await words('/fr/plans?q=japon&compare=asia-1gb&compare=global-1gb');
  expect(compared).toContain('Réseaux au Japon');
  const withCountry = await words('/fr/plans?compare=france-3gb,europe-3gb,global-3gb');
  expect(withCountry).toContain('Réseaux en France');
  expect(withCountry).toContain('Si vous ajoutez l’Espagne');
  expect(withCountry).toContain('Si vous ajoutez le Maroc');
  const others = await Promise.all(
    [
      '/fr',
      '/fr/plans',
      '/fr/coverage',
      '/fr/coverage/countries',
      '/fr/coverage/operators',
      '/fr/help',
      '/fr/about',
    ].map(words),
  );
  expect([trip, data, compared, withCountry, ...others].flatMap(wrongIn)).toEqual([]);
});
