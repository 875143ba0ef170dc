import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBuiltShop } from '#test/support/books.ts';
import { becomes, bought, buy, errorOf, look, order, orderRequest, post } from '#test/support/shop.ts';
import { messages, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

/** An order bought from the trip planner keeps which eSIM is used on which day. */

let world: World;
beforeAll(async () => {
  world = await startBuiltShop();
});
afterAll(() => world?.close());

const PLANS = { planId: undefined, planIds: ['france-3gb', 'spain-3gb'] };
const STOPS = [
  { slug: 'france', days: 3 },
  { slug: 'spain', days: 6 },
  { slug: 'france', days: 3 },
];
const TRIP = { stops: STOPS, mbPerDay: 512 };

/** The words of an answer's main part. */
const wordsOf = async (answer: Response): Promise<string> =>
  (/<main[\s\S]*<\/main>/.exec(await answer.text())?.[0] ?? '')
    .replaceAll(/<!-- -->|<script[\s\S]*?<\/script>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ');

describe('the plan by day of a trip', () => {
  it('is on the page of its paid order, each switch with its eSIM', async () => {
    const buyer = await buy(world.app, { ...PLANS, trip: TRIP });
    await until(async () => ['paid', 'fulfilling', 'fulfilled'].includes((await look(world.app, buyer)).status), {
      what: 'the order is paid',
    });
    expect((await look(world.app, buyer)).tripDays?.map(({ line, first, last }) => [line, first, last])).toEqual([
      [0, 1, 3],
      [1, 4, 9],
      [0, 10, 12],
    ]);
    const page = (language: string) =>
      fetch(`${world.app.url}/orders/${buyer.order.id}`, {
        headers: { cookie: buyer.cookie, 'accept-language': language },
      });
    expect(await wordsOf(await page('en'))).toContain(
      'When to switch Day 1 France - 3GB France, days 1 to 3. Choose it for mobile data when you arrive.' +
        ' Day 4 Spain - 3GB Spain, days 4 to 9. Choose it for mobile data.' +
        ' Day 10 Back to France - 3GB France, days 10 to 12. It is the same eSIM.',
    );
    expect(await wordsOf(await page('fr'))).toContain('Jour 10 De nouveau France - 3 Go');
    // The days come first: they say which code is for what.
    await becomes(world.app, buyer, 'fulfilled');
    const words = await wordsOf(await page('en'));
    expect(words.indexOf('When to switch')).toBeGreaterThan(0);
    expect(words.indexOf('When to switch')).toBeLessThan(words.indexOf('Stay on Wi-Fi'));
  });

  it('is in the mail with the eSIMs', async () => {
    const buyer = await bought(world.app, { ...PLANS, trip: TRIP });
    const mail = await until(
      async () => (await messages(world.mail, buyer.email)).find(({ subject }) => /eSIMs are ready/.test(subject)),
      { what: 'the mail with the eSIMs' },
    );
    expect(mail?.text).toContain('When to switch');
    expect(mail?.text).toContain('Day 4: Spain 3GB. Spain, days 4 to 9.');
    expect(mail?.text).toContain('Day 10: Back to France 3GB. France, days 10 to 12.');
  });

  it('is not made up: without a trip, for other plans, or for one eSIM, an order has none', async () => {
    for (const changes of [
      PLANS,
      { ...PLANS, planIds: ['france-3gb', 'spain-1gb'], trip: TRIP },
      { ...PLANS, trip: { ...TRIP, stops: [{ slug: 'atlantis', days: 3 }] } },
      { trip: { stops: [{ slug: 'france', days: 3 }], mbPerDay: 512 } },
    ])
      expect((await look(world.app, await order(world.app, changes))).tripDays).toBeNull();
  });

  it('is asked for within the limits of the planner', async () => {
    for (const trip of [
      { stops: [], mbPerDay: 512 },
      { stops: Array(16).fill(STOPS[0]), mbPerDay: 512 },
      { stops: [{ slug: 'france', days: 366 }], mbPerDay: 512 },
      {
        stops: [
          { slug: 'france', days: 200 },
          { slug: 'spain', days: 166 },
        ],
        mbPerDay: 512,
      },
      { stops: STOPS, mbPerDay: 20_481 },
      { stops: STOPS, mbPerDay: 0 },
      { stops: [{ slug: 'france', days: 1, name: '<b>' }], mbPerDay: 512 },
    ]) {
      const answer = await post(world.app, '/api/orders', orderRequest({ ...PLANS, trip }));
      expect(answer.status).toBe(400);
      expect(await errorOf(answer)).toMatchObject({ code: 'invalid-input' });
    }
  });
});

describe('the checkout of a trip', () => {
  const checkout = (query: string) => fetch(`${world.app.url}/checkout/france-3gb,spain-3gb${query}`);
  const backLink = /<a[^>]*href="([^"]+)"[^>]*>(?:<svg[\s\S]*?<\/svg>)Back to ([^<]+)</;

  it('leads back to the trip with its itinerary', async () => {
    const query = '?stop=france:3&stop=spain:6&stop=france:3&habit=light';
    const [, href, text] = backLink.exec(await (await checkout(query)).text()) ?? [];
    expect([href?.replaceAll('&amp;', '&'), text]).toEqual([`/plans/trip${query}`, 'your trip']);
  });

  it('without a trip, or with one that makes no sense, leads back to all plans', async () => {
    for (const query of ['', '?stop=france:0', '?stop=france:400', '?habit=light'])
      expect(backLink.exec(await (await checkout(query)).text())?.[1]).toBe('/plans');
  });
});
