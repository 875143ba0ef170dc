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

    // Old enough for the sweep, which finds its job at work and leaves it alone.
    const jobs = () =>
      world.db.execute(sql`
      select from graphile_worker.jobs join mails on jobs.key = 'mail:' || mails.id
      where mails.subject_id = ${buyer.order.id} and mails.created_at < now() - interval '1 second'`);
    await until(async () => (await jobs()).rows.length === 1, { what: 'the mail is late' });
    await world.services.sweeps.sweepFulfilment();
    expect((await jobs()).rows).toHaveLength(1);
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
