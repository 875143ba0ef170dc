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

/** Imported on first use: its certificates and their polyfill take 10 MB. */
const library = () => import('@simplewebauthn/server');

export type Passkey = Pick<
  store.PasskeyRow,
  'id' | 'accountId' | 'name' | 'synced' | 'createdAt' | 'lastUsedAt' | 'transports'
>;

/** A challenge and the options for the browser. `ceremony` is its id in the answer. */
export type Ceremony<Options> = { ceremony: string; options: Options };

/** An authenticator's answer, as the browser's script encoded it. Only its `id` has been checked so far. */
export type Answer = { ceremony: string; response: { id: string } };

/** `copied`: the signature counter decreased, so two authenticators hold the key. */
type Proof = { is: 'proved'; passkey: Passkey; token: string } | { is: 'copied'; passkey: Passkey };

export type Passkeys = ReturnType<typeof createPasskeys>;

/** How long the browser's dialog may stay open. */
const CEREMONY_MS = 5 * 60_000;
/** Lifetime of the token at the end of a sign-in. */
const TOKEN_MS = 60_000;
/** More than one person's devices. The limit exists because each passkey can sign in. */
const MAX_PASSKEYS = 20;

/** COSE numbers of ES256, EdDSA and RS256; every current authenticator supports one of them. */
const ALGORITHMS = [-7, -8, -257];

/** Distinguishes our tokens from custom tokens, which are JWTs. */
const TOKEN_PREFIX = 'passkey_';

/**
 * Passkeys of accounts: WebAuthn ceremonies and their results. Each challenge is answered once, within 5 minutes, from
 * our own origin, by an authenticator that has verified its user. A successful sign-in returns a token that works once,
 * within a minute, for the passkey of this ceremony only.
 */
export function createPasskeys(given: { db: Db; publicUrl: string; clock?: () => Date }) {
  const { db, clock = () => new Date() } = given;
  const { origin, hostname: rpID } = new URL(given.publicUrl);
  return passkeysFor({ db, origin, rpID, clock });
}

type Ports = { db: Db; origin: string; rpID: string; clock: () => Date };

function passkeysFor(ports: Ports) {
  const { db, clock } = ports;
  return {
    beginEnrolment: (account: { id: string; name: string }) => beginEnrolment(ports, account),

    checkEnrolment: (accountId: string, input: Answer) => checkEnrolment(ports, accountId, input),

    add: (tx: Tx, accountId: string, input: NewCredential, name: string) =>
      addPasskey(ports, tx, accountId, input, name),

    beginSignIn: (accountId: string | null) => beginSignIn(ports, accountId),

    checkSignIn: (input: Answer) => checkSignIn(ports, input),

    /** True for a text with our token prefix. */
    isToken: (text: string) => text.startsWith(TOKEN_PREFIX),

    takeToken: (tx: Tx, token: string) => takeToken(ports, tx, token),

    /** Oldest first. */
    list: (accountId: string): Promise<Passkey[]> => store.passkeysOf(db, accountId),

    /** Null for a passkey of another account. */
    rename: (tx: Queryable, which: { id: string; accountId: string }, name: string): Promise<Passkey | null> =>
      store.renamePasskey(tx, which, name),
    remove: (tx: Queryable, which: { id: string; accountId: string }): Promise<Passkey | null> =>
      store.deletePasskey(tx, which),
    /** Returns the number of removed passkeys. */
    removeAll: (tx: Tx, accountId: string): Promise<number> => store.deletePasskeysOf(tx, accountId),

    cleanUp: () => store.deleteOldCeremonies(db, clock()),
  };
}

/** Options for the browser to create a passkey. Throws AppError `too-many-passkeys`. */
async function beginEnrolment(
  ports: Ports,
  account: {
    id: string;
    name: string;
  },
): Promise<Ceremony<PublicKeyCredentialCreationOptionsJSON>> {
  const { db, rpID } = ports;
  const known = await store.passkeysOf(db, account.id);
  if (known.length >= MAX_PASSKEYS) throw new AppError('too-many-passkeys');
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
  return begin(ports, 'enrol', account.id, options);
}

/** Checks a new credential. Throws AppError `passkey-expired` or `passkey-refused`. */
async function checkEnrolment(ports: Ports, accountId: string, { ceremony: id, response }: Answer) {
  const ceremony = await take(ports, 'enrol', id);
  if (ceremony.accountId !== accountId) throw new AppError('passkey-refused');
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await refuseErrors(() =>
    verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      supportedAlgorithmIDs: ALGORITHMS,
      ...expectedOf(ports, ceremony),
    }),
  );
  if (!registrationInfo) throw new AppError('passkey-refused');
  return registrationInfo;
}

/**
 * Stores a verified credential. The account's row must be locked. Throws AppError `too-many-passkeys` or
 * `passkey-refused` (it exists already).
 */
async function addPasskey(
  { clock }: Ports,
  tx: Tx,
  accountId: string,
  { credential, credentialDeviceType }: NewCredential,
  name: string,
): Promise<Passkey> {
  if ((await store.countPasskeys(tx, accountId)) >= MAX_PASSKEYS) throw new AppError('too-many-passkeys');
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
}

/** Options for the browser to sign in: any passkey of this site, or with `accountId` one of this account. */
async function beginSignIn(
  ports: Ports,
  accountId: string | null,
): Promise<Ceremony<PublicKeyCredentialRequestOptionsJSON>> {
  const { db, rpID } = ports;
  const known = accountId === null ? [] : await store.passkeysOf(db, accountId);
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID,
    timeout: CEREMONY_MS,
    userVerification: 'required',
    allowCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
  });
  return begin(ports, 'sign-in', accountId, options);
}

/**
 * Verifies the answer to a sign-in. Throws AppError `passkey-expired`, `passkey-unknown` (it was removed here) or
 * `passkey-refused`.
 */
async function checkSignIn(ports: Ports, { ceremony: id, response }: Answer): Promise<Proof> {
  const { db, clock } = ports;
  const ceremony = await take(ports, 'sign-in', id);
  const given = response as AuthenticationResponseJSON;
  const passkey = await store.passkeyByCredential(db, given.id);
  if (!passkey) throw new AppError('passkey-unknown');
  if (ceremony.accountId !== null && ceremony.accountId !== passkey.accountId) throw new AppError('passkey-refused');
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await refuseErrors(() => {
    checkUserHandle(given, passkey.accountId);
    return verifyAuthenticationResponse({
      response: given,
      ...expectedOf(ports, ceremony),
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        // The library compares counters before it checks the signature, so 0 disables that; `noteUse` compares them
        // afterwards.
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
  const expiresAt = inFuture(ports, TOKEN_MS);
  await store.setToken(db, id, { passkeyId: passkey.id, tokenHash: hashSecret(token), expiresAt });
  return { is: 'proved', passkey, token };
}

/** Exchanges a token for its passkey, once; null when it is unknown, used, too old, or its passkey was removed. */
async function takeToken({ clock }: Ports, tx: Tx, token: string): Promise<Passkey | null> {
  const ceremony = await store.takeToken(tx, hashSecret(token), clock());
  return ceremony?.passkeyId ? store.passkeyById(tx, ceremony.passkeyId) : null;
}

const inFuture = ({ clock }: Ports, ms: number) => new Date(clock().getTime() + ms);

async function begin<Options extends { challenge: string }>(
  ports: Ports,
  kind: store.CeremonyRow['kind'],
  accountId: string | null,
  options: Options,
): Promise<Ceremony<Options>> {
  const { db } = ports;
  const id = uuidv7();
  const challengeHash = hashSecret(options.challenge);
  await store.insertCeremony(db, { id, kind, accountId, challengeHash, expiresAt: inFuture(ports, CEREMONY_MS) });
  return { ceremony: id, options };
}

/** Marks the challenge as used, whether or not the answer is valid. */
async function take({ db, clock }: Ports, kind: store.CeremonyRow['kind'], id: string): Promise<store.CeremonyRow> {
  const ceremony = isUuid(id) ? await store.takeCeremony(db, { id, kind, at: clock() }) : null;
  if (!ceremony) throw new AppError('passkey-expired');
  return ceremony;
}

/** The expected values of an answer; the library throws on a mismatch. */
const expectedOf = ({ origin, rpID }: Ports, { challengeHash }: store.CeremonyRow) => ({
  expectedChallenge: (challenge: string) => hashSecret(challenge) === challengeHash,
  expectedOrigin: origin,
  expectedRPID: rpID,
  requireUserVerification: true,
});

type NewCredential = NonNullable<VerifiedRegistrationResponse['registrationInfo']>;

/** The library throws only for an invalid answer: it makes no network calls. */
async function refuseErrors<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (cause) {
    throw new AppError('passkey-refused', { cause });
  }
}

/** An authenticator may name the credential's account; it must then match ours. */
function checkUserHandle({ response }: AuthenticationResponseJSON, accountId: string): void {
  const { userHandle } = response;
  if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== accountId)
    throw new Error('the user handle names another account');
}

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** The transports that the browser reports; unknown ones are dropped. */
function transportsOf(given: unknown): string[] {
  return Array.isArray(given) ? TRANSPORTS.filter((each) => given.includes(each)) : [];
}
