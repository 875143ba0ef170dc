import diagnostics from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#src/log.ts';
import { startBuiltShop } from '#test/support/books.ts';
import { type ReceivedSpan, startCollector } from '#test/support/otlp.ts';
import { becomes, orderRequest, post } from '#test/support/shop.ts';
import { messages, payHosted, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

/** One purchase, as an OpenTelemetry collector receives it. */

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
let collector: Awaited<ReturnType<typeof startCollector>>;
let world: World;
const lines: string[] = [];
/** `traceparent` of each call to the wholesaler, whose sandbox runs in this process. */
const received: unknown[] = [];
let email = '';
const onReceived = (message: unknown) => {
  const { request } = message as { request: IncomingMessage };
  if (world && request.headers.host === new URL(world.airalo.url).host) received.push(request.headers['traceparent']);
};

beforeAll(async () => {
  collector = await startCollector();
  const log = createLog('info', { write: (line) => void lines.push(line) }, { withTraces: true });
  // A sweep that queues the same job would put it into another trace.
  world = await startBuiltShop(
    { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'shop', SWEEP_SECONDS: '3600' },
    log,
  );
  diagnostics.subscribe('http.server.request.start', onReceived);

  const request = orderRequest();
  email = String(request['email']);
  const answer = await post(world.app, '/api/orders', request, { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` });
  const { order, paymentUrl } = (await answer.json()) as { order: never; paymentUrl: string };
  await payHosted(paymentUrl);
  const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!;
  await becomes(world.app, { order, cookie }, 'fulfilled');
  await until(async () => (await messages(world.mail, email)).length > 0, { what: 'the mail' });
  // Flushes the remaining spans.
  await world.close();
});
afterAll(() => {
  diagnostics.unsubscribe('http.server.request.start', onReceived);
  collector.close();
});

const ofPurchase = () => collector.spans.filter(({ traceId }) => traceId === TRACE);
const named = (name: string) => ofPurchase().filter((span) => span.name === name);

test('request, webhook, jobs, vendor calls and queries are one trace, started by the caller', () => {
  expect(named('POST /api/orders')).toMatchObject([
    { parentSpanId: '00f067aa0ba902b7', kind: 2, attributes: { 'http.response.status_code': '201' } },
  ]);
  for (const name of [
    'stripe openPage',
    'webhook checkout.session.completed',
    'job payment-event',
    'job fulfil-line',
    'airalo placeOrder',
    'job send-mail',
    'smtp send',
    'insert orders',
  ])
    expect(named(name).length, name).toBeGreaterThan(0);
});

test('each span but the first has its parent in the trace, and the webhook has a link to its request', () => {
  const ids = new Set(ofPurchase().map(({ spanId }) => spanId));
  const orphans = ofPurchase().filter(({ parentSpanId }) => !ids.has(parentSpanId!));
  expect(orphans.map(({ name }) => name)).toEqual(['POST /api/orders']);

  const parentOf = (span: ReceivedSpan) => ofPurchase().find(({ spanId }) => spanId === span.parentSpanId)!.name;
  expect(parentOf(named('job payment-event')[0]!)).toBe('webhook checkout.session.completed');
  expect(parentOf(named('airalo placeOrder')[0]!)).toBe('job fulfil-line');
  const [webhook] = named('webhook checkout.session.completed');
  const request = collector.spans.find(({ spanId }) => spanId === webhook!.links?.[0]?.spanId);
  expect(request).toMatchObject({ name: 'POST /webhooks/stripe', kind: 2 });
  expect(request!.traceId).not.toBe(TRACE);
});

test('the wholesaler receives the span of the call', () => {
  const [call] = named('airalo placeOrder');
  expect(received).toContain(`00-${TRACE}-${call!.spanId}-01`);
});

test('log lines contain the trace id', () => {
  const request = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .find(({ path }) => path === '/api/orders');
  expect(request).toMatchObject({ traceId: TRACE, spanId: named('POST /api/orders')[0]!.spanId });
});

test('no span contains personal data or a secret', () => {
  const all = collector.bodies.join('\n');
  expect(all).toContain('"shop"');
  expect(all).not.toContain('@');
  for (const name of ['STRIPE_SECRET_KEY', 'AIRALO_CLIENT_SECRET', 'CAIRN_SECRET_KEYS'])
    expect(all.includes(world.env[name]!), name).toBe(false);
  expect(all).not.toMatch(/LPA:|Bearer|password/i);
});
