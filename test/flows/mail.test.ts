import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startShop } from '#test/support/books.ts';
import { becomes, look, order } from '#test/support/shop.ts';
import { control, held, messages, payHosted, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startShop({ SMTP_TIMEOUT_SECONDS: '30' });
});
afterAll(() => world.close());

describe('a mail', () => {
  it('leaves once, though the mail server is slow and the sweep asks for what has not left', async () => {
    await control(world.mail, { hold: { call: 'smtp.data', when: 'after' } });
    const buyer = await order(world.app);
    await payHosted(buyer.paymentUrl);
    await becomes(world.app, buyer, 'fulfilled');
    await held(world.mail, 'smtp.data');

    // The sweep's job met the running one and waits for it to have had its time.
    await until(async () => {
      const { rows } = await world.db.execute(sql`
        select from graphile_worker.jobs join mails on jobs.key = 'mail:' || mails.id
        where mails.subject_id = ${buyer.order.id} and jobs.locked_at is null and jobs.run_at > now()`);
      return rows.length === 1;
    }, { what: 'a second try waits' });
    await control(world.mail, { release: { call: 'smtp.data' } });

    await until(async () => (await look(world.app, buyer)).mailedAt, { what: 'mailed' });
    expect(await messages(world.mail, buyer.email)).toHaveLength(1);
  });

  it('is tried again when the mail server refuses it for now', async () => {
    await control(world.mail, { fail: { call: 'smtp.data', when: 'before', times: 1 } });
    const buyer = await order(world.app, { locale: 'fr' });
    await payHosted(buyer.paymentUrl);
    const mail = await until(async () => (await messages(world.mail, buyer.email))[0], { what: 'the mail' });
    expect(mail.subject).toContain('France');
    expect(mail.html).toContain('lang="fr"');
  });
});
