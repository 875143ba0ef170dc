import { type Db, type Queryable, transact } from '../../../db/database.ts';
import { foldEmail } from '../../../shared/email.ts';
import { uuidv7 } from '../../../shared/ids.ts';
import { UNKNOWN_TIME } from '../../../shared/unknown-time.ts';
import type { HashOptions, KnownHashes } from '../passwords/passwords.ts';
import * as transferStore from './store.ts';
import type { Account } from '../types.ts';
import { readUpload, UploadError, type UploadedAccount, type WriteHash } from './upload.ts';

/** A refused row, by its position in the batch. */
export type RefusedRow = { index: number; message: string };

/** An account for an export, with its password hash in the terms of other systems. */
export type DepartingAccount = { account: Account; password: ReturnType<KnownHashes['read']> | null };

/** The refusal of a row that was imported before: a repeated import continues after it. */
export const ALREADY_THERE = 'localId belongs to an existing account - can not overwrite.';

export type Transfer = ReturnType<typeof createTransfer>;

type Ports = { db: Db; known: KnownHashes; clock?: () => Date };

/** Imports accounts from another system and exports them, in batches. */
export function createTransfer({ db, known, clock = () => new Date() }: Ports) {
  return {
    /** The converter for the password hashes of an import. Throws HashError for unusable options. */
    hashWriter: (options: HashOptions): NonNullable<WriteHash> => known.writer(options),
    /** Validates one row of an import. Throws UploadError. */
    read: (row: unknown, writeHash: WriteHash): UploadedAccount => readUpload(row, writeHash),
    /**
     * Creates accounts from the valid rows, in one transaction and without mails. Null stands for a row that was
     * refused before. An existing account is never overwritten, because its orders depend on it.
     */
    create: (rows: readonly (UploadedAccount | null)[], by: string, from: Queryable = db) =>
      create({ db: from, clock }, rows, by),
    /** Accounts after a given identifier, in order; the empty text starts at the beginning. `on`: the primary, or a replica. */
    async page(query: { after: string; limit: number }, on: Queryable = db): Promise<DepartingAccount[]> {
      const rows = await transferStore.pageOfAccounts(on, query);
      return rows.map(({ account, passwordHash }) => ({
        account,
        password: passwordHash === null ? null : known.read(passwordHash),
      }));
    },
  };
}

async function create(
  { db, clock }: { db: Queryable; clock: () => Date },
  rows: readonly (UploadedAccount | null)[],
  by: string,
): Promise<RefusedRow[]> {
  const numbered = rows.flatMap((row, index) => (row === null ? [] : [{ index, row }]));
  // A concurrent sign-up may take an address of the batch: then the batch is checked again.
  for (let tries = 3; ; tries--) {
    const { taken, free } = await divide(db, numbered);
    try {
      const now = clock();
      await transact(db, (tx) => transferStore.insertAccounts(tx, insertsOf(free, { now, by })));
      return taken;
    } catch (error) {
      if (tries === 1 || !isTaken(error)) throw error;
    }
  }
}

/** Refuses rows with unique values that are taken, in the database or earlier in the batch. */
async function divide(db: Queryable, rows: Numbered[]): Promise<{ taken: RefusedRow[]; free: Numbered[] }> {
  const unique = rows.map(({ row }) => ({ ...row, emailKey: emailKeyOf(row) }));
  const holders = await transferStore.holdersOf(db, unique);
  const links = await transferStore.linksOf(
    db,
    rows.flatMap(({ row }) => row.providers),
  );
  const held: Held = {
    localId: new Set(holders.map(({ localId }) => localId)),
    emailKey: new Set(holders.map(({ emailKey }) => emailKey)),
    phoneNumber: new Set(holders.map(({ phoneNumber }) => phoneNumber)),
    rawId: new Set(links.map(linkKey)),
  };
  const taken: RefusedRow[] = [];
  const free = rows.filter(({ index, row }) => {
    const message = refusalOf(row, held);
    if (message !== null) taken.push({ index, message });
    else claim(row, held);
    return message === null;
  });
  return { taken, free };
}

export { UploadError, type UploadedAccount, type WriteHash };

type Numbered = { index: number; row: UploadedAccount };
type Held = Record<'localId' | 'emailKey' | 'phoneNumber' | 'rawId', Set<unknown>>;

const emailKeyOf = ({ email }: UploadedAccount) => (email === null ? null : foldEmail(email));
const linkKey = ({ provider, rawId }: { provider: string; rawId: string }) => `${provider} ${rawId}`;

function refusalOf(row: UploadedAccount, held: Held): string | null {
  const emailKey = emailKeyOf(row);
  if (held.localId.has(row.localId)) return ALREADY_THERE;
  if (emailKey !== null && held.emailKey.has(emailKey)) return 'email exists in other account in database';
  if (row.phoneNumber !== null && held.phoneNumber.has(row.phoneNumber))
    return 'phone number exists in other account in database';
  if (row.providers.some((link) => held.rawId.has(linkKey(link)))) return 'raw id exists in other account in database';
  return null;
}

function claim(row: UploadedAccount, held: Held): void {
  held.localId.add(row.localId);
  held.emailKey.add(emailKeyOf(row));
  held.phoneNumber.add(row.phoneNumber);
  for (const link of row.providers) held.rawId.add(linkKey(link));
}

function insertsOf(rows: readonly Numbered[], { now, by }: { now: Date; by: string }) {
  const made = rows.map(({ row }) => ({ id: uuidv7(), row }));
  return {
    accounts: made.map(({ id, row }) => ({
      id,
      localId: row.localId,
      email: row.email,
      emailKey: emailKeyOf(row),
      emailVerified: row.emailVerified,
      phoneNumber: row.phoneNumber,
      displayName: row.displayName,
      photoUrl: row.photoUrl,
      disabled: row.disabled,
      customAttributes: row.customAttributes,
      passwordHash: row.passwordHash,
      passwordUpdatedAt: row.passwordHash === null ? null : now,
      validSince: now,
      createdAt: row.createdAt ?? now,
      lastLoginAt: row.lastLoginAt ?? UNKNOWN_TIME,
    })),
    links: made.flatMap(({ id, row }) => row.providers.map((link) => ({ ...link, accountId: id, createdAt: now }))),
    factors: made.flatMap(({ id, row }) =>
      row.secondFactors.map(({ wireId, enrolledAt, ...factor }) => ({
        ...factor,
        id: uuidv7(),
        accountId: id,
        kind: 'phone' as const,
        givenId: wireId,
        enrolledAt: enrolledAt ?? UNKNOWN_TIME,
      })),
    ),
    events: made.map(({ id, row: { leftOut } }) => ({
      id: uuidv7(),
      accountId: id,
      kind: 'imported',
      detail: { by, ...(leftOut.length > 0 && { leftOut: leftOut.join('; ') }) },
      at: now,
    })),
  };
}

/** True when a unique value was taken between the check and the insert. */
function isTaken(error: unknown): boolean {
  const { cause = error } = error as { cause?: unknown };
  return (cause as { code?: unknown }).code === '23505';
}
