import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { becomes, look, order } from '#test/support/shop.ts';
import { ledger, messages, payHosted, until } from '#test/support/wire.ts';
import { startWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await until(async () => (await world.services.catalogue.plan('france-3gb'))?.available, {
    what: 'plans are checked',
  });
});
afterAll(() => world.close());

type Sim = { iccid: string; lpa: string; matching_id: string };
type Orders = { orders: { description: string; package_id: string; sims: Sim[] }[] };

describe('a purchase', () => {
  it('leads from the wish to the eSIM on the order and in the mailbox, with one payment and one wholesale order', async () => {
    const buyer = await order(world.app);
    expect(buyer.order).toMatchObject({
      status: 'pending_payment',
      total: { amount: 1100, currency: 'USD' },
      payable: true,
      esim: null,
    });

    const paid = await payHosted(buyer.paymentUrl);
    expect(paid.location).toBe(`${world.env['PUBLIC_URL'] ?? world.app.url}/orders/${buyer.order.id}`);

    const ready = await becomes(world.app, buyer, 'fulfilled');
    const wholesale = (await ledger<Orders>(world.airalo)).orders.filter(
      ({ description }) => description.includes(ready.esim?.id ?? '') || description.startsWith('cairn-'),
    );
    const mine = wholesale.find(({ sims }) => sims[0]?.iccid === ready.esim?.iccid);
    expect(mine).toMatchObject({ package_id: 'france-30days-3gb' });
    expect(ready.esim).toMatchObject({ smdpAddress: mine?.sims[0]?.lpa, activationCode: mine?.sims[0]?.matching_id });
    expect(ready.esim?.lpa).toBe(`LPA:1$${mine?.sims[0]?.lpa}$${mine?.sims[0]?.matching_id}`);
    expect(ready.card).toEqual({ brand: 'visa', last4: '4242' });

    const mail = await until(async () => (await messages(world.mail, buyer.email))[0], { what: 'the mail' });
    expect(mail.text).toContain(ready.esim?.activationCode);
    expect(mail.attachments).toHaveLength(1);
    expect(await until(async () => (await look(world.app, buyer)).mailedAt, { what: 'mailed' })).toBeTruthy();

    const { sessions, payment_intents: intents, refunds } = await ledger(world.stripe);
    expect(sessions?.filter((each) => each['client_reference_id'] === buyer.order.id)).toHaveLength(1);
    expect(intents).toHaveLength(1);
    expect(refunds).toHaveLength(0);
  });
});
