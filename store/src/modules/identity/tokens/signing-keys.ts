import { createPrivateKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';
import type { Db } from '../../../db/database.ts';
import type { Vault } from '../../../db/vault.ts';
import * as store from './store.ts';

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
const COOKIE_OVERLAP_MS = 14 * 86_400_000 + AHEAD_MS;

type Row = Awaited<ReturnType<typeof store.allKeys>>[number];
type PublicKey = { jwk: JWK; key: CryptoKey };
type LoadedKeys = {
  loadedAt: number;
  current: { kid: string; key: KeyObject };
  published: Map<string, PublicKey>;
  forCookies: JWK[];
};

type Ports = { db: Db; vault: Vault; rotationDays: number; clock: () => Date };

export type SigningKeys = ReturnType<typeof createSigningKeys>;

/**
 * RSA keys in a table that all processes share; the private half is encrypted. The first process that needs a key makes
 * it, and the first that sees that the newest is `rotationDays` old makes its successor. The active key follows from
 * the rows and the time alone, so processes agree without communication.
 */
export function createSigningKeys(ports: Ports) {
  const { db, clock } = ports;
  let loaded: Promise<LoadedKeys> | undefined;
  let lookedAt = 0;

  function reload(): Promise<LoadedKeys> {
    lookedAt = Date.now();
    const next = load(ports);
    // A failure is not cached: the next caller tries again.
    next.catch(() => {
      if (loaded === next) loaded = undefined;
    });
    loaded = next;
    return next;
  }

  async function keys(): Promise<LoadedKeys> {
    const known = await (loaded ?? reload());
    return Math.abs(clock().getTime() - known.loadedAt) > FRESH_MS ? reload() : known;
  }

  return {
    /** The key that signs now. */
    current: async () => (await keys()).current,
    /** The public key of `kid`, or null when it is unknown. */
    async verifier(kid: string): Promise<CryptoKey | null> {
      let known = (await keys()).published.get(kid);
      // Another process may have made a key since. The interval prevents that invented ids cost a query each.
      if (!known && Date.now() - lookedAt > LOOK_AGAIN_MS) known = (await reload()).published.get(kid);
      return known?.key ?? null;
    },
    publicJwks: async () => Array.from((await keys()).published.values(), ({ jwk }) => jwk),
    /** The public keys, with those that signed still valid session cookies. */
    cookieJwks: async () => (await keys()).forCookies,
    /** Deletes the keys of expired session cookies. */
    cleanUp: () => store.deleteKeys(db, new Date(clock().getTime() - COOKIE_OVERLAP_MS)),
  };
}

async function load(ports: Ports): Promise<LoadedKeys> {
  const { db, vault, clock } = ports;
  const loadedAt = clock().getTime();
  let rows = await store.allKeys(db);
  if (isDue(rows, ports)) rows = await makeKey(ports);
  // Rows are newest first: the oldest key that is not retired signs, until its successor has been published long
  // enough.
  const signing = rows.findLast((row) => row.retiredAt === null || row.retiredAt.getTime() > loadedAt);
  if (!signing) throw new Error('no signing key exists');
  const privateJwk = JSON.parse(vault.open(signing.privateSealed, sealContext(signing.kid))) as JsonWebKey;
  const published = new Map<string, PublicKey>();
  for (const row of rows.filter((row) => isPublished(row, OVERLAP_MS, clock()))) {
    const jwk = JSON.parse(row.publicJwk) as JWK;
    published.set(row.kid, { jwk, key: await imported(jwk) });
  }
  return {
    loadedAt,
    current: { kid: signing.kid, key: createPrivateKey({ key: privateJwk, format: 'jwk' }) },
    published,
    forCookies: rows
      .filter((row) => isPublished(row, COOKIE_OVERLAP_MS, clock()))
      .map(({ publicJwk }) => JSON.parse(publicJwk) as JWK),
  };
}

/** Adds the first key, or the successor of a due one, under a lock, so that only one is made. */
async function makeKey(ports: Ports): Promise<Row[]> {
  const { db, vault, clock } = ports;
  const pair = await generateKeyPair(ALGORITHM, { extractable: true, modulusLength: 2048 });
  const [privateJwk, publicJwk] = await Promise.all([exportJWK(pair.privateKey), exportJWK(pair.publicKey)]);
  const kid = await calculateJwkThumbprint(publicJwk);
  return db.transaction(async (tx) => {
    await store.lockKeys(tx);
    const rows = await store.allKeys(tx);
    if (!isDue(rows, ports)) return rows;
    const now = clock();
    const predecessor = rows.find((row) => row.retiredAt === null);
    if (predecessor) await store.retireKey(tx, predecessor.kid, new Date(now.getTime() + AHEAD_MS));
    await store.insertKey(tx, {
      kid,
      publicJwk: JSON.stringify({ ...publicJwk, kid, alg: ALGORITHM, use: 'sig' }),
      privateSealed: vault.seal(JSON.stringify(privateJwk), sealContext(kid)),
      createdAt: now,
    });
    return store.allKeys(tx);
  });
}

function isPublished({ retiredAt }: Row, overlapMs: number, now: Date): boolean {
  return retiredAt === null || retiredAt.getTime() + overlapMs > now.getTime();
}

/** True when there is no key yet, or the newest is too old. */
function isDue(rows: Row[], { rotationDays, clock }: Pick<Ports, 'rotationDays' | 'clock'>): boolean {
  const newest = rows.find((row) => row.retiredAt === null);
  return !newest || clock().getTime() - newest.createdAt.getTime() > rotationDays * 86_400_000;
}

/** Narrows the type: the import of an RSA key never returns bytes, unlike that of a symmetric key. */
async function imported(jwk: JWK): Promise<CryptoKey> {
  return (await importJWK(jwk, ALGORITHM)) as CryptoKey;
}

const sealContext = (kid: string) => `identity-signing-key:${kid}`;
