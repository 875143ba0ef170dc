import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DEFAULT_CURRENCY } from '../../shared/money.ts';
import type { OrderStatus } from '../../shared/order-status.ts';
import type { Services } from '../../services.ts';
import type { HttpEnv } from '../context.ts';
import { createOpenStreams } from './open-streams.ts';
import { createOrderRoutes } from './orders.ts';

/* Streams after an interruption of the notices. Their own interval never passes here. */
beforeAll(() => void vi.useFakeTimers({ toFake: ['setInterval'] }));
afterAll(() => void vi.useRealTimers());

const ID = '019a0000-0000-7000-8000-000000000001';
const CAPS = { perOrder: 9, perAddress: 9, perProcess: 9 };

/** An open stream of an order, whose changes are never noticed. `reconnect`: notices arrive again. */
async function open(order: { status: OrderStatus; updatedAt: Date }, streams = createOpenStreams(CAPS)) {
  let reconnect = () => {};
  let glances = 0;
  const never = () => () => undefined;
  const services = {
    config: { publicUrl: 'http://store.example', currencies: [DEFAULT_CURRENCY] },
    lookAgain: { atPayment: async () => undefined },
    notices: {
      onOrder: never,
      onAccessEnded: never,
      isListening: () => true,
      onReconnect: (listener: () => void) => (reconnect = listener),
    },
    orders: {
      glance: async () => {
        glances += 1;
        return order;
      },
      accessOf: async () => 'browser',
    },
    orderPages: {
      findFor: async () => ({ order: { id: ID, ...order }, access: 'browser' }),
      present: async ({ status }: typeof order) => ({ status, lines: [] }),
    },
  };
  const app = new Hono<HttpEnv>()
    .use((c, next) => {
      c.set('clientAddress', '192.0.2.1');
      return next();
    })
    .route('/', createOrderRoutes(services as never as Services, streams));
  const answer = await app.request(`/orders/${ID}/events`);
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let all = '';
  return {
    reconnect: () => reconnect(),
    glances: () => glances,
    async shows(status: OrderStatus) {
      while (!all.includes(`{"status":"${status}",`)) all += (await reader.read()).value ?? '';
    },
    /** All of a stream that ends. */
    async rest() {
      for (let read = await reader.read(); !read.done; read = await reader.read()) all += read.value;
      return all;
    },
    close: () => reader.cancel(),
  };
}

test('a stream looks at its order when notices arrive again', { timeout: 30_000 }, async () => {
  const order = { status: 'paid' as OrderStatus, updatedAt: new Date(1) };
  const stream = await open(order);
  await stream.shows('paid');
  Object.assign(order, { status: 'fulfilling', updatedAt: new Date(2) });
  stream.reconnect();
  await stream.shows('fulfilling');
  expect(stream.glances()).toBe(2);
  await stream.close();
});

test('a stream of a final order says its state and ends', async () => {
  const stream = await open({ status: 'refunded', updatedAt: new Date(1) });
  expect(await stream.rest()).toContain('event: order\ndata: {"status":"refunded"');
});

test('a stream that starts while the process stops ends at once, and its client connects to another one', async () => {
  const streams = createOpenStreams(CAPS);
  streams.endAll();
  const stream = await open({ status: 'paid', updatedAt: new Date(1) }, streams);
  expect(await stream.rest()).toMatch(/retry: \d+\n\n$/);
});
