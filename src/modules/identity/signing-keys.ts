import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';
import type { Db } from '../../db/database.ts';
import type { Vault } from '../../db/vault.ts';
import * as store from './store.ts';

/** The algorithm that Firebase-style verifiers read. */
export const ALGORITHM = 'RS256';

/** How long a process trusts its copy of the table, and how soon an unknown key id may make it look again. */
const FRESH_MS = 60_000;
const LOOK_AGAIN_MS = 5_000;

type LoadedKeys = { loadedAt: number; current: { kid: string; key: CryptoKey }; publicJwks: Map<string, JWK> };

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
    return {
      loadedAt: Date.now(),
      current: { kid: signing.kid, key: (await importJWK(privateJwk, ALGORITHM)) as CryptoKey },
      publicJwks: new Map(rows.map((row) => [row.kid, JSON.parse(row.publicJwk) as JWK])),
    };
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
      let jwk = (await keys()).publicJwks.get(kid);
      // Another process may have made a key since; made-up ids must not cost a query each.
      if (!jwk && Date.now() - lookedAt > LOOK_AGAIN_MS) jwk = (await reload()).publicJwks.get(kid);
      return jwk ? ((await importJWK(jwk, ALGORITHM)) as CryptoKey) : null;
    },
    publicJwks: async () => [...(await keys()).publicJwks.values()],
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

const sealContext = (kid: string) => `identity-signing-key:${kid}`;
