import { createECDH, randomBytes } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PushMessage } from '../modules/push/push.ts';
import { serverKeyOf } from '../modules/push/server-key.ts';
import { createWebPush } from './web-push.ts';

const HOSTS = ['fcm.googleapis.com', '*.push.apple.com', '*.notify.windows.com'];
const options = {
  hosts: HOSTS,
  allowLoopback: false,
  serverKey: serverKeyOf(randomBytes(32)),
  subject: 'mailto:hello@shop.example',
  now: Date.now,
};
const internet = createWebPush(options);
const here = createWebPush({
  ...options,
  hosts: [...HOSTS, '127.0.0.1', 'localhost'],
  allowLoopback: true,
  timeoutMs: 500,
});

describe('the address of a push service', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://web.push.apple.com/QGx',
    'https://db5p.notify.windows.com/w/?token=abc',
  ])('is known: %s', (endpoint) => expect(internet.isKnown(endpoint)).toBe(true));

  test.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:444/',
    'https://user:word@fcm.googleapis.com/',
    'https://fcm.googleapis.com.evil.example/',
    'https://evilpush.apple.com/',
    'https://push.apple.com.evil.example/',
    'https://127.0.0.1/push/1',
    'http://localhost/push/1',
    'https://[::1]/',
    'https://10.0.0.1/',
    'nonsense',
  ])('is not known: %s', (endpoint) => expect(internet.isKnown(endpoint)).toBe(false));

  test('of this machine is known in a sandbox only, also over http', () => {
    for (const endpoint of ['http://127.0.0.1:8080/push/1', 'https://localhost:8443/push/1']) {
      expect(here.isKnown(endpoint)).toBe(true);
      expect(internet.isKnown(endpoint)).toBe(false);
    }
  });
});

describe('a message', () => {
  let server: Server;
  let answer: RequestListener;
  let calls = 0;
  let url: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      calls += 1;
      answer(request, response);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/push/1`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const message = (more: Partial<PushMessage> = {}): PushMessage => ({
    endpoint: url,
    keys: { p256dh: pair.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
    payload: '{}',
    topic: 'topic',
    ttlSeconds: 60,
    urgency: 'normal',
    ...more,
  });
  const faultOf = (sent: Promise<void>) =>
    sent.then(
      () => 'accepted',
      ({ code, retryAfterSeconds }: { code: string; retryAfterSeconds?: number }) => [code, retryAfterSeconds],
    );
  const answered = (status: number, headers: Record<string, string> = {}) => {
    answer = (_request, response) => response.writeHead(status, headers).end();
    return faultOf(here.push(message()));
  };

  test('is accepted, refused, gone, or asked for later', async () => {
    expect(await answered(201)).toBe('accepted');
    expect(await answered(404)).toEqual(['push-gone', undefined]);
    expect(await answered(410)).toEqual(['push-gone', undefined]);
    expect(await answered(403)).toEqual(['push-refused', undefined]);
    expect(await answered(413)).toEqual(['push-refused', undefined]);
    expect(await answered(429, { 'retry-after': '90' })).toEqual(['push-busy', 90]);
    expect(await answered(503)).toEqual(['push-busy', undefined]);
    const date = new Date(Date.now() + 120_000).toUTCString();
    const [code, seconds] = (await answered(503, { 'retry-after': date })) as [string, number];
    expect(code).toBe('push-busy');
    expect(seconds).toBeGreaterThan(100);
  });

  test('follows no redirect', async () => {
    calls = 0;
    expect(await answered(307, { location: url })).toEqual(['push-refused', undefined]);
    expect(calls).toBe(1);
  });

  test('without an answer may have arrived; without a connection it has not', async () => {
    answer = (request) => void request.resume();
    expect(await faultOf(here.push(message()))).toEqual(['push-unknown', undefined]);
    answer = (request) => request.socket.destroy();
    expect(await faultOf(here.push(message()))).toEqual(['push-unknown', undefined]);
    expect(await faultOf(here.push(message({ endpoint: 'http://127.0.0.1:1/push' })))).toEqual([
      'push-not-sent',
      undefined,
    ]);
  });

  test('to an address that is not known is not sent', async () => {
    calls = 0;
    expect(await faultOf(internet.push(message()))).toEqual(['push-refused', undefined]);
    expect(await faultOf(here.push(message({ payload: 'x'.repeat(3_001) })))).toEqual(['push-refused', undefined]);
    expect(calls).toBe(0);
  });
});
