import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '#sandbox/postgres/port.ts';
import { quarterAt } from '#src/modules/tax/tax.ts';
import { LEGAL_VERSIONS } from '#src/shared/legal.ts';
import type { TopUpsView } from '#src/shared/top-up-views.ts';
import type { OrderView } from '#src/shared/views.ts';
import { rows, startBuiltShop } from '#test/support/books.ts';
import { scrape, valueOf } from '#test/support/metrics.ts';
import { merchantFile } from '#test/support/merchant.ts';
import { ops } from '#test/support/ops.ts';
import { becomes, type Buyer, errorOf, order, orderRequest, post } from '#test/support/shop.ts';
import { CARDS, control, messages, payHosted, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

/** A merchant in France who is taxed in Germany and the United Kingdom too, and in Switzerland, without a rate there. */
const TAX = { home: 'FR', territories: ['FR', 'DE', 'CH'], gb: true };

let world: World;
let port: number;
beforeAll(async () => {
  port = await freePort();
  const countries = path.join(mkdtempSync(path.join(tmpdir(), 'countries-')), 'countries.csv');
  writeFileSync(countries, '192.0.2.0,192.0.2.255,GB\n2001:db8::,2001:db8::ffff,DE\n');
  world = await startBuiltShop({
    MERCHANT_FILE: merchantFile({ tax: TAX, timeZone: 'Europe/Paris' }),
    TRUSTED_PROXIES: '127.0.0.1',
    COUNTRY_HEADER: 'cf-ipcountry',
    COUNTRY_FILE: countries,
    LIMIT_ORDERS_PER_ADDRESS: '100',
    METRICS_LISTEN: `127.0.0.1:${port}`,
    // Its own clock decides when refunds are sent.
    SWEEP_SECONDS: '3600',
  });
});
afterAll(() => world?.close());

async function paid(change: Record<string, unknown>, headers: Record<string, string> = {}, card: string = CARDS.good) {
  const buyer = await order(world.app, change, headers);
  await payHosted(buyer.paymentUrl, card);
  const view = await becomes(world.app, buyer, 'fulfilled');
  return { ...buyer, view };
}
type AddedPlan = { orderId: string; paymentUrl: string };
const taxesOf = ({ lines }: OrderView) => lines.map(({ tax }) => tax);
const shown = async ({ order: { number } }: Buyer) => (await ops(world, ['order', 'show', number])).join('\n');
const mailTo = ({ email }: Buyer) =>
  until(async () => (await messages(world.mail, email)).find(({ attachments }) => attachments.length > 0), {
    what: 'the mail with the eSIM',
  });

it('an order keeps the country, what else says it, the consent and the tax; a contradiction delays nothing', async () => {
  const asked = { country: 'DE', beginConsent: 1, planIds: ['france-3gb', 'france-1gb'], planId: undefined };
  const german = await paid(asked, { 'cf-ipcountry': 'DE' });
  expect(taxesOf(german.view)).toEqual([
    { country: 'DE', ratePercent: 19, amount: { amount: 176, currency: 'USD' } },
    { country: 'DE', ratePercent: 19, amount: { amount: 72, currency: 'USD' } },
  ]);
  const record = await shown(german);
  expect(record).toMatch(/^country +DE {2}buyer {2}network DE {2}card US {2}CONTRADICTION$/m);
  expect(record).toMatch(/^consent +to begin at once\/1 {2}en {2}20/m);
  expect(record).toMatch(/^tax +DE {2}19 % {2}2\.48 USD$/m);
  expect(record).toContain('country-contradiction  {"card":"US","country":"DE","network":"DE"}');
  const samples = await scrape(`http://127.0.0.1:${port}`);
  expect(valueOf(samples, 'store_country_contradictions_total', {})).toBe(1);
  const { text } = await mailTo(german);
  expect(text).toMatch(/Of which VAT \(19%\): \$2\.48/);
  expect(text).toMatch(/you asked that your plan begins during the 14 days in which you can withdraw/);

  // A further plan on the eSIM is sold to the same country, and asks for the same consent.
  const topUps = `/api/orders/${german.order.id}/lines/1/top-ups`;
  const cookie = { cookie: german.cookie };
  const offered = (await (await fetch(world.app.url + topUps, { headers: cookie })).json()) as TopUpsView;
  expect(offered.asksConsent).toBe(true);
  const { planId, price } = offered.choices[0]!;
  const { terms, refund, privacy } = LEGAL_VERSIONS;
  const wanted = { planId, shownAmount: price.amount, shownCurrency: 'USD', locale: 'en' };
  const body = { idempotencyKey: randomUUID(), shownTexts: { terms, refund, privacy }, ...wanted };
  const stale = await post(world.app, topUps, { ...body, beginConsent: 99 }, cookie);
  expect(await errorOf(stale)).toMatchObject({ code: 'terms-changed', field: 'beginConsent' });
  const asking = { ...body, beginConsent: 1 };
  const added = (await (await post(world.app, topUps, asking, cookie)).json()) as AddedPlan;
  const bought = sql`
    select tax_country, tax_rate_bp, begin_consent ->> 'version' as version, begin_consent ->> 'locale' as locale
    from order_lines l join orders o on o.id = l.order_id where l.order_id = ${added.orderId}`;
  expect(await rows(world, bought)).toEqual([{ tax_country: 'DE', tax_rate_bp: 1900, version: '1', locale: 'en' }]);
  await payHosted(added.paymentUrl, CARDS.good);
  const mailed = await until(
    async () => (await messages(world.mail, german.email)).find(({ subject }) => /added/i.test(subject)),
    { what: 'the mail about the top-up' },
  );
  expect(mailed.text).toMatch(/you asked that your plan begins during the 14 days .*version 1, in English/s);

  const french = await paid({ country: 'FR', locale: 'fr' }, { 'x-forwarded-for': '192.0.2.7' }, CARDS.french);
  const agreeing = await shown(french);
  expect(agreeing).toMatch(/^country +FR {2}buyer {2}network GB {2}card FR$/m);
  expect(agreeing).not.toMatch(/^consent|contradiction/m);
  expect((await mailTo(french)).text).toMatch(/Dont TVA \(20.%\).: 1,83/u);
});

it('without a country the merchant’s presumption holds; outside nothing is taxed; a state without a rate is not sold to', async () => {
  const presumed = await order(world.app, {}, { 'x-forwarded-for': '2001:db8::7' });
  expect(taxesOf(presumed.order)).toEqual([
    { country: 'FR', ratePercent: 20, amount: { amount: 183, currency: 'USD' } },
  ]);
  expect(await shown(presumed)).toMatch(/^country +FR {2}presumed {2}network DE {2}card - {2}CONTRADICTION$/m);
  expect(taxesOf((await order(world.app, { country: 'US' })).order)).toEqual([null]);
  expect(taxesOf((await order(world.app, { country: 'MC' })).order)).toMatchObject([{ country: 'FR' }]);

  // An eSIM whose buyer lives where a rate is missing by now: nothing can be added to it.
  const swiss = await paid({ country: 'US' });
  await world.db.execute(sql`update orders set country = 'CH' where id = ${swiss.order.id}`);
  const before = await rows(world, sql`select count(*) from orders`);
  const topUps = `/api/orders/${swiss.order.id}/lines/1/top-ups`;
  const cookie = { cookie: swiss.cookie };
  const { choices } = (await (await fetch(world.app.url + topUps, { headers: cookie })).json()) as TopUpsView;
  const { terms, refund, privacy } = LEGAL_VERSIONS;
  const refused = await post(
    world.app,
    topUps,
    {
      idempotencyKey: randomUUID(),
      planId: choices[0]!.planId,
      shownAmount: choices[0]!.price.amount,
      shownCurrency: 'USD',
      shownTexts: { terms, refund, privacy },
      locale: 'en',
    },
    cookie,
  );
  expect([refused.status, (await errorOf(refused)).code]).toEqual([409, 'country-not-sold']);
  const several = { planId: undefined, planIds: ['france-3gb', 'spain-3gb'] };
  for (const [change, status, error] of [
    [{ country: 'CH' }, 409, { code: 'country-not-sold', field: 'country' }],
    [{ country: 'CH', ...several }, 409, { code: 'country-not-sold', field: 'country' }],
    [{ country: 'XX' }, 400, { code: 'invalid-input', field: 'country' }],
    [{ country: 'fr' }, 400, { code: 'invalid-input', field: 'country' }],
    [{ beginConsent: 99 }, 409, { code: 'terms-changed', field: 'beginConsent' }],
  ] as const) {
    const answer = await post(world.app, '/api/orders', orderRequest(change));
    expect(answer.status).toBe(status);
    expect(await errorOf(answer)).toMatchObject(error);
  }
  expect(await rows(world, sql`select count(*) from orders`)).toEqual(before);
});

it('ten checkouts at once are one order with its tax; another country is another request', async () => {
  const asked = orderRequest({ country: 'DE' });
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(world.app, '/api/orders', asked)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
  const made = await Promise.all(answers.map(async (each) => ((await each.json()) as { order: OrderView }).order));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect(new Set(made.map((each) => JSON.stringify(taxesOf(each)))).size).toBe(1);
  for (const country of ['FR', undefined]) {
    const other = await post(world.app, '/api/orders', { ...asked, country });
    expect([other.status, (await errorOf(other)).code]).toEqual([409, 'idempotency-key-reused']);
  }
});

it('a rate that began between the order and its payment is that of the sale, at the price that was shown', async () => {
  const buyer = await order(world.app, { country: 'DE' });
  await world.db.execute(
    sql`update order_lines set tax_rate_bp = 1600, tax_amount = 152 where order_id = ${buyer.order.id}`,
  );
  await payHosted(buyer.paymentUrl, CARDS.good);
  const view = await becomes(world.app, buyer, 'fulfilled');
  expect(view.total.amount).toBe(1100);
  expect(taxesOf(view)).toMatchObject([{ country: 'DE', ratePercent: 19, amount: { amount: 176 } }]);
  expect(await shown(buyer)).toContain('tax-rate-changed  {"to":1900,"from":1600,"line":1}');
  const receipt = sql`select total, tax from documents where order_id = ${buyer.order.id}`;
  expect(await rows(world, receipt)).toEqual([{ total: 1100, tax: 176 }]);
});

it('the returns have the sales of a quarter, and corrections name the quarter of the sale', async () => {
  // A year of its own: the orders of the other tests are not in it.
  const sold = async (country: string, paidAt: string) => {
    const buyer = await paid({ country });
    const { id } = buyer.order;
    await world.db.execute(sql`update orders set paid_at = ${paidAt}::timestamptz where id = ${id}`);
    await world.db.execute(sql`
      update documents set content = content || jsonb_build_object('paidAt', ${paidAt}::text) where order_id = ${id}`);
    return buyer.order;
  };
  const givenBack = async ({ id, number }: OrderView, amount: string, at: string) => {
    await ops(world, ['order', 'refund', number, '--amount', amount, '--reason', 'sorry']);
    await until(
      async () => {
        const moved = await rows(
          world,
          sql`update documents set issued_at = ${at}::timestamptz
            where order_id = ${id} and kind = 'credit-note' and issued_at > now() - interval '1 hour' returning 1`,
        );
        return moved.length > 0;
      },
      { what: 'the credit note of the refund' },
    );
  };
  // In Paris it is July already.
  const german = await sold('DE', '2024-06-30T22:30:00Z');
  const before = await sold('DE', '2024-06-30T21:30:00Z');
  const home = await sold('FR', '2024-08-01T12:00:00Z');
  const british = await sold('GB', '2024-09-01T12:00:00Z');
  await givenBack(german, '1.00', '2024-09-30T21:59:59Z');
  await givenBack(before, '5.00', '2024-09-01T12:00:00Z');
  await givenBack(before, '6.00', '2024-10-01T12:00:00Z');
  await givenBack(home, '11.00', '2024-08-02T12:00:00Z');
  expect(british.total.amount).toBe(1100);

  const HEAD = 'kind,quarter,country,rate,currency,net,tax,net_eur,tax_eur';
  const rate = ['--rate', '1.1'];
  expect(await ops(world, ['tax', 'oss', '2024-Q2', ...rate])).toEqual([
    HEAD,
    'sale,2024-Q2,DE,19,USD,9.24,1.76,8.40,1.60',
  ]);
  expect(await ops(world, ['tax', 'oss', '2024-Q3', ...rate])).toEqual([
    HEAD,
    'sale,2024-Q3,DE,19,USD,8.40,1.60,7.64,1.45',
    'correction,2024-Q2,DE,19,USD,-4.20,-0.80,-3.82,-0.73',
  ]);
  // What both corrections take back is the tax of the sale.
  expect(await ops(world, ['tax', 'oss', '2024-Q4', ...rate])).toEqual([
    HEAD,
    'correction,2024-Q2,DE,19,USD,-5.04,-0.96,-4.58,-0.87',
  ]);
  expect(await ops(world, ['tax', 'home', '2024-Q3'])).toEqual([HEAD]);
  expect(await ops(world, ['tax', 'gb', '2024-Q3', '--rate', '1.25'])).toEqual([
    HEAD.replaceAll('eur', 'gbp'),
    'sale,2024-Q3,GB,20,USD,9.17,1.83,7.34,1.46',
  ]);

  // A refund that comes back later is a correction of the day on which that is known: what was filed stays as it was.
  const [sent] = await rows<{ vendor_id: string }>(
    world,
    sql`select vendor_id from refunds where order_id = ${german.id}`,
  );
  await control(world.stripe, { fail_refund: { refund: sent!.vendor_id } });
  await until(
    async () =>
      (await rows(world, sql`select 1 from documents where order_id = ${german.id} and kind = 'cancellation'`)).length >
      0,
    { what: 'the credit note is cancelled' },
  );
  const thirdQuarter = await ops(world, ['tax', 'oss', '2024-Q3', ...rate]);
  expect(thirdQuarter[1]).toBe('sale,2024-Q3,DE,19,USD,8.40,1.60,7.64,1.45');
  expect(await ops(world, ['tax', 'oss', quarterAt(new Date(), 'Europe/Paris'), ...rate])).toContain(
    'correction,2024-Q3,DE,19,USD,0.84,0.16,0.76,0.15',
  );

  const file = path.join(mkdtempSync(path.join(tmpdir(), 'rates-')), 'eurofxref-hist.csv');
  writeFileSync(file, 'Date,USD,JPY,\n2024-10-01,1.2,160,\n2024-07-01,1.1,150,\n2024-06-28,1.0,N/A,\n');
  expect(await ops(world, ['tax', 'oss', '2024-Q3', '--rates', file])).toEqual([
    HEAD,
    'sale,2024-Q3,DE,19,USD,8.40,1.60,7.00,1.33',
    'correction,2024-Q2,DE,19,USD,-4.20,-0.80,-3.82,-0.73',
  ]);
  writeFileSync(file, 'Date,USD,\n2024-06-28,1.1,\n');
  await expect(ops(world, ['tax', 'oss', '2024-Q3', '--rates', file])).rejects.toThrow(/has no rate of USD on 2024-/);
});
