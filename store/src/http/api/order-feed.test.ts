import { expect, test } from 'vitest';
import { createOpenStreams } from './open-streams.ts';
import { createOrderFeed } from './order-feed.ts';

function feed() {
  const calls = { glances: 0, reads: 0, sent: [] as string[], ended: 0, errors: [] as unknown[] };
  const state = { updatedAt: new Date(1_000) as Date | null, view: 'first', isFinal: false };
  const { look, seenAt } = createOrderFeed({
    glance: async () => (calls.glances++, state.updatedAt),
    read: async () => (calls.reads++, { data: state.view, isFinal: state.isFinal }),
    send: (data) => calls.sent.push(data),
    end: () => calls.ended++,
    onError: (error) => calls.errors.push(error),
  });
  return { calls, state, look, seenAt };
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

test('a final state is sent, and ends the stream', async () => {
  const { calls, state, look, seenAt } = feed();
  expect(seenAt()).toBeNull();
  await look('changed');
  expect([seenAt(), calls.ended]).toEqual([state.updatedAt, 0]);
  Object.assign(state, { updatedAt: new Date(2_000), view: 'last', isFinal: true });
  await look('changed');
  expect(calls).toMatchObject({ sent: ['first', 'last'], ended: 1 });
});

test.each([
  ['order', { perOrder: 2, perAddress: 9, perProcess: 9 }, { orderId: 'a' }],
  ['network address', { perOrder: 9, perAddress: 2, perProcess: 9 }, { address: '192.0.2.1' }],
  ['IPv6 network', { perOrder: 9, perAddress: 2, perProcess: 9 }, { address: '2001:db8::1' }],
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

test('a full process has no room, and says when to come again', () => {
  const streams = createOpenStreams({ perOrder: 9, perAddress: 9, perProcess: 1 });
  const stream = { orderId: 'a', address: '192.0.2.1', end: () => undefined };
  streams.checkRoom();
  const release = streams.take(stream);
  const full = expect.objectContaining({ code: 'unavailable', status: 503, retryAfterSeconds: 60 });
  expect(() => streams.checkRoom()).toThrow(full);
  expect(() => streams.take(stream)).toThrow(full);
  expect(streams.load()).toEqual({ open: 1, max: 1 });
  release();
  streams.checkRoom();
});

test('the more streams are open, the longer is the time over which their clients come back', () => {
  const streams = createOpenStreams({ perOrder: 9_999, perAddress: 9_999, perProcess: 9_999 });
  const latest = () => Math.max(...Array.from({ length: 500 }, () => streams.reconnectMs()));
  expect(latest()).toBe(1_000);
  for (let index = 0; index < 5_000; index += 1) {
    const release = streams.take({ orderId: 'a', address: '192.0.2.1', end: () => release() });
  }
  expect(latest()).toBeGreaterThan(15_000);
  expect(latest()).toBeLessThanOrEqual(21_000);
  streams.endAll();
  // The number at the moment of the stop counts: the last ones to end don't come back at once.
  expect([streams.load().open, latest() > 15_000]).toEqual([0, true]);
});
