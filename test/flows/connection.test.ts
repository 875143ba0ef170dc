import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rows, startBuiltShop } from '#test/support/books.ts';
import { createDesk } from '#test/support/desk.ts';
import { becomes, bought, look, type Buyer } from '#test/support/shop.ts';
import { MERCHANT, ticketsIn } from '#test/support/tickets.ts';
import { control, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

/** "No connection?" and "In another country?" without script: every answer is a link, all of the state is in the address. */

let world: World;
beforeAll(async () => {
  world = await startBuiltShop({ ESIM_USAGE_MAX_AGE_MINUTES: '0' }, undefined, { secondWholesaler: true });
});
afterAll(() => world?.close());

const { mailTo } = ticketsIn(() => world);
const desk = () => createDesk(world.db);

const get = (path: string, cookie: string, language = 'en') =>
  fetch(new URL(path, world.app.url), {
    redirect: 'manual',
    headers: { cookie, 'accept-language': language },
  });
const startOf = ({ order }: Buyer, query = '') => `/orders/${order.id}/connection?line=1${query}`;
const pageOf = async (buyer: Buyer, query = '', language?: string) => {
  const answer = await get(startOf(buyer, query), buyer.cookie, language);
  return { status: answer.status, html: await answer.text() };
};

/** The address of the link with exactly this text. */
function linkIn(html: string, text: string): string {
  const link = [...html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].find(([, , words]) => words === text);
  if (!link) throw new Error(`no link "${text}"`);
  return link[1]!.replaceAll('&amp;', '&');
}

/** Follows an answer, and the redirect to the address that has it with its time. */
async function answer(buyer: Buyer, html: string, text: string): Promise<{ at: string; html: string }> {
  const taken = await get(linkIn(html, text), buyer.cookie);
  expect(taken.status).toBe(302);
  const at = taken.headers.get('location')!;
  expect(at).toMatch(/#step$/);
  return { at, html: await (await get(at, buyer.cookie)).text() };
}

const heading = (html: string) => /<h2 [^>]*id="step"[^>]*>([^<]*)<\/h2>/.exec(html)?.[1];
const report = async (buyer: Buyer, set: object) =>
  control(world.airalo, { usage: { iccid: (await look(world.app, buyer)).esim?.iccid, set } });
const untilStep = (buyer: Buyer, query: string, step: string) =>
  until(async () => heading((await pageOf(buyer, query)).html) === step, { what: `the page comes to: ${step}` });
/** A second of now, as addresses have it. */
const second = () => Math.floor(Date.now() / 1000).toString(36);
const tried = (...answers: string[]) => `&tried=${answers.map((each) => `${each}-${second()}`).join('_')}`;

describe('a search for a connection', () => {
  it('asks one thing at a time, and ends in a ticket that carries everything tried', async () => {
    const buyer = await bought(world.app);
    const { html: first } = await pageOf(buyer);
    // The first wholesaler does not report where a profile is: so it is asked.
    expect(heading(first)).toBe('Is the eSIM on this phone?');
    expect(first).not.toContain('<noscript>');
    const { html: where } = await answer(buyer, first, 'Yes, it is there');
    expect(heading(where)).toBe('Where are you?');
    const state = [...where.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name, value]): [string, string] => [name!, value!],
    );
    const form = new URLSearchParams([
      ...state.slice(
        0,
        state.findIndex(([name]) => name === 'state'),
      ),
      ['in', 'FR'],
    ]);
    let html = await (await get(`/orders/${buyer.order.id}/connection?${form}`, buyer.cookie)).text();
    expect(html).toContain('It works in France');
    let at = '';
    const asked: (string | undefined)[] = [];
    for (const text of [
      'It was on',
      'I turned it on',
      'It was chosen',
      'No network is listed',
      'I restarted it',
      'It was off',
    ]) {
      asked.push(heading(html));
      ({ at, html } = await answer(buyer, html, text));
    }
    expect(asked).toEqual([
      'Turn the line on',
      'Turn data roaming on, for this line only',
      'Make it the line for data',
      'Choose a network manually',
      'Restart the phone',
      'Turn data switching off',
    ]);
    expect(heading(html)).toBe('Nothing helped, and no data was used');

    const body = new URLSearchParams({
      line: '1',
      state: new URL(at, world.app.url).search.replace('?line=1', ''),
      note: 'It is a Pixel 8.',
      wants: 'refund',
    });
    const send = () =>
      fetch(`${world.app.url}/orders/${buyer.order.id}/connection`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie: buyer.cookie },
        body,
      });
    const sent = await send();
    expect(sent.status).toBe(303);
    const after = await (await get(sent.headers.get('location')!, buyer.cookie)).text();
    const number = /request for a refund, ([0-9A-Z]{8})/.exec(after)![1]!;
    // Sent twice, it is one ticket.
    const again = await (await get((await send()).headers.get('location')!, buyer.cookie)).text();
    expect(again).toContain(number);
    const tickets = await rows(world, sql`select id from tickets where order_id = ${buyer.order.id}`);
    expect(tickets).toHaveLength(1);

    const notice = await mailTo(MERCHANT, number);
    const shown = (await desk().showTicket((await desk().findTicket(number))!)).join('\n');
    for (const words of [
      'It is a Pixel 8.',
      'Is the eSIM on this phone?: Yes, it is there',
      'Turn data roaming on, for this line only: I turned it on',
      'Choose a network manually: No network is listed',
    ]) {
      expect(shown).toContain(words);
      expect(notice.text).toContain(words);
    }
    expect(shown).toMatch(/in +France/);
    expect(shown).toMatch(/data used +0GB of 3GB/);
    await mailTo(buyer.email, number);

    // Another order has tickets of its own, and one has a limit.
    body.set('note', 'Again.');
    for (let round = 0; round < 5; round++) await send();
    const refused = await send();
    expect(refused.headers.get('location')).toContain('problem=too-many');
    expect(await (await get(refused.headers.get('location')!, buyer.cookie)).text()).toContain(
      'You have asked several times today',
    );
  });

  it('and the question about another country start at each eSIM of an order, while it works', async () => {
    const buyer = await bought(world.app, { planId: undefined, planIds: ['france-3gb', 'spain-1gb'] });
    const { id } = buyer.order;
    const linksTo = async (page: string) => {
      const html = await (await get(`/orders/${id}`, buyer.cookie)).text();
      return [...html.matchAll(new RegExp(`href="/orders/${id}/${page}\\?line=(\\d)"`, 'g'))].map(([, line]) => line);
    };
    expect([await linksTo('connection'), await linksTo('country')]).toEqual([
      ['1', '2'],
      ['1', '2'],
    ]);
    const { lines } = await look(world.app, buyer);
    const set = { status: 'EXPIRED', remaining: 1024, expired_at: '2026-01-31 12:00:00' };
    await control(world.airalo, { usage: { iccid: lines[0]?.esim?.iccid, set } });
    await until(async () => (await linksTo('connection')).join() === '2', { what: 'the first one has ended' });
    expect(await linksTo('country')).toEqual(['2']);
    const there = await (await get(`/orders/${id}/country?line=2&in=ES`, buyer.cookie)).text();
    expect(there).toContain('Your Spain eSIM works in Spain');
  });

  it('takes no answer from another site, and none about another buyer’s eSIM', async () => {
    const [buyer, other] = [await bought(world.app), await bought(world.app)];
    const post = (cookie: string, headers: Record<string, string> = {}) =>
      fetch(`${world.app.url}/orders/${buyer.order.id}/connection`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie, ...headers },
        body: new URLSearchParams({ line: '1', wants: 'help' }),
      });
    expect((await post(buyer.cookie, { 'sec-fetch-site': 'cross-site' })).status).toBe(401);
    expect((await post(buyer.cookie, { origin: 'https://elsewhere.example' })).status).toBe(401);
    expect((await post(other.cookie)).status).toBe(404);
    expect(await rows(world, sql`select id from tickets where order_id = ${buyer.order.id}`)).toEqual([]);
  });
});

describe('the ends of a search', () => {
  it('are reached by what is reported and what was answered, in both languages', async () => {
    const buyer = await bought(world.app);
    const ended = async (query: string, language?: string) => heading((await pageOf(buyer, query, language)).html);
    expect(await ended(tried('installed-no'))).toBe('Install the eSIM first');
    expect(await ended(tried('installed-no'), 'fr')).toBe('Installez d’abord l’eSIM');
    const gone = await pageOf(buyer, tried('installed-gone'));
    expect(heading(gone.html)).toBe('The eSIM is gone from your phone');
    expect(linkIn(gone.html, 'I changed my phone')).toBe(`/orders/${buyer.order.id}/phone?line=1`);
    expect(await ended(tried('installed-yes', 'line-works'))).toBe('You are online');

    const elsewhere = await pageOf(buyer, `${tried('installed-yes')}&in=JP`);
    expect(heading(elsewhere.html)).toBe('This plan does not work in Japan');
    // Of a plan for several countries, the checkout is for this one.
    const [, plan, price] = /href="\/checkout\/([\w-]+)\?for=japan".*?<b class="strong money">([^<]+)</.exec(
      elsewhere.html,
    )!;
    const sold = await (await fetch(`${world.app.url}/plans/local/japan?plan=${plan}`)).text();
    expect(sold).toContain(price);

    await report(buyer, { status: 'ACTIVE', remaining: 2048, expired_at: '2040-01-01 00:00:00' });
    await untilStep(buyer, `&from=0-${second()}`, 'Your eSIM is online');
    const online = (await pageOf(buyer, `&from=0-${second()}`)).html;
    expect(online).toContain('The operator reports 1GB since');
    expect(online).toContain('Reported by the operator: ');
    expect(heading((await answer(buyer, online, 'Still no internet')).html)).toBe('Where are you?');
    const all = ['line-was', 'roaming-was', 'data-was', 'network-none', 'restart-done', 'switching-was'];
    expect(await ended(`&in=FR${tried(...all)}`)).toBe('Nothing helped');

    await report(buyer, { status: 'FINISHED', remaining: 0 });
    await untilStep(buyer, '', 'All its data is used');
    expect(linkIn((await pageOf(buyer)).html, 'Buy again')).toBe('/plans/local/france?plan=france-3gb');
    // A plan that is used up is not read again.
    const other = await bought(world.app);
    await report(other, { status: 'EXPIRED', remaining: 1024, expired_at: '2026-01-31 12:00:00' });
    await untilStep(other, '', 'Its days have ended');
  });

  it('are those of a profile whose wholesaler says where it is', async () => {
    const buyer = await bought(world.app);
    const set = (state: string) =>
      world.db.execute(sql`update esims set profile_state = ${state}, usage_at = now(), refreshed_at = now(),
        wholesaler = 'esim-access' where order_id = ${buyer.order.id}`);
    await set('released');
    const waiting = await pageOf(buyer);
    expect(heading(waiting.html)).toBe('Install the eSIM first');
    const { html } = await answer(buyer, waiting.html, 'It is on my phone');
    expect(heading(html)).toBe('Where are you?');
    await set('installed');
    expect((await pageOf(buyer, '&in=FR')).html).toContain('The eSIM is on a phone, but its line is off');
    expect(heading((await pageOf(buyer, '&in=FR')).html)).toBe('Turn the line on');
    await set('enabled');
    expect(heading((await pageOf(buyer, '&in=FR')).html)).toBe('Turn data roaming on, for this line only');
    await set('deleted');
    expect(heading((await pageOf(buyer)).html)).toBe('The eSIM is gone from your phone');
  });

  it('are none for an order that was refunded: its page says so, and no wholesaler is asked', async () => {
    const buyer = await bought(world.app);
    const order = (await world.services.orders.find(buyer.order.id))!;
    await desk().refund(order);
    await becomes(world.app, buyer, 'refunded');
    await world.db.execute(sql`update esims set refreshed_at = null where order_id = ${order.id}`);
    for (const page of ['connection', 'country']) {
      const shown = await get(`/orders/${order.id}/${page}?line=1&in=JP`, buyer.cookie);
      expect([shown.status, shown.headers.get('location')]).toEqual([302, `/orders/${order.id}`]);
    }
    const [esim] = await rows<{ refreshed_at: string | null }>(
      world,
      sql`select refreshed_at from esims where order_id = ${order.id}`,
    );
    expect(esim?.refreshed_at).toBeNull();
    const jobs = sql`select 1 from graphile_worker.jobs where key like 'refresh:%'`;
    expect(await rows(world, jobs)).toEqual([]);
  });
});

describe('what is asked for wrongly', () => {
  it('is another line, another buyer’s order or no order: 404', async () => {
    const [buyer, other] = [await bought(world.app), await bought(world.app)];
    const statusOf = async (path: string, cookie = buyer.cookie) => (await get(path, cookie)).status;
    for (const page of ['connection', 'country']) {
      const path = `/orders/${buyer.order.id}/${page}`;
      expect(await statusOf(path)).toBe(200);
      for (const line of ['0', '2', '1.5', 'x', '']) expect(await statusOf(`${path}?line=${line}`), line).toBe(404);
      expect(await statusOf(path, other.cookie)).toBe(404);
      expect(await statusOf(`/orders/none/${page}`)).toBe(404);
    }
    expect((await get(`/orders/${buyer.order.id}/connection`, other.cookie)).headers.get('cache-control')).toBe(
      'private, no-store',
    );
  });

  it('is a zone or a country that does not exist: an error at the field; a known zone chooses its country', async () => {
    const buyer = await bought(world.app);
    const path = `/orders/${buyer.order.id}/country?line=1`;
    const shown = async (query: string, language?: string) => {
      const page = await get(path + query, buyer.cookie, language);
      const html = await page.text();
      return { status: page.status, html, chosen: /<option value="(\w+)" selected/.exec(html)?.[1] };
    };
    expect(await shown('&zone=Europe/Paris')).toMatchObject({ status: 200, chosen: 'FR' });
    expect(await shown('&zone=Asia/Calcutta')).toMatchObject({ status: 200, chosen: 'IN' });
    expect(await shown('&zone=UTC')).toMatchObject({ status: 200 });
    const lost = await shown('&zone=Mars/Olympus');
    expect([lost.status, lost.html]).toEqual([400, expect.stringContaining('We do not know the time zone')]);
    expect(lost.html).toContain('aria-invalid="true"');
    const nowhere = await shown('&in=QQ', 'fr');
    expect([nowhere.status, nowhere.html]).toEqual([400, expect.stringContaining('Choisissez un pays de la liste.')]);
    expect((await shown('&in=FR')).html).toContain('Your France eSIM works in France');
    expect((await shown('&in=JP', 'fr')).html).toContain('Votre eSIM France ne fonctionne pas au Japon');
  });
});
