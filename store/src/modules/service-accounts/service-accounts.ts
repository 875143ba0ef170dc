import { createHash, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { type Db, type Queryable, transact, type Tx } from '../../db/database.ts';
import { hashSecret, newSecret } from '../../db/vault.ts';
import { uuidv7 } from '../../shared/ids.ts';
import { checkAssertion, GrantError, issuerOf } from './assertion.ts';
import * as store from './store.ts';

export type { GrantError } from './assertion.ts';

/** Lifetime of an access token. The stock clients renew it five minutes before its end. */
const TOKEN_SECONDS = 900;

/** The token endpoint that the hosted service's own libraries name as audience, whatever the key file says. */
const HOSTED_TOKEN_URI = 'https://oauth2.googleapis.com/token';

export type ServiceAccount = {
  clientEmail: string;
  keyId: string;
  createdBy: string;
  createdAt: Date;
  revokedAt: Date | null;
};

/** The key file in the hosted service's format. It is the only copy of `private_key`. */
export type KeyFile = {
  type: 'service_account';
  project_id: string;
  private_key_id: string;
  private_key: string;
  client_email: string;
  client_id: string;
  token_uri: string;
};

/** Writes an audit line in the same transaction. */
type Audit = (
  tx: Tx,
  kind: 'service-account-created' | 'service-account-revoked',
  detail: { name: string; by: string },
) => Promise<void>;

export type ServiceAccounts = ReturnType<typeof createServiceAccounts>;

/**
 * Keys with which the merchant's programs administer accounts. `tokenUris` are our own token endpoints: an assertion's
 * audience must be one of them, or the endpoint that the hosted service's libraries always name.
 */
export function createServiceAccounts({ clock = () => new Date(), ...given }: Given) {
  const ports = { ...given, clock };
  const { db, audit } = ports;
  return {
    /**
     * Creates a service account and its key. The result is the only copy of the private key. Null when the name was
     * used before.
     */
    create: (named: { name: string; by: string }, from: Queryable = db) => createKey(ports, named, from),

    async list(): Promise<ServiceAccount[]> {
      const rows = await store.allServiceAccounts(db);
      return rows.map(({ clientEmail, keyId, createdBy, createdAt, revokedAt }) => ({
        clientEmail,
        keyId,
        createdBy,
        createdAt,
        revokedAt,
      }));
    },

    /** Revokes a key and its tokens at once; false when there is no such key, or it was revoked before. */
    revoke: ({ name, by }: { name: string; by: string }, from: Queryable = db): Promise<boolean> =>
      transact(from, async (tx) => {
        if (!(await store.revokeServiceAccount(tx, emailOf(ports, name), clock()))) return false;
        await audit(tx, 'service-account-revoked', { name, by });
        return true;
      }),

    /**
     * Exchanges an assertion (RFC 7523) for an access token. Throws GrantError `invalid_grant`, with one answer for
     * every invalid key.
     */
    grant: (assertion: string) => grant(ports, assertion),

    /** The service account of an access token; null for any other text. */
    holderOf: (accessToken: string): Promise<string | null> =>
      store.holderOfToken(db, hashSecret(accessToken), clock()),

    /** The public key (PEM) of a service account: null for an unknown name, `revoked` when its key was revoked. */
    async publicKeyOf(clientEmail: string): Promise<{ publicKey: string; revoked: boolean } | null> {
      const account = await store.serviceAccountByName(db, clientEmail);
      return account && { publicKey: account.publicKey, revoked: account.revokedAt !== null };
    },

    cleanUp: () => store.deleteExpired(db, clock()),
  };
}

type Given = {
  db: Db;
  audit: Audit;
  projectId: string;
  tokenUris: readonly string[];
  clock?: () => Date;
};

type Ports = Given & { clock: () => Date };

const emailOf = ({ projectId }: Ports, name: string) => `${name}@${projectId}.service-accounts.internal`;

async function createKey(
  ports: Ports,
  { name, by }: { name: string; by: string },
  from: Queryable,
): Promise<KeyFile | null> {
  const { audit, projectId, tokenUris, clock } = ports;
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const id = uuidv7();
  const clientEmail = emailOf(ports, name);
  const keyId = createHash('sha1').update(publicKey).digest('hex');
  const isNew = await transact(from, async (tx) => {
    const row = { id, clientEmail, keyId, publicKey, createdBy: by, createdAt: clock() };
    if (!(await store.insertServiceAccount(tx, row))) return false;
    await audit(tx, 'service-account-created', { name, by });
    return true;
  });
  if (!isNew) return null;
  return {
    type: 'service_account',
    project_id: projectId,
    private_key_id: keyId,
    private_key: privateKey,
    client_email: clientEmail,
    client_id: BigInt(`0x${id.replaceAll('-', '').slice(0, 16)}`).toString(),
    token_uri: tokenUris[0] ?? HOSTED_TOKEN_URI,
  };
}

async function grant(
  { db, tokenUris, clock }: Ports,
  assertion: string,
): Promise<{ accessToken: string; expiresIn: number }> {
  const issuer = issuerOf(assertion);
  const account = issuer === undefined ? null : await store.serviceAccountByName(db, issuer);
  if (!account || account.revokedAt !== null) throw new GrantError('invalid_grant', 'Invalid JWT Signature.');
  const now = clock();
  const { clientEmail, publicKey } = account;
  const audiences = [...tokenUris, HOSTED_TOKEN_URI];
  const { jti, expiresAt } = await checkAssertion(assertion, { publicKey, clientEmail, audiences, now });
  const { secret, hash } = newSecret();
  await db.transaction(async (tx) => {
    // Stock clients send no identifier, and two of them may sign identical bytes within one second.
    if (jti !== undefined && !(await store.useAssertion(tx, hashSecret(JSON.stringify([clientEmail, jti])), expiresAt)))
      throw new GrantError('invalid_grant', 'Invalid JWT: jti was used before.');
    await store.insertToken(tx, {
      hash,
      serviceAccountId: account.id,
      expiresAt: new Date(now.getTime() + TOKEN_SECONDS * 1000),
    });
  });
  return { accessToken: secret, expiresIn: TOKEN_SECONDS };
}
