import type { Db, Tx } from '../../db/database.ts';
import { hashSecret, keyedHash, newSecret, type Vault } from '../../db/vault.ts';
import { uuidv7 } from '../../shared/ids.ts';
import type { Account, SecondFactor, SignInProvider } from '../identity/identity.ts';
import { SecondFactorError } from './error.ts';
import { foldRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import * as store from './store.ts';
import { newTotpSecret, stepOfCode, TOTP_PARAMETERS } from './totp.ts';

/** A sign-in with a proved first factor. */
export type PendingSignIn = { accountId: string; provider: SignInProvider; validSince: Date };

/**
 * An authenticator app during its set-up: its secret in base 32, its parameters, and the `sessionInfo` that completes
 * it until `expiresAt`.
 */
export type TotpEnrolment = typeof TOTP_PARAMETERS & { secret: string; sessionInfo: string; expiresAt: Date };

export type SecondFactors = {
  /** A credential for the second step of this sign-in only: ten minutes, five tries, one use. */
  createPending(tx: Tx | Db, account: Account, provider: SignInProvider): Promise<string>;
  /**
   * Reads a credential. Throws SecondFactorError INVALID_MFA_PENDING_CREDENTIAL (unknown, used, no tries left) or
   * SESSION_EXPIRED.
   */
  pending(credential: string): Promise<PendingSignIn>;
  /** Counts one of its tries. Throws the same. */
  tryPending(credential: string): Promise<PendingSignIn>;
  /** Compare-and-set: redeems a credential, once. Throws INVALID_MFA_PENDING_CREDENTIAL. */
  usePending(tx: Tx, credential: string): Promise<void>;

  startTotp(accountId: string): Promise<TotpEnrolment>;
  /**
   * Checks the first code of an app (five tries); returns the input of `keepTotp`. Throws SecondFactorError
   * INVALID_SESSION_INFO, SESSION_EXPIRED or INVALID_CODE.
   */
  checkNewTotp(input: { accountId: string; sessionInfo: string; code: string }): Promise<NewTotp>;
  /** Makes the app a factor of the account. Throws SecondFactorError INVALID_SESSION_INFO when it was used before. */
  keepTotp(tx: Tx, factor: SecondFactor, checked: NewTotp): Promise<void>;
  /** True for a valid code of an app, once. */
  takeTotp(tx: Tx, factorId: string, code: string): Promise<boolean>;

  /** Creates ten recovery codes, which replace all earlier ones. */
  newRecoveryCodes(tx: Tx, accountId: string): Promise<string[]>;
  deleteRecoveryCodes(tx: Tx, accountId: string): Promise<void>;
  /** The number of unused recovery codes. */
  recoveryCodesLeft(accountId: string): Promise<number>;
  /** Redeems a recovery code and returns its id; null when the account has no such code. */
  takeRecoveryCode(tx: Tx, accountId: string, code: string): Promise<string | null>;

  /** Deletes expired sign-ins and enrolments. */
  cleanUp(): Promise<void>;
};

type NewTotp = { sessionInfo: string; secret: string; step: number };

const MINUTE = 60_000;
/** Long enough to find the phone, or the paper with the recovery codes. */
const PENDING_MS = 10 * MINUTE;
/** Long enough to install an app. */
const ENROLMENT_MS = 15 * MINUTE;
const TRIES = 5;

/** Second factors: proved in addition to a password, an identity provider or a mailed link. */
export function createSecondFactors({
  clock = () => new Date(),
  ...ports
}: Omit<Ports, 'clock'> & { clock?: () => Date }): SecondFactors {
  return factorsWith({ ...ports, clock });
}

type Ports = {
  db: Db;
  vault: Vault;
  /** The database's key for the hashes of recovery codes, which are too short for a plain hash. */
  recoveryKey: Buffer;
  clock: () => Date;
};

const factorsWith = (ports: Ports): SecondFactors => ({
  ...pendingSignIns(ports),
  ...authenticatorApps(ports),
  ...recoveryCodes(ports),
  cleanUp: () => store.deleteOver(ports.db, ports.clock()),
});

type Part<Name extends keyof SecondFactors> = Pick<SecondFactors, Name>;

/** Sign-ins that wait for their second step. */
function pendingSignIns({ db, clock }: Ports): Part<'createPending' | 'pending' | 'tryPending' | 'usePending'> {
  return {
    async createPending(tx, account, provider) {
      const { secret, hash } = newSecret();
      const { id: accountId, validSince } = account;
      await store.insertPending(tx, {
        hash,
        accountId,
        provider,
        validSince,
        triesLeft: TRIES,
        expiresAt: new Date(clock().getTime() + PENDING_MS),
      });
      return secret;
    },

    async pending(credential) {
      const row = await store.pendingByHash(db, hashSecret(credential));
      if (!row || row.usedAt !== null || row.triesLeft <= 0 || row.expiresAt <= clock())
        throw refusal(clock(), row, new SecondFactorError('INVALID_MFA_PENDING_CREDENTIAL'));
      return facts(row);
    },

    async tryPending(credential) {
      const hash = hashSecret(credential);
      const row = await store.spendPendingTry(db, hash, clock());
      if (!row)
        throw refusal(
          clock(),
          await store.pendingByHash(db, hash),
          new SecondFactorError('INVALID_MFA_PENDING_CREDENTIAL'),
        );
      return facts(row);
    },

    async usePending(tx, credential) {
      if (!(await store.usePending(tx, hashSecret(credential), clock())))
        throw new SecondFactorError('INVALID_MFA_PENDING_CREDENTIAL');
    },
  };
}

/** Authenticator apps: their set-up, and their codes. */
function authenticatorApps({ db, vault, clock }: Ports): Part<'startTotp' | 'checkNewTotp' | 'keepTotp' | 'takeTotp'> {
  return {
    async startTotp(accountId) {
      const { secret: sessionInfo, hash } = newSecret();
      const secret = newTotpSecret();
      const expiresAt = new Date(clock().getTime() + ENROLMENT_MS);
      const secretSealed = vault.seal(secret, enrolmentContext(hash));
      await store.insertEnrolment(db, { hash, accountId, secretSealed, triesLeft: TRIES, expiresAt });
      return { ...TOTP_PARAMETERS, secret, sessionInfo, expiresAt };
    },

    async checkNewTotp({ accountId, sessionInfo, code }) {
      const hash = hashSecret(sessionInfo);
      const row = await store.spendEnrolmentTry(db, { hash, accountId, now: clock() });
      if (!row)
        throw refusal(clock(), await store.enrolmentByHash(db, hash), new SecondFactorError('INVALID_SESSION_INFO'));
      const secret = vault.open(row.secretSealed, enrolmentContext(hash));
      const step = stepOfCode(secret, code, clock());
      if (step === null) throw new SecondFactorError('INVALID_CODE');
      return { sessionInfo, secret, step };
    },

    async keepTotp(tx, { id: factorId }, { sessionInfo, secret, step }) {
      if (!(await store.useEnrolment(tx, hashSecret(sessionInfo), clock())))
        throw new SecondFactorError('INVALID_SESSION_INFO');
      const secretSealed = vault.seal(secret, secretContext(factorId));
      await store.insertSecret(tx, { factorId, secretSealed, lastStep: step });
    },

    async takeTotp(tx, factorId, code) {
      const sealed = await store.sealedSecret(tx, factorId);
      if (sealed === null) return false;
      const step = stepOfCode(vault.open(sealed, secretContext(factorId)), code, clock());
      return step !== null && store.takeStep(tx, factorId, step);
    },
  };
}

function recoveryCodes({
  db,
  recoveryKey,
  clock,
}: Ports): Part<'newRecoveryCodes' | 'deleteRecoveryCodes' | 'recoveryCodesLeft' | 'takeRecoveryCode'> {
  return {
    async newRecoveryCodes(tx, accountId) {
      const codes = newRecoveryCodes();
      const rows = codes.map((code) => ({
        id: uuidv7(),
        accountId,
        hash: hashOf(recoveryKey, accountId, foldRecoveryCode(code)!),
        createdAt: clock(),
      }));
      await store.replaceCodes(tx, accountId, rows);
      return codes;
    },
    deleteRecoveryCodes: (tx, accountId) => store.replaceCodes(tx, accountId, []),
    recoveryCodesLeft: (accountId) => store.countCodes(db, accountId),
    async takeRecoveryCode(tx, accountId, code) {
      const folded = foldRecoveryCode(code);
      if (folded === null) return null;
      return store.useCode(tx, { accountId, hash: hashOf(recoveryKey, accountId, folded), usedAt: clock() });
    },
  };
}

/** The error for a row that could not be used. */
function refusal(
  now: Date,
  row: { expiresAt: Date; usedAt: Date | null; triesLeft: number } | null,
  otherwise: SecondFactorError,
) {
  const isOver = row && row.usedAt === null && row.expiresAt <= now;
  return isOver ? new SecondFactorError('SESSION_EXPIRED') : otherwise;
}

function facts({ accountId, provider, validSince }: store.PendingRow): PendingSignIn {
  return { accountId, provider: provider as SignInProvider, validSince };
}

const hashOf = (recoveryKey: Buffer, accountId: string, code: string) => keyedHash(recoveryKey, `${accountId}:${code}`);

const secretContext = (factorId: string) => `totp:${factorId}`;
const enrolmentContext = (hash: string) => `totp-enrolment:${hash}`;
