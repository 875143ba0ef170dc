import {
  createHash,
  createPrivateKey,
  createPublicKey,
  createSign,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** False values that a test makes an authenticator or a browser send. */
type Lies = {
  origin?: string;
  rpId?: string;
  verified?: boolean;
  counter?: number;
  userHandle?: string;
  challenge?: string;
};

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

type CreationOptions = { challenge: string; rp: { id?: string }; user: { id: string } };
type RequestOptions = { challenge: string; rpId?: string };

type State = { id: Buffer; keys: { publicKey: KeyObject; privateKey: KeyObject }; counter: number; userHandle: string };

/** An authenticator as JSON. */
export type SavedAuthenticator = { id: string; key: JsonWebKey; counter: number; userHandle: string };

/** The saved authenticator, in a browser at this origin. */
export function savedAuthenticator(origin: string, { id, key, ...state }: SavedAuthenticator) {
  const privateKey = createPrivateKey({ key, format: 'jwk' });
  const keys = { privateKey, publicKey: createPublicKey(privateKey) };
  return createAuthenticator(origin, { ...state, id: Buffer.from(id, 'base64url'), keys });
}

/**
 * A software authenticator (ES256, no attestation) in a browser at this origin. Its state can be copied, as a thief
 * would do.
 */
export function createAuthenticator(origin: string, copyOf?: State) {
  const state: State = copyOf ?? {
    id: randomBytes(16),
    keys: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    counter: 0,
    userHandle: '',
  };

  function clientData(type: string, challenge: string, lies: Lies): Buffer {
    return Buffer.from(
      JSON.stringify({
        type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
        crossOrigin: false,
      }),
    );
  }

  function authenticatorData(rpId: string, lies: Lies, flags = 0): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lies.counter ?? state.counter);
    return Buffer.concat([
      createHash('sha256')
        .update(lies.rpId ?? rpId)
        .digest(),
      Buffer.from([PRESENT | (lies.verified === false ? 0 : VERIFIED) | flags]),
      counter,
    ]);
  }

  function publicKey(): Uint8Array {
    const { x = '', y = '' } = state.keys.publicKey.export({ format: 'jwk' });
    const coordinate = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
    // COSE: an EC2 key for ES256 on P-256.
    return isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, coordinate(x)],
        [-3, coordinate(y)],
      ]) as never,
    );
  }

  return {
    save: (): SavedAuthenticator => ({
      id: state.id.toString('base64url'),
      key: state.keys.privateKey.export({ format: 'jwk' }),
      counter: state.counter,
      userHandle: state.userHandle,
    }),
    /** A copy with its own counter. */
    copy: () => createAuthenticator(origin, { ...state }),
    create({ challenge, rp, user }: CreationOptions, lies: Lies = {}) {
      state.userHandle = user.id;
      const size = Buffer.alloc(2);
      size.writeUInt16BE(state.id.length);
      const authData = Buffer.concat([
        authenticatorData(rp.id ?? new URL(origin).hostname, lies, HAS_CREDENTIAL),
        Buffer.alloc(16),
        size,
        state.id,
        publicKey(),
      ]);
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authData)],
        ]) as never,
      );
      return {
        id: state.id.toString('base64url'),
        rawId: state.id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, lies).toString('base64url'),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal', 'nonsense'],
        },
      };
    },
    get({ challenge, rpId }: RequestOptions, lies: Lies = {}) {
      state.counter += 1;
      const authData = authenticatorData(rpId ?? new URL(origin).hostname, lies);
      const client = clientData('webauthn.get', challenge, lies);
      const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()]);
      return {
        id: state.id.toString('base64url'),
        rawId: state.id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: createSign('sha256').update(signed).sign(state.keys.privateKey).toString('base64url'),
          userHandle: lies.userHandle ?? state.userHandle,
        },
      };
    },
  };
}
