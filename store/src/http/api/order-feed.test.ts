import { expect, test } from 'vitest';
import { createOpenStreams } from './open-streams.ts';
import { createOrderFeed } from './order-feed.ts';

function feed() {
  const calls = { glances: 0, reads: 0, sent: [] as string[], ended: 0, errors: [] as unknown[] };
  const state = { updatedAt: new Date(1_000) as Date | null, view: 'first' };
  const look = createOrderFeed({
    glance: async () => (calls.glances++, state.updatedAt),
    read: async () => (calls.reads++, state.view),
    send: (data) => calls.sent.push(data),
    end: () => calls.ended++,
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
  expect(calls).toMatchObject({ ended: 1, reads: 1 });
});

test.each([
  ['order', { perOrder: 2, perAddress: 9, perProcess: 9 }, { orderId: 'a' }],
  ['network address', { perOrder: 9, perAddress: 2, perProcess: 9 }, { address: '192.0.2.1' }],
  ['IPv6 network', { perOrder: 9, perAddress: 2, perProcess: 9 }, { address: '2001:db8::1' }],
  ['process', { perOrder: 9, perAddress: 9, perProcess: 2 }, {}],
])('streams are counted per %s, and a freed place can be taken again', (_what, caps, same) => {
  const streams = createOpenStreams(caps);
  let serial = 0;
  const take = () =>
    streams.take({ orderId: `order-${++serial}`, address: `192.0.2.${serial + 10}`, end: () => undefined, ...same });
  const release = take();
  take();
  expect(take).toThrow(expect.objectContaining({ code: 'too-many-requests' }));
  release();
  release();
  take();
  expect(take).toThrow(expect.objectContaining({ code: 'too-many-requests' }));
});
