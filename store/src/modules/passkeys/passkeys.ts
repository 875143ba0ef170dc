import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import type { Db, Queryable, Tx } from '../../db/database.ts';
import { hashSecret, newSecret } from '../../db/vault.ts';
import { BRAND } from '../../shared/brand.ts';
import { AppError } from '../../shared/errors.ts';
import { isUuid, uuidv7 } from '../../shared/ids.ts';
import * as store from './store.ts';

/** Loaded with the first ceremony: its certificates and their polyfill take 10 MB. */
const library = () => import('@simplewebauthn/server');

export type Passkey = Pick<
  store.PasskeyRow,
  'id' | 'accountId' | 'name' | 'synced' | 'createdAt' | 'lastUsedAt' | 'transports'
>;

/** A challenge and what the browser is asked for. `ceremony` names it in the answer. */
export type Ceremony<Options> = { ceremony: string; options: Options };

/** An answer of an authenticator, as the browser's script wrote it. All but its `id` is unchecked when it gets here. */
export type Answer = { ceremony: string; response: { id: string } };

/** `copied`: the counter went back, so that two authenticators hold the key. */
type Proof = { is: 'proved'; passkey: Passkey; token: string } | { is: 'copied'; passkey: Passkey };

export type Passkeys = ReturnType<typeof createPasskeys>;

/** How long the browser's dialogue may stay open. */
const CEREMONY_MS = 5 * 60_000;
/** How long the token that a sign-in ends with may be traded for a session. */
const TOKEN_MS = 60_000;
/** More than the devices of one person; each is a way in. */
const MOST_PASSKEYS = 20;

/** COSE numbers of ES256, EdDSA and RS256, which all authenticators of today know one of. */
const ALGORITHMS = [-7, -8, -257];

/** What tells our tokens from custom tokens, which are JWTs. */
const TOKEN_PREFIX = 'passkey_';

/**
 * Passkeys of accounts: WebAuthn ceremonies and what they leave behind. Each challenge is answered once, within 5 minutes,
 * from our own origin, by an authenticator that has verified its user. An answered sign-in is worth a token that works once,
 * within a minute, and speaks for the passkey of this ceremony alone.
 */
export function createPasskeys(ports: { db: Db; publicUrl: string; clock?: () => Date }) {
  const { db, publicUrl, clock = () => new Date() } = ports;
  const { origin, hostname: rpID } = new URL(publicUrl);
  const inFuture = (ms: number) => new Date(clock().getTime() + ms);

  async function begin<Options extends { challenge: string }>(
    kind: store.CeremonyRow['kind'],
    accountId: string | null,
    options: Options,
  ): Promise<Ceremony<Options>> {
    const id = uuidv7();
    const challengeHash = hashSecret(options.challenge);
    await store.insertCeremony(db, { id, kind, accountId, challengeHash, expiresAt: inFuture(CEREMONY_MS) });
    return { ceremony: id, options };
  }

  /** Uses the challenge up, whatever becomes of the answer. */
  async function take(kind: store.CeremonyRow['kind'], id: string): Promise<store.CeremonyRow> {
    const ceremony = isUuid(id) ? await store.takeCeremony(db, { id, kind, at: clock() }) : null;
    if (!ceremony) throw new AppError('passkey-expired');
    return ceremony;
  }

  /** What each answer is checked against: the library refuses by throwing. */
  const expectedOf = ({ challengeHash }: store.CeremonyRow) => ({
    expectedChallenge: (challenge: string) => hashSecret(challenge) === challengeHash,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  });

  return {
    /** What the browser is asked for to create a passkey. Throws AppError `too-many-passkeys`. */
    async beginEnrolment(account: {
      id: string;
      name: string;
    }): Promise<Ceremony<PublicKeyCredentialCreationOptionsJSON>> {
      const known = await store.passkeysOf(db, account.id);
      if (known.length >= MOST_PASSKEYS) throw new AppError('too-many-passkeys');
      const { generateRegistrationOptions } = await library();
      const options = await generateRegistrationOptions({
        rpName: BRAND,
        rpID,
        userName: account.name,
        userDisplayName: account.name,
        userID: new TextEncoder().encode(account.id),
        timeout: CEREMONY_MS,
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
      });
      return begin('enrol', account.id, options);
    },

    /** Checks a new credential. Throws AppError `passkey-expired` or `passkey-refused`. */
    async checkEnrolment(accountId: string, { ceremony: id, response }: Answer) {
      const ceremony = await take('enrol', id);
      if (ceremony.accountId !== accountId) throw new AppError('passkey-refused');
      const { verifyRegistrationResponse } = await library();
      const { registrationInfo } = await refuseErrors(() =>
        verifyRegistrationResponse({
          response: response as RegistrationResponseJSON,
          supportedAlgorithmIDs: ALGORITHMS,
          ...expectedOf(ceremony),
        }),
      );
      if (!registrationInfo) throw new AppError('passkey-refused');
      return registrationInfo;
    },

    /** Keeps a credential that was checked. The account's row must be locked. Throws AppError `too-many-passkeys` or `passkey-refused` (it is known). */
    async add(
      tx: Tx,
      accountId: string,
      { credential, credentialDeviceType }: NewCredential,
      name: string,
    ): Promise<Passkey> {
      if ((await store.countPasskeys(tx, accountId)) >= MOST_PASSKEYS) throw new AppError('too-many-passkeys');
      const row: store.PasskeyRow = {
        id: uuidv7(),
        accountId,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: transportsOf(credential.transports),
        synced: credentialDeviceType === 'multiDevice',
        name,
        createdAt: clock(),
        lastUsedAt: null,
      };
      if (!(await store.insertPasskey(tx, row))) throw new AppError('passkey-refused');
      return row;
    },

    /** What the browser is asked for to sign in: any passkey of this site, or with `accountId` one of this account. */
    async beginSignIn(accountId: string | null): Promise<Ceremony<PublicKeyCredentialRequestOptionsJSON>> {
      const known = accountId === null ? [] : await store.passkeysOf(db, accountId);
      const { generateAuthenticationOptions } = await library();
      const options = await generateAuthenticationOptions({
        rpID,
        timeout: CEREMONY_MS,
        userVerification: 'required',
        allowCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
      });
      return begin('sign-in', accountId, options);
    },

    /** Checks the answer to a sign-in. Throws AppError `passkey-expired`, `passkey-unknown` (it was removed here) or `passkey-refused`. */
    async checkSignIn({ ceremony: id, response }: Answer): Promise<Proof> {
      const ceremony = await take('sign-in', id);
      const given = response as AuthenticationResponseJSON;
      const passkey = await store.passkeyByCredential(db, given.id);
      if (!passkey) throw new AppError('passkey-unknown');
      if (ceremony.accountId !== null && ceremony.accountId !== passkey.accountId)
        throw new AppError('passkey-refused');
      const { verifyAuthenticationResponse } = await library();
      const { verified, authenticationInfo } = await refuseErrors(() => {
        checkUserHandle(given, passkey.accountId);
        return verifyAuthenticationResponse({
          response: given,
          ...expectedOf(ceremony),
          credential: {
            id: passkey.credentialId,
            publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
            // The library compares counters before it has checked the signature; `noteUse` does so afterwards.
            counter: 0,
          },
        });
      });
      if (!verified) throw new AppError('passkey-refused');
      const { newCounter: counter, credentialDeviceType } = authenticationInfo;
      const synced = credentialDeviceType === 'multiDevice';
      if (!(await store.noteUse(db, passkey.id, { counter, synced, at: clock() }))) return { is: 'copied', passkey };
      const { secret } = newSecret();
      const token = TOKEN_PREFIX + secret;
      const expiresAt = inFuture(TOKEN_MS);
      await store.setToken(db, id, { passkeyId: passkey.id, tokenHash: hashSecret(token), expiresAt });
      return { is: 'proved', passkey, token };
    },

    /** True for what looks like a token of ours. */
    isToken: (text: string) => text.startsWith(TOKEN_PREFIX),

    /** Trades a token for the passkey that it speaks for, once; null when it is unknown, used, too old, or its passkey was removed. */
    async takeToken(tx: Tx, token: string): Promise<Passkey | null> {
      const ceremony = await store.takeToken(tx, hashSecret(token), clock());
      return ceremony?.passkeyId ? store.passkeyById(tx, ceremony.passkeyId) : null;
    },

    /** The oldest first. */
    list: (accountId: string): Promise<Passkey[]> => store.passkeysOf(db, accountId),

    /** Null for one that is not this account's. */
    rename: (tx: Queryable, which: { id: string; accountId: string }, name: string): Promise<Passkey | null> =>
      store.renamePasskey(tx, which, name),
    remove: (tx: Queryable, which: { id: string; accountId: string }): Promise<Passkey | null> =>
      store.deletePasskey(tx, which),
    /** Answers how many there were. */
    removeAll: (tx: Tx, accountId: string): Promise<number> => store.deletePasskeysOf(tx, accountId),

    cleanUp: () => store.deleteOldCeremonies(db, clock()),
  };
}

type NewCredential = NonNullable<VerifiedRegistrationResponse['registrationInfo']>;

/** The library throws for everything that is wrong with an answer, and for nothing else: it calls nobody. */
async function refuseErrors<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (cause) {
    throw new AppError('passkey-refused', { cause });
  }
}

/** An authenticator may say whose credential it is; then it must agree with us. */
function checkUserHandle({ response }: AuthenticationResponseJSON, accountId: string): void {
  const { userHandle } = response;
  if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== accountId)
    throw new Error('the credential is said to be of another account');
}

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** Ways to reach the authenticator, as the browser says: only those that the standard knows are kept. */
function transportsOf(given: unknown): string[] {
  return Array.isArray(given) ? TRANSPORTS.filter((each) => given.includes(each)) : [];
}
