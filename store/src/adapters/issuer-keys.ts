import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import * as z from 'zod';
import type { IssuerKeys } from '../modules/identity/tokens/tokens.ts';
import { AppError } from '../shared/errors.ts';

const CALL_MS = 5_000;
/** A set of keys has a few kilobytes. */
const MAX_BYTES = 262_144;
/** Lifetime of keys without a Cache-Control. */
const DEFAULT_SECONDS = 300;
/** Maximum lifetime of a cached key set: a withdrawn key is gone after a day at the latest. */
const MAX_SECONDS = 86_400;
/** Expired keys are still used for this long while their address does not answer. */
const STALE_MS = 3_600_000;
/** Minimum interval between two requests, for invented key ids and for an address that fails. */
const ASK_AGAIN_MS = 30_000;

const certificates = z.record(z.string(), z.string().startsWith('-----BEGIN CERTIFICATE-----'));
const jwkSet = z.object({
  keys: z.array(z.looseObject({ kid: z.string(), kty: z.literal('RSA'), n: z.string(), e: z.string() })),
});

type Known = { keys: Map<string, KeyObject>; freshUntil: number };

/**
 * The public keys that an issuer publishes at an address, as certificates by key id or as a JWK set, cached as long as
 * its Cache-Control allows. An unknown key id reloads the set, because the issuer may have rotated its keys.
 */
export function createIssuerKeys({ url, clock = Date.now }: { url: URL; clock?: () => number }): IssuerKeys {
  let known: Known | undefined;
  let asking: Promise<Known> | undefined;
  let askedAt = -Infinity;

  async function fetchKeys(): Promise<Known> {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(CALL_MS) });
    if (!response.ok) throw new Error(`the key set's address answered ${response.status}`);
    const text = await response.text();
    if (text.length > MAX_BYTES) throw new Error('the set of keys is too large');
    const keys = keysIn(JSON.parse(text));
    return { keys, freshUntil: clock() + maxAge(response.headers) * 1000 };
  }

  /** Concurrent callers share one request. */
  function ask(): Promise<Known> {
    asking ??= fetchKeys()
      .then((fetched) => (known = fetched))
      .finally(() => {
        askedAt = clock();
        asking = undefined;
      });
    return asking;
  }

  async function current(): Promise<Known> {
    if (known && clock() < known.freshUntil) return known;
    const stillServes = known && clock() < known.freshUntil + STALE_MS;
    if (known && stillServes && clock() - askedAt < ASK_AGAIN_MS) return known;
    try {
      return await ask();
    } catch (cause) {
      if (known && stillServes) return known;
      throw new AppError('unavailable', { message: "the issuer's keys can't be read", cause });
    }
  }

  return {
    async key(kid) {
      const found = (await current()).keys.get(kid);
      if (found || clock() - askedAt < ASK_AGAIN_MS) return found ?? null;
      return (await ask().catch(() => known))?.keys.get(kid) ?? null;
    },
  };
}

function keysIn(answer: unknown): Map<string, KeyObject> {
  const set = jwkSet.safeParse(answer);
  if (set.success) return new Map(set.data.keys.map((jwk) => [jwk.kid, createPublicKey({ key: jwk, format: 'jwk' })]));
  return new Map(
    Object.entries(certificates.parse(answer)).map(([kid, pem]) => [kid, new X509Certificate(pem).publicKey]),
  );
}

/** The cache lifetime of an answer in seconds (RFC 9111, 5.2.2.1), minus its Age. */
function maxAge(headers: Headers): number {
  const control = headers.get('cache-control') ?? '';
  if (/\bno-(store|cache)\b/i.test(control)) return 0;
  const stated = /\bmax-age=(\d+)/i.exec(control)?.[1];
  const age = Number(headers.get('age') ?? 0) || 0;
  return Math.min(MAX_SECONDS, Math.max(0, (stated === undefined ? DEFAULT_SECONDS : Number(stated)) - age));
}
