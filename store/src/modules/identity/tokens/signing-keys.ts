import { createPrivateKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';
import type { Db } from '../../../db/database.ts';
import type { Vault } from '../../../db/vault.ts';
import * as store from '../store.ts';

/** The algorithm that Firebase-style verifiers expect. */
export const ALGORITHM = 'RS256';

/** How long a process trusts its copy of the table. The second constant limits reloads for unknown key ids. */
const FRESH_MS = 60_000;
const LOOK_AGAIN_MS = 5_000;

/**
 * A new key is published this long before it signs, so that every process and every back end with a cached key set
 * knows it by then.
 */
const AHEAD_MS = 10 * 60_000;

/**
 * A retired key stays published until its last token has expired: an hour, plus the time in which processes with an
 * older copy of the table still sign with it.
 */
const OVERLAP_MS = 3_600_000 + AHEAD_MS;

/** Session cookies of two weeks outlive the signing key: their keys stay published that long. */
export const COOKIE_OVERLAP_MS = 14 * 86_400_000 + AHEAD_MS;

type Row = Awaited<ReturnType<typeof store.allSigningKeys>>[number];
type PublicKey = { jwk: JWK; key: CryptoKey };
type LoadedKeys = {
  loadedAt: number;
  current: { kid: string; key: KeyObject };
  published: Map<string, PublicKey>;
  forCookies: JWK[];
};

export type SigningKeys = {
  /** The key that signs now. */
  current(): Promise<{ kid: string; key: KeyObject }>;
  /** The public key of `kid`, or null when it is unknown. */
  verifier(kid: string): Promise<CryptoKey | null>;
  publicJwks(): Promise<JWK[]>;
  /** The same, with the keys that signed still valid session cookies. */
  cookieJwks(): Promise<JWK[]>;
};

/**
 * RSA keys in a table that all processes share; the private half is encrypted. The first process that needs a key makes
 * it, and the first that sees that the newest is `rotationDays` old makes its successor. The active key follows from
 * the rows and the time alone, so processes agree without communication.
 */
export function createSigningKeys(ports: {
  db: Db;
  vault: Vault;
  rotationDays: number;
  clock: () => Date;
}): SigningKeys {
  const { db, vault, rotationDays, clock } = ports;
  let loaded: Promise<LoadedKeys> | undefined;
  let lookedAt = 0;

  const isPublished = (row: Row, overlap: number) =>
    row.retiredAt === null || row.retiredAt.getTime() + overlap > clock().getTime();
  const isDue = (rows: Row[]) => {
    const newest = rows.find((row) => row.retiredAt === null);
    return !newest || clock().getTime() - newest.createdAt.getTime() > rotationDays * 86_400_000;
  };

  /** Adds the first key, or the successor of a due one, under a lock, so that only one is made. */
  async function makeKey(): Promise<Row[]> {
    const pair = await generateKeyPair(ALGORITHM, { extractable: true, modulusLength: 2048 });
    const [privateJwk, publicJwk] = await Promise.all([exportJWK(pair.privateKey), exportJWK(pair.publicKey)]);
    const kid = await calculateJwkThumbprint(publicJwk);
    return db.transaction(async (tx) => {
      await store.lockSigningKeys(tx);
      const rows = await store.allSigningKeys(tx);
      if (!isDue(rows)) return rows;
      const now = clock();
      const predecessor = rows.find((row) => row.retiredAt === null);
      if (predecessor) await store.retireSigningKey(tx, predecessor.kid, new Date(now.getTime() + AHEAD_MS));
      await store.insertSigningKey(tx, {
        kid,
        publicJwk: JSON.stringify({ ...publicJwk, kid, alg: ALGORITHM, use: 'sig' }),
        privateSealed: vault.seal(JSON.stringify(privateJwk), sealContext(kid)),
        createdAt: now,
      });
      return store.allSigningKeys(tx);
    });
  }

  async function load(): Promise<LoadedKeys> {
    const loadedAt = clock().getTime();
    let rows = await store.allSigningKeys(db);
    if (isDue(rows)) rows = await makeKey();
    // Rows are newest first: the oldest key that is not retired signs, until its successor has been published long
    // enough.
    const signing = rows.findLast((row) => row.retiredAt === null || row.retiredAt.getTime() > loadedAt);
    if (!signing) throw new Error('no signing key exists');
    const privateJwk = JSON.parse(vault.open(signing.privateSealed, sealContext(signing.kid))) as JsonWebKey;
    const published = new Map<string, PublicKey>();
    for (const row of rows.filter((row) => isPublished(row, OVERLAP_MS))) {
      const jwk = JSON.parse(row.publicJwk) as JWK;
      published.set(row.kid, { jwk, key: await imported(jwk) });
    }
    return {
      loadedAt,
      current: { kid: signing.kid, key: createPrivateKey({ key: privateJwk, format: 'jwk' }) },
      published,
      forCookies: rows
        .filter((row) => isPublished(row, COOKIE_OVERLAP_MS))
        .map(({ publicJwk }) => JSON.parse(publicJwk) as JWK),
    };
  }

  function reload(): Promise<LoadedKeys> {
    lookedAt = Date.now();
    const next = load();
    // A failure is not cached: the next caller tries again.
    next.catch(() => (loaded = loaded === next ? undefined : loaded));
    loaded = next;
    return next;
  }

  async function keys(): Promise<LoadedKeys> {
    const known = await (loaded ?? reload());
    return Math.abs(clock().getTime() - known.loadedAt) > FRESH_MS ? reload() : known;
  }

  return {
    current: async () => (await keys()).current,
    async verifier(kid) {
      let known = (await keys()).published.get(kid);
      // Another process may have made a key since. The interval prevents that invented ids cost a query each.
      if (!known && Date.now() - lookedAt > LOOK_AGAIN_MS) known = (await reload()).published.get(kid);
      return known?.key ?? null;
    },
    publicJwks: async () => Array.from((await keys()).published.values(), ({ jwk }) => jwk),
    cookieJwks: async () => (await keys()).forCookies,
  };
}

/** Narrows the type: the import of an RSA key never returns bytes, unlike that of a symmetric key. */
async function imported(jwk: JWK): Promise<CryptoKey> {
  return (await importJWK(jwk, ALGORITHM)) as CryptoKey;
}

const sealContext = (kid: string) => `identity-signing-key:${kid}`;
