import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_ATTEMPTS } from '#src/modules/notifications/retry.ts';
import { rows, startBuiltShop } from '#test/support/books.ts';
import { becomes, buy, look, order, type Buyer } from '#test/support/shop.ts';
import { control, held, messages, payHosted, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';
import { createDesk } from '#test/support/desk.ts';

let world: World;
beforeAll(async () => {
  world = await startBuiltShop({ SMTP_TIMEOUT_SECONDS: '30' });
});
afterAll(() => world.close());

type MailRow = { attempts: number; next_attempt_at: string | null; sent_at: string | null; last_fault: string | null };
const mailOf = async ({ order: { id } }: Buyer) =>
  (await rows<MailRow>(world, sql`select * from mails where subject_id = ${id} and kind = 'esim-ready'`))[0];
const stuck = async () => (await createDesk(world.db).stuck()).join('\n');

describe('a mail', () => {
  it('is sent once, even when the mail server is slow and the sweep queues unsent mails', async () => {
    await control(world.mail, { hold: { call: 'smtp.data', when: 'after' } });
    const buyer = await order(world.app);
    await payHosted(buyer.paymentUrl);
    await becomes(world.app, buyer, 'fulfilled');
    await held(world.mail, 'smtp.data');

    // Old enough for the sweep, which sees the running job and skips it.
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

  it('refused temporarily (4xx) or not accepted is retried with back-off and listed until it is accepted', async () => {
    await control(world.mail, { fail: { call: 'smtp.rcpt', when: 'before', times: 1, status: 451 } });
    await control(world.mail, { fail: { call: 'smtp.connect', when: 'before', times: 1, hangup: true } });
    const buyer = await buy(world.app, { locale: 'fr' });
    await until(async () => (await mailOf(buyer))?.attempts === 2, { what: 'two attempts' });
    const mail = await until(async () => (await messages(world.mail, buyer.email))[0], { what: 'the mail' });
    expect(mail.subject).toContain('France');
    expect(mail.html).toContain('lang="fr"');
    await until(async () => (await mailOf(buyer))?.sent_at, { what: 'marked as sent' });
    expect(await mailOf(buyer)).toMatchObject({ next_attempt_at: null, last_fault: null });
  });

  it("is given up after its last attempt: counted, listed, and sent again on an operator's command", async () => {
    await control(world.mail, { fail: { call: 'smtp.rcpt', when: 'before', times: 1_000, status: 451 } });
    const buyer = await buy(world.app);
    await until(async () => ((await mailOf(buyer))?.attempts ?? 0) > 0, { what: 'a failed attempt' });
    expect(await stuck()).toMatch(
      new RegExp(
        `mails waiting: 1\\n {2}esim-ready  about ${buyer.order.id}  attempts \\d+  next \\S+  mail-temporary`,
      ),
    );
    await until(
      async () => {
        // Again and again, because a running attempt writes the number that it has read.
        await world.db.execute(
          sql`update mails set attempts = ${MAX_ATTEMPTS - 1}
            where subject_id = ${buyer.order.id} and attempts < ${MAX_ATTEMPTS - 1}`,
        );
        return (await mailOf(buyer))?.next_attempt_at === null;
      },
      { what: 'given up' },
    );
    await world.services.sweeps.sweepFulfilment();
    expect(await stuck()).toContain('mails waiting: 0');
    expect(await stuck()).toContain(
      `about ${buyer.order.id}  attempts ${MAX_ATTEMPTS}  no further one  mail-temporary`,
    );
    await control(world.mail, { reset: true });
    expect(await createDesk(world.db).retryMails({ refused: false })).toEqual(['mails queued again: 1']);
    await until(async () => (await messages(world.mail, buyer.email))[0], { what: 'the mail' });
  });

  it('refused permanently (5xx) is listed at once and not retried until an operator asks for it', async () => {
    await control(world.mail, { fail: { call: 'smtp.rcpt', when: 'before', times: 1, status: 550 } });
    const buyer = await buy(world.app);
    await until(async () => (await mailOf(buyer))?.last_fault === 'mail-refused', { what: 'refused' });
    expect(await stuck()).toContain(`about ${buyer.order.id}  attempts 1  no further one  mail-refused`);
    expect(await createDesk(world.db).retryMails({ refused: false })).toEqual(['mails queued again: 0']);
    expect(await createDesk(world.db).retryMails({ refused: true })).toEqual(['mails queued again: 1']);
    await until(async () => (await messages(world.mail, buyer.email))[0], { what: 'the mail' });
  });
});
