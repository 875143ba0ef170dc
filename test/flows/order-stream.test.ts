import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from '#test/support/accounts.ts';
import { startBuiltShop } from '#test/support/books.ts';
import { openStream } from '#test/support/order-stream.ts';
import { order } from '#test/support/shop.ts';
import { payHosted } from '#test/support/wire.ts';
import { startBeside, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startBuiltShop();
});
afterAll(() => world?.close());

describe('the live state', () => {
  it('is sent at once and with each change, up to the eSIM', async () => {
    const buyer = await order(world.app);
    const stream = await openStream(world.app, buyer.order.id, { cookie: buyer.cookie });
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers.get('cache-control')).toBe('private, no-store');
    expect(stream.headers.get('content-encoding')).toBeNull();
    expect((await stream.next(() => true)).status).toBe('pending_payment');
    await payHosted(buyer.paymentUrl);
    const ready = await stream.next(({ status }) => status === 'fulfilled');
    expect(ready.esim?.lpa).toMatch(/^LPA:1\$/);
  });

  it('ends with a final state, also for a page that opens it later', async () => {
    const buyer = await order(world.app);
    const stream = await openStream(world.app, buyer.order.id, { cookie: buyer.cookie });
    await payHosted(buyer.paymentUrl);
    await stream.next(({ status }) => status === 'fulfilled');
    await stream.rest();
    const late = await openStream(world.app, buyer.order.id, { cookie: buyer.cookie });
    expect((await late.next(() => true)).status).toBe('fulfilled');
    await late.rest();
  });

  it('needs access to the page: a Bearer token or the cookie', async () => {
    const { idToken } = await createAccount(world.app);
    const buyer = await order(world.app, {}, { authorization: `Bearer ${idToken}` });
    const stream = await openStream(world.app, buyer.order.id, { authorization: `Bearer ${idToken}` });
    expect((await stream.next(() => true)).id).toBe(buyer.order.id);
    await stream.close();
    const { idToken: strange } = await createAccount(world.app);
    expect(
      (
        await fetch(`${world.app.url}/api/orders/${buyer.order.id}/events`, {
          headers: { authorization: `Bearer ${strange}` },
        })
      ).status,
    ).toBe(404);
  });

  it('ends with a retry hint when its process stops', async () => {
    const beside = await startBeside(world);
    const buyer = await order(world.app);
    const stream = await openStream(beside, buyer.order.id, { cookie: buyer.cookie });
    await stream.next(() => true);
    const [rest] = await Promise.all([stream.rest(), beside.stop()]);
    expect(rest).toMatch(/retry: 1\d{3}\n\n$/);
  });
});
