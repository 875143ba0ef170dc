import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';
import type { Db } from '../../db/database.ts';
import type { Vault } from '../../db/vault.ts';
import * as store from './store.ts';

/** The algorithm that Firebase-style verifiers read. */
export const ALGORITHM = 'RS256';

/** How long a process trusts its copy of the table, and how soon an unknown key id may make it look again. */
const FRESH_MS = 60_000;
const LOOK_AGAIN_MS = 5_000;

type PublicKey = { jwk: JWK; key: CryptoKey };
type LoadedKeys = { loadedAt: number; current: { kid: string; key: CryptoKey }; published: Map<string, PublicKey> };

export type SigningKeys = {
  current(): Promise<{ kid: string; key: CryptoKey }>;
  /** Public key of `kid`, or null when nobody made one. */
  verifier(kid: string): Promise<CryptoKey | null>;
  publicJwks(): Promise<JWK[]>;
};

/** RSA keys in a table that all processes share; the private half is sealed. The first process to need one makes it. */
export function createSigningKeys({ db, vault }: { db: Db; vault: Vault }): SigningKeys {
  let loaded: Promise<LoadedKeys> | undefined;
  let lookedAt = 0;

  async function load(): Promise<LoadedKeys> {
    let rows = await store.allSigningKeys(db);
    if (!rows.some((row) => row.retiredAt === null)) rows = await makeFirstKey(db, vault);
    const signing = rows.find((row) => row.retiredAt === null);
    if (!signing) throw new Error('there is no signing key');
    const privateJwk = JSON.parse(vault.open(signing.privateSealed, sealContext(signing.kid))) as JWK;
    const published = new Map<string, PublicKey>();
    for (const row of rows) {
      const jwk = JSON.parse(row.publicJwk) as JWK;
      published.set(row.kid, { jwk, key: await imported(jwk) });
    }
    return { loadedAt: Date.now(), current: { kid: signing.kid, key: await imported(privateJwk) }, published };
  }

  function reload(): Promise<LoadedKeys> {
    lookedAt = Date.now();
    const next = load();
    // A failure is not kept: the next caller tries again.
    next.catch(() => (loaded = loaded === next ? undefined : loaded));
    loaded = next;
    return next;
  }

  async function keys(): Promise<LoadedKeys> {
    const known = await (loaded ?? reload());
    return Date.now() - known.loadedAt > FRESH_MS ? reload() : known;
  }

  return {
    current: async () => (await keys()).current,
    async verifier(kid) {
      let known = (await keys()).published.get(kid);
      // Another process may have made a key since; made-up ids must not cost a query each.
      if (!known && Date.now() - lookedAt > LOOK_AGAIN_MS) known = (await reload()).published.get(kid);
      return known?.key ?? null;
    },
    publicJwks: async () => Array.from((await keys()).published.values(), ({ jwk }) => jwk),
  };
}

async function makeFirstKey(db: Db, vault: Vault) {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true, modulusLength: 2048 });
  const [privateJwk, publicJwk] = await Promise.all([exportJWK(pair.privateKey), exportJWK(pair.publicKey)]);
  const kid = await calculateJwkThumbprint(publicJwk);
  return db.transaction(async (tx) => {
    await store.lockSigningKeys(tx);
    const rows = await store.allSigningKeys(tx);
    if (rows.some((row) => row.retiredAt === null)) return rows;
    await store.insertSigningKey(tx, {
      kid,
      publicJwk: JSON.stringify({ ...publicJwk, kid, alg: ALGORITHM, use: 'sig' }),
      privateSealed: vault.seal(JSON.stringify(privateJwk), sealContext(kid)),
      createdAt: new Date(),
    });
    return store.allSigningKeys(tx);
  });
}

/** An RSA key is never imported as the bytes that symmetric ones are. */
async function imported(jwk: JWK): Promise<CryptoKey> {
  return (await importJWK(jwk, ALGORITHM)) as CryptoKey;
}

const sealContext = (kid: string) => `identity-signing-key:${kid}`;
