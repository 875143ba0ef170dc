import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '#test/support/wire.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';

/** The trip planner and the data calculator without scripts. */

let world: World;
beforeAll(async () => {
  world = await startBuiltWorld();
  await until(async () => (await world.services.catalogue.faults()).length === 0, { what: 'plans are checked' });
});
afterAll(() => world?.close());

const ask = (path: string, language = 'en') =>
  fetch(world.app.url + path, { redirect: 'manual', headers: { 'accept-language': language } });
/** The text of a page's main part. */
async function words(path: string, language?: string): Promise<string> {
  const answer = await ask(path, language);
  expect(answer.status).toBe(200);
  const main = /<main[\s\S]*<\/main>/.exec(await answer.text())![0];
  return main
    .replaceAll(/<!-- -->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ');
}

describe('/plans/trip', () => {
  const TRIP = '/plans/trip?stop=france:4&stop=italy:5&stop=morocco:5';

  it('shows the cheapest combination for a trip, the other combinations, and one checkout for all of it', async () => {
    const text = await words(TRIP);
    for (const part of [
      // The number beside it is of days.
      'France 2GB at your pace days Italy',
      'Cheapest for 14 days and 7GB',
      '$30.00 Europe 5GB and Morocco 3GB',
      'There is no plan for Italy alone, so it takes one for several countries: here Europe',
      'Europe 5GB covers France and Italy for $20.00',
      'Each stop on its own, the second best $32.00',
      'One plan for all $59.00',
      'Day 10 Morocco 3GB Morocco, days 10 to 14. Choose it for mobile data.',
      'Get 2 eSIMs',
    ]) {
      expect(text).toContain(part);
    }
    const html = await (await ask(TRIP)).text();
    const checkout = '/checkout/europe-5gb,morocco-3gb?stop=france:4&stop=italy:5&stop=morocco:5';
    expect(html).toContain(`href="${checkout.replaceAll('&', '&amp;')}"`);
    expect((await ask(checkout)).status).toBe(200);
  });

  it('lists every switch in order, the way back included, with what is left on the eSIM', async () => {
    const back = '/plans/trip?stop=france:3&stop=spain:6&stop=france:3';
    const text = await words(back);
    expect(text).toContain(
      'When to switch Day 1 France 3GB France, days 1 to 3. Choose it for mobile data when you arrive.' +
        ' Day 4 Spain 3GB Spain, days 4 to 9. Choose it for mobile data.' +
        ' Day 10 Back to France 3GB France, days 10 to 12. It is the same eSIM, with 1.5GB left at your pace.' +
        ' Install all of them before you leave.',
    );
    expect(text).toContain('France 3GB covers all your stays (France) for $11.00');
    expect(text).toContain('France 3GB, Spain 3GB. 2 eSIMs, nothing to spare.');
    expect(await (await ask(back)).text()).toContain(
      'France 3GB covers days 1 to 3, Spain 3GB covers days 4 to 9, France 3GB covers days 10 to 12',
    );
    const french = await words(`/fr${back}`);
    expect(french).toContain('Jour 10 De nouveau France 3 Go France, du jour 10 au jour 12. C’est la même eSIM');
  });

  it('tells several eSIMs of one plan apart by their number', async () => {
    const text = await words('/plans/trip?stop=france:40&habit=heavy');
    expect(text).toContain('Day 1 France 10GB (eSIM 1)');
    expect(text).toContain(
      'Day 11 France 10GB (eSIM 2) France, days 11 to 20. Choose it for mobile data once France 10GB (eSIM 1) is used up',
    );
    expect(text).toContain('Day 31 France 10GB (eSIM 4)');
  });

  it('gives a reason once, however many plans have it', async () => {
    const text = await words('/plans/trip?stop=italy:13&stop=france:1&habit=heavy');
    expect(text).toContain('Europe 3GB, Europe 10GB, and France 1GB');
    expect(text.match(/There is no plan for Italy alone/g)).toHaveLength(1);
  });

  it('says what is different about a mix of the same price', async () => {
    const more = await words('/plans/trip?stop=japan:5&stop=thailand:5');
    expect(more).toContain('nothing to spare. The same price, with 2 more eSIMs to install.');
    const other = await words('/plans/trip?stop=france:10&stop=spain:10&habit=light');
    expect(other).toContain('The same price and as many eSIMs, with Spain 1GB instead of France 1GB.');
    expect(other).not.toContain('0GB to spare');
  });

  it('marks no field as wrong before a stop is named', async () => {
    const marked = async (path: string) =>
      (await (await ask(path)).text()).match(/class="input is-error"|aria-invalid="true"/g)?.length ?? 0;
    expect(await marked('/plans/trip')).toBe(0);
    expect(await marked('/plans/trip?stop=france:400')).toBe(2);
  });

  it('draws each country in the colour of its plan, also on a map of its own address', async () => {
    const html = await (await ask('/plans/trip?stop=france:3&stop=spain:6&stop=france:3')).text();
    const address = /href="(\/maps\/trip\.svg\?places=[^"#]+)#map"/.exec(html)?.[1];
    expect(address).toBe('/maps/trip.svg?places=france.0,spain.1');
    const map = await ask(address!);
    expect(map.headers.get('content-type')).toContain('image/svg+xml');
    expect(await map.text()).toMatch(/stroke="var\(--map-dot.*stroke="var\(--trip-1.*stroke="var\(--trip-0/s);
    for (const places of ['', 'atlantis.0', 'europe.0', 'france.9', Array(16).fill('france').join(',')])
      expect((await ask(`/maps/trip.svg?places=${places}`)).status, places).toBe(404);
  });

  it('works in French', async () => {
    const text = await words(`/fr${TRIP}`);
    expect(text).toContain('Le moins cher pour 14 jours et 7 Go');
    expect(text).toContain('Maroc 3 Go couvre le Maroc pour 10,00 $US');
    expect(text).toContain('Obtenir 2 eSIM');
  });

  it('the form of the page leads to the URL of the trip, under /fr to the French one', async () => {
    const form = 'place=france&days=4&place=italy&days=5&habit=everyday&addDays=5';
    for (const [path, to] of [
      [`/plans/trip?${form}&add=morocco`, TRIP],
      [`/plans/trip?${form}&add=&more=1`, '/plans/trip?stop=france:4&stop=italy:6'],
      [`/fr/plans/trip?${form}&add=&remove=0&habit=light`, '/fr/plans/trip?stop=italy:5'],
    ] as const) {
      const answer = await ask(path);
      expect([answer.status, answer.headers.get('location')]).toEqual([302, to]);
    }
  });

  it('shows at the field what is wrong with a trip, and plans nothing', async () => {
    for (const [query, sentence] of [
      ['', 'Add your first stop to see what the trip costs.'],
      [`?${Array.from({ length: 16 }, () => 'stop=france:1').join('&')}`, 'A trip can have 15 stops at most.'],
      ['?stop=france:400', 'A trip can take 365 days at most. This one takes 400.'],
      ['?stop=france:0', 'Enter 1 to 365 days.'],
      ['?stop=atlantis:3', 'We do not know a destination called “atlantis”.'],
      ['?stop=europe:3', 'We do not know a destination called “europe”.'],
      [`?stop=${'x'.repeat(10_000)}:3`, 'We do not know a destination called'],
    ] as const) {
      const text = await words(`/plans/trip${query}`);
      expect(text).toContain(sentence);
      expect(text).not.toContain('Get ');
    }
    const text = await words('/plans/trip?stop=france:3&habit=enormous');
    expect(text).toContain('We do not know this data habit');
    expect(text).toContain('Get ');
  });

  it('states the limits at the form, and beyond one which it is, with the rest of the itinerary, in both languages', async () => {
    const limits = 'Up to 15 stops, 365 days, 20GB a day and 400GB in all.';
    expect(await words('/plans/trip')).toContain(limits);
    expect(await words('/fr/plans/trip')).toContain('Jusqu’à 15 étapes, 365 jours, 20 Go par jour et 400 Go en tout.');
    for (const [path, sentence] of [
      ['/plans/trip?stop=france:365&habit=9999', 'A trip can need 400GB at most. This one needs 3,564'],
      ['/fr/plans/trip?stop=france:365&habit=9999', 'Un voyage peut demander 400 Go au plus. Celui-ci demande 3'],
      ['/plans/trip?stop=france:300&stop=italy:66', 'A trip can take 365 days at most. This one takes 366.'],
      [`/plans/trip?${'stop=france:20&'.repeat(15)}stop=italy:1`, 'A trip can have 15 stops at most.'],
    ] as const) {
      const text = await words(path);
      expect(text).toContain(sentence);
      expect(text).not.toContain('Get ');
      const html = await (await ask(path)).text();
      expect(html).toContain('name="place" value="france"');
    }
    for (const habit of ['20481', '99999', '123456', '9'.repeat(500)]) {
      const text = await words(`/plans/trip?stop=france:3&habit=${habit}`);
      expect(text).toContain('We count with 20GB a day at most.');
      expect(text).toContain('Cheapest for 3 days and 1.5GB');
    }
  });

  it('a trip of more eSIMs than one order has is a price and its plans, without a row for each', async () => {
    const text = await words('/plans/trip?stop=france:40&habit=10240');
    expect(text).toContain('for 40 days and 400GB');
    expect(text).toContain('One order can have 15 eSIMs at most. Plan the trip in two parts.');
    expect(text).not.toContain('Get ');
    expect(text).not.toContain('When to switch');
  });

  it('the fields hold the limits: days that are left, no stop after the fifteenth', async () => {
    const html = await (await ask('/plans/trip?stop=france:300&stop=italy:60')).text();
    expect(html).toMatch(/max="305"/);
    expect(html).toMatch(/max="65"/);
    expect(html).toMatch(/id="trip-add-days"[^>]*max="5"/);
    const full = await (await ask(`/plans/trip?${Array(15).fill('stop=france:1').join('&')}`)).text();
    expect(full).toMatch(/<select[^>]*id="trip-add"[^>]*disabled=""/);
  });

  it('a trip of 15 stops in 15 countries has a result', async () => {
    const places = (await world.services.catalogue.destinations()).filter(
      ({ kind, within, region }) => kind === 'local' && within === null && (region === 'europe' || region === 'asia'),
    );
    const stops = places.slice(0, 15).map(({ slug }, at) => `stop=${slug}:${1 + (at % 4)}`);
    expect(stops).toHaveLength(15);
    expect(await words(`/plans/trip?${stops.join('&')}`)).toContain('Your trip');
  });
});

describe('/plans/data', () => {
  it('counts hours, shows the rates, and finds the cheapest sufficient plan', async () => {
    const text = await words('/plans/data?to=france&days=10');
    expect(text).toContain('675MB an hour at 1.5 Mbit/s');
    expect(text).toContain('3.4GB Data for 10 days in France');
    // The parts add up to the total: 3,435MB over 1,024 are 3.4GB.
    expect(text).toMatch(/54MB.* 108MB.* 743MB.* 432MB.* 113MB.* 1,688MB.* 0MB.* 297MB/);
    expect(text).toContain('A GB of a plan is 1,024MB.');
    expect(text).toContain('France - 5GB 30 days, 1.6GB to spare $16.00');
    expect(text).toContain('France 3GB for $11.00 would end after day 8.');
    expect(await words('/fr/plans/data?to=france&days=10')).toContain('675 Mo par heure à 1,5 Mbit/s');
  });

  it('says when no single plan is sufficient, and when a destination is unknown', async () => {
    expect(await words('/plans/data?to=france&films=180&days=30')).toContain('No single plan has that much');
    expect(await words('/plans/data?to=atlantis')).toContain('We do not know this destination.');
  });

  it('lists the lowest price of each size with its destination, and links to the shop for it', async () => {
    expect(await words('/plans/data')).toMatch(/1GB or more from \$3\.50 in Thailand/);
    expect(await (await ask('/plans/data')).text()).toContain('href="/plans?data=5"');
  });
});
