import type { Db, Queryable, Tx } from '../../../db/database.ts';
import { hashSecret, newSecret } from '../../../db/vault.ts';
import type { Locale } from '../../../shared/locale.ts';
import { paths } from '../../../shared/paths.ts';
import { keptMs } from '../../../shared/retention.ts';
import { IdentityError } from '../error.ts';
import type { CodeFacts, CodeKind, CodeSubject, MailedCode } from '../types.ts';
import * as store from './store.ts';

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

type Ports = {
  db: Db;
  publicUrl: string;
  settings: { apiKey: string; verifyLinkHours: number; shortLinkMinutes: number; recoverLinkDays: number };
  clock: () => Date;
};
type Request = CodeSubject & { locale: Locale; continueUrl?: string; unhurried?: boolean };

/** Single-use codes of mailed links: 256 random bits, stored as a hash, bound to the address they were mailed to. */
export function createCodes(ports: Ports) {
  return {
    /**
     * Creates a single-use code and its link; the caller has validated `continueUrl`. `unhurried`: a longer life, for a
     * mail that may be read late.
     */
    createCode: (kind: CodeKind, request: Request) => createCode(ports, kind, request),
    /** The facts of a code, without using it. Throws IdentityError INVALID_OOB_CODE or EXPIRED_OOB_CODE. */
    inspectCode: (code: string) => findCode(ports, ports.db, code),
    /** Redeems a code of this kind. Throws IdentityError INVALID_OOB_CODE or EXPIRED_OOB_CODE. */
    async takeCode(tx: Tx, code: string, kind: CodeKind): Promise<CodeFacts> {
      const facts = await findCode(ports, tx, code);
      if (facts.kind !== kind) throw new IdentityError('INVALID_OOB_CODE');
      // Of two requests with the same code the second waits here and then finds it used.
      if (!(await store.useCode(tx, hashSecret(code), ports.clock()))) throw new IdentityError('INVALID_OOB_CODE');
      return facts;
    },
    /** Deletes old codes. */
    cleanUpCodes: () => store.deleteCodes(ports.db, new Date(ports.clock().getTime() - keptMs('sessions'))),
  };
}

async function createCode(ports: Ports, kind: CodeKind, request: Request): Promise<MailedCode> {
  const { db, publicUrl, settings, clock } = ports;
  const { accountId, email, newEmail = null, factorId = null, locale, continueUrl, unhurried = false } = request;
  const { secret, hash } = newSecret();
  const createdAt = clock();
  const lifetime = lifetimeOf(settings, kind, unhurried);
  const expiresAt = new Date(createdAt.getTime() + lifetime);
  await store.insertCode(db, { hash, kind, accountId, email, newEmail, factorId, createdAt, expiresAt });
  // The parameters that the SDK's ActionCodeURL reads.
  const query = new URLSearchParams({
    mode: MODES[kind],
    oobCode: secret,
    apiKey: settings.apiKey,
    lang: locale,
    ...(continueUrl === undefined ? {} : { continueUrl }),
  });
  return {
    code: secret,
    email: newEmail ?? email,
    link: `${publicUrl}${paths.authAction()}?${query}`,
    minutes: lifetime / MINUTE,
  };
}

function lifetimeOf(settings: Ports['settings'], kind: CodeKind, unhurried: boolean): number {
  if (kind === 'RECOVER_EMAIL' || kind === 'SECURE_ACCOUNT') return settings.recoverLinkDays * 24 * HOUR;
  // REVERT_SECOND_FACTOR_ADDITION is shorter than the other reverting links: until it expires, access to the mailbox is
  // enough to remove the factor.
  if (kind === 'VERIFY_EMAIL' || kind === 'REVERT_SECOND_FACTOR_ADDITION' || unhurried)
    return settings.verifyLinkHours * HOUR;
  return settings.shortLinkMinutes * MINUTE;
}

async function findCode({ clock }: Pick<Ports, 'clock'>, from: Queryable, code: string): Promise<CodeFacts> {
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
