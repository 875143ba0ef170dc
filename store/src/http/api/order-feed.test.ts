import { expect, test } from 'vitest';
import { createOpenStreams } from './open-streams.ts';
import { createOrderFeed } from './order-feed.ts';

function feed() {
  const calls = { glances: 0, reads: 0, sent: [] as string[], ended: [] as string[], errors: [] as unknown[] };
  const state = { updatedAt: new Date(1_000) as Date | null, view: 'first', isFinal: false };
  const look = createOrderFeed({
    glance: async () => (calls.glances++, state.updatedAt),
    read: async () => (calls.reads++, { data: state.view, isFinal: state.isFinal }),
    send: (data) => calls.sent.push(data),
    end: (why) => calls.ended.push(why),
    onError: (error) => calls.errors.push(error),
  });
  return { calls, state, look };
}

test('a poll reads when the order last changed, and reads the order only after a change', async () => {
  const { calls, state, look } = feed();
  await look('changed');
  for (let time = 0; time < 5; time += 1) await look('poll');
  expect(calls).toMatchObject({ glances: 6, reads: 1, sent: ['first'] });
  Object.assign(state, { updatedAt: new Date(2_000), view: 'second' });
  await look('poll');
  expect(calls).toMatchObject({ reads: 2, sent: ['first', 'second'] });
});

test('a notice reads the order even if its row is unchanged: a mail may have been sent', async () => {
  const { calls, state, look } = feed();
  await look('changed');
  state.view = 'mailed';
  await look('changed');
  await look('changed');
  expect(calls).toMatchObject({ reads: 3, sent: ['first', 'mailed'] });
});

test('notices during a read lead to one more read', async () => {
  const { calls, look } = feed();
  await Promise.all([look('poll'), look('access'), look('changed'), look('poll')]);
  expect(calls).toMatchObject({ glances: 2, reads: 2 });
});

test('ends without a read when its reader has lost access to the order', async () => {
  const { calls, state, look } = feed();
  await look('changed');
  state.updatedAt = null;
  await look('access');
  expect(calls).toMatchObject({ ended: ['closed'], reads: 1 });
});

test('ends after it has sent a final state, and looks no more', async () => {
  const { calls, state, look } = feed();
  await look('changed');
  Object.assign(state, { updatedAt: new Date(2_000), view: 'delivered', isFinal: true });
  await Promise.all([look('changed'), look('changed')]);
  expect(calls).toMatchObject({ glances: 2, sent: ['first', 'delivered'], ended: ['final'] });
});

test.each([
  ['order', { perOrder: 2, perAddress: 9, perProcess: 9 }, { orderId: 'a' }, 'too-many-requests'],
  ['network address', { perOrder: 9, perAddress: 2, perProcess: 9 }, { address: '192.0.2.1' }, 'too-many-requests'],
  ['IPv6 network', { perOrder: 9, perAddress: 2, perProcess: 9 }, { address: '2001:db8::1' }, 'too-many-requests'],
  ['process', { perOrder: 9, perAddress: 9, perProcess: 2 }, {}, 'unavailable'],
])('streams are counted per %s, and a freed place can be taken again', (_what, caps, same, code) => {
  const streams = createOpenStreams(caps);
  let serial = 0;
  const take = () =>
    streams.take({ orderId: `order-${++serial}`, address: `192.0.2.${serial + 10}`, end: () => undefined, ...same });
  const release = take();
  take();
  expect(take).toThrow(expect.objectContaining({ code }));
  release();
  release();
  take();
  expect(take).toThrow(expect.objectContaining({ code }));
});

test('the clients of a process that ends return over a time that grows with their number, 30 seconds at most', () => {
  const retries = (count: number) => {
    const streams = createOpenStreams({ perOrder: count, perAddress: count, perProcess: count });
    const asked: number[] = [];
    for (let turn = 0; turn < count; turn += 1)
      streams.take({ orderId: 'a', address: '192.0.2.1', end: (retryMs) => asked.push(retryMs) });
    streams.endAll();
    return asked;
  };
  expect(Math.max(...retries(1))).toBeLessThanOrEqual(1_002);
  const many = retries(5_000);
  const perSecond = Map.groupBy(many, (ms) => Math.floor(ms / 1000));
  expect([Math.min(...many) >= 1_000, Math.max(...many) < 11_000, perSecond.size]).toEqual([true, true, 10]);
  expect(Math.max(...[...perSecond.values()].map(({ length }) => length))).toBeLessThan(700);
  expect(Math.max(...retries(20_000))).toBeLessThan(30_000);
});
