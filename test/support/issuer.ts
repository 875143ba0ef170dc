import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, SignJWT } from 'jose';

type Pair = { kid: string; certificate: string; publicKey: KeyObject; privateKey: KeyObject };

/** A key pair with its certificate, which no authority signed. */
export function makePair(kid: string): Pair {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { kid, certificate: selfSigned(pair), ...pair };
}

/** A value in DER (X.690): tag, length, content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

/** A certificate (RFC 5280, 4.1) as Google publishes one for each key. */
function selfSigned({ publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject }): string {
  const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
  const sha256WithRsa = der(0x30, oid('2a864886f70d01010b'), der(0x05));
  const name = der(0x30, der(0x31, der(0x30, oid('550403'), der(0x0c, Buffer.from('securetoken')))));
  const time = (text: string) => der(0x17, Buffer.from(text));
  const toBeSigned = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    sha256WithRsa,
    name,
    der(0x30, time('250101000000Z'), time('450101000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', toBeSigned, privateKey)]);
  const body = der(0x30, toBeSigned, sha256WithRsa, der(0x03, signature))
    .toString('base64')
    .match(/.{1,64}/g)!;
  return ['-----BEGIN CERTIFICATE-----', ...body, '-----END CERTIFICATE-----', ''].join('\n');
}

/** A stand-in for the issuer of Google's identity service: publishes keys at `/x509` and `/jwk`, and signs tokens. */
export async function startIssuer(projectId: string) {
  let pairs = [makePair('key-1')];
  const state = { cacheControl: 'public, max-age=3600, must-revalidate, no-transform', down: false, asked: 0 };

  async function jwkSet() {
    const keys = pairs.map(async ({ kid, publicKey }) => ({
      ...(await exportJWK(publicKey)),
      kid,
      alg: 'RS256',
      use: 'sig',
    }));
    return { keys: await Promise.all(keys) };
  }

  const server = createServer((request, response) => {
    void (async () => {
      state.asked++;
      if (state.down) return response.writeHead(503).end();
      const answer =
        request.url === '/jwk'
          ? await jwkSet()
          : Object.fromEntries(pairs.map(({ kid, certificate }) => [kid, certificate]));
      return response
        .writeHead(200, { 'content-type': 'application/json', 'cache-control': state.cacheControl })
        .end(JSON.stringify(answer));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    state,
    x509Url: new URL('/x509', origin),
    jwkUrl: new URL('/jwk', origin),
    /** Replaces the key, as Google does every few days. */
    rotate(kid: string): void {
      pairs = [makePair(kid)];
    },
    /** A token as the service issues it for this person. `change` replaces claims, and undefined removes one. */
    token(person: Record<string, unknown> & { sub: string }, change: { header?: object } = {}): Promise<string> {
      const now = Math.floor(Date.now() / 1000);
      const { kid, privateKey } = pairs[0]!;
      const claims = {
        iss: `https://securetoken.google.com/${projectId}`,
        aud: projectId,
        auth_time: now,
        user_id: person.sub,
        iat: now,
        exp: now + 3_600,
        firebase: { identities: {}, sign_in_provider: 'password' },
        ...person,
      };
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT', ...change.header })
        .sign(privateKey);
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

export type Issuer = Awaited<ReturnType<typeof startIssuer>>;
