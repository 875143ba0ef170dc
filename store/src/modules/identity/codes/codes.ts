import type { Db, Queryable, Tx } from '../../../db/database.ts';
import { hashSecret, newSecret } from '../../../db/vault.ts';
import { paths } from '../../../shared/paths.ts';
import * as store from './store.ts';
import { IdentityError } from '../error.ts';
import type { IdentityModule } from '../identity-module.ts';
import type { CodeFacts, CodeKind } from '../types.ts';

export type ActionCodes = {
  create: IdentityModule['createCode'];
  inspect: IdentityModule['inspectCode'];
  take: IdentityModule['takeCode'];
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** `mode` of the links, as the SDK's ActionCodeURL reads it. */
const MODES: Record<CodeKind, string> = {
  VERIFY_EMAIL: 'verifyEmail',
  PASSWORD_RESET: 'resetPassword',
  EMAIL_SIGNIN: 'signIn',
  VERIFY_AND_CHANGE_EMAIL: 'verifyAndChangeEmail',
  RECOVER_EMAIL: 'recoverEmail',
  REVERT_SECOND_FACTOR_ADDITION: 'revertSecondFactorAddition',
  SECURE_ACCOUNT: 'secureAccount',
};

/** Kinds that sign in or change the account. A change of password or address since then voids them. */
const ENDED_BY_CHANGES: ReadonlySet<CodeKind> = new Set(['PASSWORD_RESET', 'EMAIL_SIGNIN', 'VERIFY_AND_CHANGE_EMAIL']);

/** Single-use codes of mailed links: 256 random bits, stored as a hash, bound to the address they were mailed to. */
export function createActionCodes(ports: {
  db: Db;
  publicUrl: string;
  apiKey: string;
  lifetimes: { verifyLinkHours: number; shortLinkMinutes: number; recoverLinkDays: number };
  clock: () => Date;
}): ActionCodes {
  const { db, publicUrl, apiKey, lifetimes, clock } = ports;

  function lifetimeOf(kind: CodeKind, unhurried: boolean): number {
    if (kind === 'RECOVER_EMAIL' || kind === 'SECURE_ACCOUNT') return lifetimes.recoverLinkDays * 24 * HOUR;
    // REVERT_SECOND_FACTOR_ADDITION is shorter than the other reverting links: until it expires, access to the mailbox is
    // enough to remove the factor.
    if (kind === 'VERIFY_EMAIL' || kind === 'REVERT_SECOND_FACTOR_ADDITION' || unhurried)
      return lifetimes.verifyLinkHours * HOUR;
    return lifetimes.shortLinkMinutes * MINUTE;
  }

  async function find(from: Queryable, code: string): Promise<CodeFacts> {
    const row = await store.codeByHash(from, hashSecret(code));
    if (!row || row.usedAt !== null) throw new IdentityError('INVALID_OOB_CODE');
    const { kind, accountId, email, newEmail, factorId, validSince, factorSince } = row;
    if (row.expiresAt <= clock()) throw new IdentityError('EXPIRED_OOB_CODE');
    if (ENDED_BY_CHANGES.has(kind) && validSince !== null && row.createdAt < validSince)
      throw new IdentityError('INVALID_OOB_CODE');
    // Asked for by a session that had proved one factor only.
    if (kind === 'VERIFY_AND_CHANGE_EMAIL' && factorSince !== null && row.createdAt < factorSince)
      throw new IdentityError('INVALID_OOB_CODE');
    return { kind, accountId, email, newEmail, factorId };
  }

  return {
    async create(kind, { accountId, email, newEmail = null, factorId = null, locale, continueUrl, unhurried = false }) {
      const { secret, hash } = newSecret();
      const createdAt = clock();
      const lifetime = lifetimeOf(kind, unhurried);
      await store.insertCode(db, {
        hash,
        kind,
        accountId,
        email,
        newEmail,
        factorId,
        createdAt,
        expiresAt: new Date(createdAt.getTime() + lifetime),
      });
      // The parameters that the SDK's ActionCodeURL reads.
      const query = new URLSearchParams({
        mode: MODES[kind],
        oobCode: secret,
        apiKey,
        lang: locale,
        ...(continueUrl === undefined ? {} : { continueUrl }),
      });
      return {
        code: secret,
        email: newEmail ?? email,
        link: `${publicUrl}${paths.authAction()}?${query}`,
        minutes: lifetime / MINUTE,
      };
    },

    inspect: (code) => find(db, code),

    async take(tx: Tx, code, kind) {
      const facts = await find(tx, code);
      if (facts.kind !== kind) throw new IdentityError('INVALID_OOB_CODE');
      // Of two requests with the same code the second waits here and then finds it used.
      if (!(await store.useCode(tx, hashSecret(code), clock()))) throw new IdentityError('INVALID_OOB_CODE');
      return facts;
    },
  };
}
