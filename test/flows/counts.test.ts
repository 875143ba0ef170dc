import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '#test/support/wire.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startBuiltWorld();
  await until(async () => (await world.services.catalogue.faults()).length === 0, { what: 'plans are checked' });
});
afterAll(() => world?.close());

/** The visible text of a page's main part. */
async function read(path: string): Promise<string> {
  const html = await (await fetch(world.app.url + path, { headers: { 'accept-language': 'en' } })).text();
  return (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '')
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
}
const figure = (text: string, words: RegExp) => Number(words.exec(text)?.[1]);

it('every page that counts destinations, wide eSIMs or plans says the same number', async () => {
  const [plans, all, countries, about, global] = await Promise.all(
    ['/plans', '/plans?view=compare', '/coverage/countries', '/about', '/plans/global'].map(read),
  );
  const listed = (await (await fetch(`${world.app.url}/sitemap.xml`)).text()).match(/<loc>[^<]*\/plans\/[a-z]+[^<]*/g)!;
  const pages = (kind: RegExp) => new Set(listed.flatMap((each) => kind.exec(each)?.[1] ?? [])).size;
  const destinations = pages(/(?<!\/fr)\/plans\/local\/(.+)/);
  expect(destinations).toBeGreaterThan(190);
  expect({
    plans: figure(plans!, /(\d+) destinations and \d+ eSIMs for several countries/),
    steps: figure(plans!, /1 to 24 of (\d+)/),
    countries: figure(countries!, /(\d+) destinations where one of our plans works/),
    about: figure(about!, /destinations where one of them works (\d+)/),
    // Its 196 countries and territories, with Bali and Zanzibar.
    world: figure(global!, /Also works in Zanzibar and Bali \(a page for each\): (\d+) destinations in all/),
    filter: figure(plans!, /The world (\d+)/),
  }).toEqual({
    plans: destinations,
    steps: destinations,
    countries: destinations,
    about: destinations,
    world: destinations,
    filter: destinations,
  });

  const wide = figure(plans!, /destinations and (\d+) eSIMs for several countries/);
  expect(wide).toBe(pages(/\/plans\/regional\/(.+)/) + 1);
  expect(figure(about!, /eSIMs for a region or the world (\d+)/)).toBe(wide);

  const [total, single, several] = /(\d+) plans (\d+) for a single destination, (\d+) for several countries/
    .exec(all!)!
    .slice(1)
    .map(Number);
  expect(single! + several!).toBe(total);
  expect(figure(about!, /What we sell today plans (\d+)/)).toBe(total);
});

it('a claim such as 190+ countries is at most the number of countries that the page of the eSIM lists', async () => {
  const offers = await world.services.catalogue.wideOffers();
  expect(offers.length).toBeGreaterThan(4);
  for (const { slug, kind, regionCount } of offers) {
    const text = await read(kind === 'global' ? '/plans/global' : `/plans/regional/${slug}`);
    expect(text, slug).toContain(`${regionCount}+ countries`);
    expect(figure(text, /(\d+) countries and territories where it works/), slug).toBeGreaterThanOrEqual(regionCount!);
  }
});
