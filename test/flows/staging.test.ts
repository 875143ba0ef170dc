import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDataSettings } from '#src/config/config.ts';
import { rows } from '#test/support/books.ts';
import { capturedLog } from '#test/support/captured-log.ts';
import { textsTo } from '#test/support/phones.ts';
import { bought, buy, type Buyer, look, post } from '#test/support/shop.ts';
import { LISTED_DOMAIN, LISTED_NUMBER, startStagingShop } from '#test/support/staging.ts';
import { ledger, messages, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';
import { createDesk } from '#test/support/desk.ts';
import { examine } from '#src/ops/doctor/doctor.ts';
import { createSite } from '#src/ops/site.ts';

/** A staging store. The sandboxes stand for the vendors' test environments; nothing else is as in sandbox mode. */

const MARK = {
  en: 'Staging: no real payment, no real eSIM',
  fr: 'Préproduction\u00a0: ni vrai paiement, ni vraie eSIM',
};
const DAY_ORDERS = 6;

const captured = capturedLog();
let world: World;
beforeAll(async () => {
  world = await startStagingShop({ WHOLESALE_MAX_DAY_ORDERS: String(DAY_ORDERS) }, captured.log);
});
afterAll(() => world?.close());

const tester = () => `ana-${randomUUID()}@${LISTED_DOMAIN}`;
const mailOf = async ({ order: { id } }: Buyer) =>
  (
    await rows<{ id: string; sent_at: string | null; next_attempt_at: string | null; last_fault: string | null }>(
      world,
      sql`select * from mails where subject_id = ${id} and kind = 'esim-ready'`,
    )
  )[0];

describe('a staging store', () => {
  it.each([
    ['en', '[Staging] '],
    ['fr', '[Préproduction] '],
  ] as const)('sells an eSIM from the order to the mail: %s', async (locale, start) => {
    const buyer = await bought(world.app, { email: tester(), locale });
    expect(buyer.paymentUrl).toContain('cs_test_');
    const { lines } = await look(world.app, buyer);
    expect(lines[0]!.esim!.lpa).toMatch(/^LPA:1\$/);
    const [mail] = await until(
      async () => {
        const sent = await messages(world.mail, buyer.email);
        return sent.length > 0 && sent;
      },
      { what: 'the mail with the eSIM' },
    );
    expect(mail!.subject.startsWith(start)).toBe(true);
    for (const part of [mail!.html, mail!.text]) expect(part).toContain(MARK[locale]);
    expect(mail!.attachments).toHaveLength(1);
    await until(async () => (await look(world.app, buyer)).mailedAt, { what: 'mailed' });
  });

  it.each([
    ['/', 'en', 200],
    ['/fr', 'fr', 200],
    ['/plans', 'en', 200],
    ['/plans/local/france', 'en', 200],
    ['/fr/plans/local/france', 'fr', 200],
    ['/fr/help', 'fr', 200],
    ['/legal/terms', 'en', 200],
    ['/auth', 'en', 200],
    ['/profile', 'en', 200],
    ['/checkout/france-3gb', 'en', 200],
    ['/nowhere', 'en', 404],
    ['/fr/nowhere', 'fr', 404],
    ['/api/catalogue', 'en', 200],
    ['/oauth/start', 'en', 400],
  ] as const)('marks the page %s, and keeps it from search engines', async (page, locale, status) => {
    // The second answer of a public page comes from memory.
    for (let time = 1; time <= 2; time += 1) {
      const answer = await fetch(world.app.url + page, { headers: { accept: 'text/html' } });
      const text = await answer.text();
      expect(answer.status).toBe(status);
      expect(text.split(`<p class="staging-bar">${MARK[locale]}</p>`)).toHaveLength(2);
      expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
      expect(text.match(/<meta name="robots" content="noindex" ?\/>/g)).toHaveLength(1);
      expect(text).not.toContain('href="/_sandbox"');
    }
  });

  it('keeps search engines from everything else', async () => {
    expect(await (await fetch(`${world.app.url}/robots.txt`)).text()).toBe('User-agent: *\nDisallow: /\n');
    for (const file of [
      '/robots.txt',
      '/sitemap.xml',
      '/og/en/france.png',
      '/api/openapi.json',
      '/icon.svg',
      '/_sandbox',
    ])
      expect((await fetch(world.app.url + file)).headers.get('x-robots-tag'), file).toBe('noindex, nofollow');
  });

  it('sends no mail to an address that is not on the list: recorded, logged, listed, and never lost', async () => {
    const buyer = await bought(world.app, { email: `stranger-${randomUUID()}@example.com` });
    const mail = await until(
      async () => {
        const row = await mailOf(buyer);
        return row?.last_fault === 'mail-not-allowed' && row;
      },
      { what: 'recorded as not sent' },
    );
    expect(mail).toMatchObject({ sent_at: null, next_attempt_at: null });
    expect(await messages(world.mail, buyer.email)).toEqual([]);
    expect((await look(world.app, buyer)).mailedAt).toBeNull();

    const said = await until(
      () =>
        captured
          .text()
          .split('\n')
          .find((line) => line.includes(mail.id) && line.includes('MAIL_ALLOW_LIST')),
      { what: 'the line in the log' },
    );
    expect(said).toContain('mail not sent: its address is not on MAIL_ALLOW_LIST');
    expect(captured.text()).not.toContain(buyer.email);
    expect((await createDesk(world.db).stuck()).join('\n')).toContain(
      `about ${buyer.order.id}  attempts 1  no further one  mail-not-allowed`,
    );
  });

  it('sends no text to a number that is not on the list', async () => {
    const send = (phoneNumber: string) =>
      post(world.app, '/identity/v1/accounts:sendVerificationCode?key=cairn-web', { phoneNumber });
    expect((await send(LISTED_NUMBER)).status).toBe(200);
    expect(await textsTo(world.sms, LISTED_NUMBER)).toHaveLength(1);
    const refused = await send('+33639980002');
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('OPERATION_NOT_ALLOWED');
    expect(await textsTo(world.sms, '+33639980002')).toEqual([]);
    await until(() => captured.text().includes('text not sent: its number is not on SMS_ALLOW_LIST'), {
      what: 'the line in the log',
    });
  });

  it('is known to the doctor', async () => {
    const site = createSite(loadDataSettings(world.env), { env: world.env, progress: () => undefined });
    const found = await examine(site, { timeoutMs: 5_000 });
    const says = (name: string) => found.find((each) => each.name === name)?.says;
    expect(says('stripe')).toContain('test money');
    expect(says('airalo')).toContain(
      `the configuration says that its orders are not real, at most ${DAY_ORDERS} a day`,
    );
    expect(says('mail server')).toContain('mail leaves only to MAIL_ALLOW_LIST, of 1');
    expect(says('twilio')).toContain('texts leave only to SMS_ALLOW_LIST');
    // The mailbox of tests is not on the list.
    expect(says('configuration')).toContain('SUPPORT_MAIL: is not on MAIL_ALLOW_LIST');
  });

  // Last, because it uses up what the others buy with.
  it('orders no more eSIMs in a day than are allowed; further ones are held', async () => {
    const stateOf = async ({ order: { id } }: Buyer) =>
      (
        await rows<{ status: string; last_fault: string | null }>(
          world,
          sql`select status, last_fault from wholesale_orders where order_id = ${id}`,
        )
      )[0];
    const buyOne = async () => {
      const buyer = await buy(world.app, { email: tester() });
      return until(
        async () => {
          const state = await stateOf(buyer);
          return (state?.status === 'done' || state?.status === 'held') && state;
        },
        { what: 'delivered or held' },
      );
    };
    let last = await buyOne();
    for (let more = 1; more <= DAY_ORDERS && last.status === 'done'; more += 1) last = await buyOne();
    expect(last).toEqual({ status: 'held', last_fault: 'day-order-limit' });
    expect((await ledger(world.airalo))['orders']).toHaveLength(DAY_ORDERS);
    const held = 'held: the orders of this day are used up (WHOLESALE_MAX_DAY_ORDERS)';
    // The line is written after the row.
    await until(() => captured.text().includes(held), { what: 'the log says why' });
  });
});
