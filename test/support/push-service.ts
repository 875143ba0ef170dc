import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';

/** A message as its device reads it. */
export type Delivered = {
  device: string;
  payload: {
    web_push: number;
    notification: { title: string; body: string; lang: string; tag: string; navigate: string };
  };
  /** The decrypted text. */
  text: string;
  topic: string;
  ttl: number;
  urgency: string;
  /** `sub` of the signed token. */
  subject: string;
};

type Answer = { status: number; headers?: Record<string, string> };

/** A browser's subscription at this service, in the form of `PushSubscription.toJSON()`. */
export type TestSubscription = { endpoint: string; keys: { p256dh: string; auth: string } };

export type PushServer = Awaited<ReturnType<typeof startPushServer>>;

/**
 * A push service (RFC 8030) that also is the browsers: it checks the token that signs a message (RFC 8292), decrypts the
 * message with the keys of its device (RFC 8291), and answers as told. A request that breaks a rule is a `fault`.
 */
export async function startPushServer() {
  const devices = new Map<string, { pair: ReturnType<typeof createECDH>; auth: Buffer }>();
  const messages: Delivered[] = [];
  const faults: string[] = [];
  const answers: Answer[] = [];
  const ended = new Set<string>();
  let calls = 0;
  let hold: { reached: () => void; release: Promise<void> } | undefined;

  const server = createServer((request, response) => {
    void (async () => {
      calls += 1;
      const body = Buffer.concat(await request.toArray());
      const id = (request.url ?? '').slice('/push/'.length);
      const device = devices.get(id);
      const told = answers.shift();
      const held = hold;
      hold = undefined;
      held?.reached();
      await held?.release;
      if (ended.has(id) || !device) return response.writeHead(410).end();
      if (told) return response.writeHead(told.status, told.headers).end();
      const message = await read(request, body, { id, ...device, origin }).catch((error: unknown) => String(error));
      if (typeof message === 'string') {
        faults.push(message);
        return response.writeHead(403).end(message);
      }
      messages.push(message);
      return response.writeHead(201, { location: `${origin}/message/${randomUUID()}` }).end();
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: origin,
    messages,
    faults,
    /** Requests of any outcome. */
    calls: () => calls,
    /** Makes a device that listens here. */
    device(): TestSubscription {
      const id = randomUUID();
      const pair = createECDH('prime256v1');
      pair.generateKeys();
      const auth = randomBytes(16);
      devices.set(id, { pair, auth });
      return {
        endpoint: `${origin}/push/${id}`,
        keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
      };
    },
    messagesTo: ({ endpoint }: TestSubscription) =>
      messages.filter(({ device }) => endpoint === `${origin}/push/${device}`),
    /** The answers of the next requests, which deliver nothing. */
    answer: (...next: Answer[]) => void answers.push(...next),
    /** From now on this device is gone. */
    end: ({ endpoint }: TestSubscription) => void ended.add(endpoint.slice(`${origin}/push/`.length)),
    /** Holds the next request after it was received. */
    holdNext() {
      const reached = Promise.withResolvers<void>();
      const release = Promise.withResolvers<void>();
      hold = { reached: reached.resolve, release: release.promise };
      return { reached: reached.promise, release: release.resolve };
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Receiver = { id: string; pair: ReturnType<typeof createECDH>; auth: Buffer; origin: string };

async function read(request: IncomingMessage, body: Buffer, receiver: Receiver): Promise<Delivered> {
  const { method, headers } = request;
  const header = (name: string) => String(headers[name] ?? '');
  if (method !== 'POST') throw new Error(`${method} is no message`);
  if (header('content-encoding') !== 'aes128gcm') throw new Error('not aes128gcm');
  if (!/^\d+$/.test(header('ttl'))) throw new Error('no TTL');
  if (!/^[\w-]{1,32}$/.test(header('topic'))) throw new Error('the topic has characters or a length that are refused');
  const subject = await subjectOf(header('authorization'), receiver.origin);
  const text = decrypt(body, receiver);
  return {
    device: receiver.id,
    payload: JSON.parse(text) as Delivered['payload'],
    text,
    topic: header('topic'),
    ttl: Number(header('ttl')),
    urgency: header('urgency'),
    subject,
  };
}

/** Checks the signed token of the sender: its key, audience and end. */
async function subjectOf(authorization: string, origin: string): Promise<string> {
  const [, token = '', key = ''] = /^vapid t=([^,\s]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65) throw new Error('no public key');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x: x!, y: y! }, 'ES256');
  const { payload } = await jwtVerify(token, publicKey, { audience: origin });
  if ((payload.exp ?? 0) > Date.now() / 1000 + 24 * 3_600) throw new Error('the token is valid for too long');
  if (!/^(mailto:|https:)/.test(payload.sub ?? '')) throw new Error('nobody to write to');
  return payload.sub!;
}

/** RFC 8291, 3.4, and RFC 8188: one record. */
function decrypt(body: Buffer, { pair, auth }: Receiver): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body[20]!);
  const sealed = body.subarray(21 + body[20]!);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const key = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32));
  const part = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, `Content-Encoding: ${name}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}
