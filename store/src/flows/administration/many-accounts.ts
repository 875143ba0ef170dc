import { isIdentityError } from '../../modules/identity/error.ts';
import { type HashOptions, HashError } from '../../modules/identity/passwords/passwords.ts';
import type { IdentityModule } from '../../modules/identity/identity.ts';
import {
  type RefusedRow,
  type Transfer,
  UploadError,
  type UploadedAccount,
  type WriteHash,
} from '../../modules/identity/transfer/transfer.ts';

/** The rows of an import as received; `hashes` says how their passwords were hashed. */
export type Upload = {
  rows: readonly Record<string, unknown>[];
  hashes: { hashAlgorithm?: unknown };
  by: string;
};

type Ports = { identity: Pick<IdentityModule, 'administration' | 'preparePassword'>; transfer: Transfer };

/** What became of an import. `leftOut`: accounts that were created without a part of their row. */
type Imported = { refused: RefusedRow[]; leftOut: (RefusedRow & { localId: string })[] };

/**
 * Creates accounts from the valid rows and returns the others with their errors. `unusable`: the hash options are
 * wrong, so no row was read.
 */
export function createImportAccounts({ identity, transfer }: Ports) {
  /** Returns the account, or the reason for a refusal as text. */
  async function read(
    { rawPassword, ...row }: Record<string, unknown>,
    writeHash: WriteHash,
  ): Promise<UploadedAccount | string> {
    try {
      const account = transfer.read(row, writeHash);
      if (account.passwordHash !== null || typeof rawPassword !== 'string') return account;
      return { ...account, passwordHash: await identity.preparePassword(rawPassword, account.email) };
    } catch (error) {
      if (error instanceof UploadError) return error.message;
      if (isIdentityError(error)) return error.code;
      throw error;
    }
  }

  return async ({ rows, hashes, by }: Upload): Promise<Imported | { unusable: string }> => {
    let writeHash: WriteHash;
    try {
      writeHash = typeof hashes.hashAlgorithm === 'string' ? transfer.hashWriter(hashes as HashOptions) : null;
    } catch (error) {
      if (error instanceof HashError) return { unusable: error.message };
      throw error;
    }
    const accounts: (UploadedAccount | string)[] = [];
    // One row at a time: hashing a plain-text password takes a slot of the pool that sign-ins use.
    for (const row of rows) accounts.push(await read(row, writeHash));
    const refused = accounts.flatMap((each, index) => (typeof each === 'string' ? [{ index, message: each }] : []));
    refused.push(
      ...(await transfer.create(
        accounts.map((each) => (typeof each === 'string' ? null : each)),
        by,
      )),
    );
    const isRefused = new Set(refused.map(({ index }) => index));
    const leftOut = accounts.flatMap((each, index) =>
      typeof each === 'string' || isRefused.has(index)
        ? []
        : each.leftOut.map((message) => ({ index, localId: each.localId, message })),
    );
    return { refused: refused.sort((one, other) => one.index - other.index), leftOut };
  };
}

/**
 * Deletes accounts that are disabled, or any account with `force`. Returns those that were refused. An account that no
 * longer exists is not an error.
 */
export function createDeleteAccounts({
  identity,
  deleteAccount,
}: Pick<Ports, 'identity'> & { deleteAccount: (one: { localId: string; by: string }) => Promise<void> }) {
  return async (request: { localIds: readonly string[]; force: boolean; by: string }): Promise<string[]> => {
    const { localIds, force, by } = request;
    const accounts = await identity.administration.find({ localIds });
    const kept = accounts.filter(({ disabled }) => !force && !disabled).map(({ localId }) => localId);
    for (const { localId } of accounts) {
      if (kept.includes(localId)) continue;
      await deleteAccount({ localId, by }).catch((error: unknown) => {
        // A concurrent request has deleted it.
        if (!isIdentityError(error) || error.code !== 'USER_NOT_FOUND') throw error;
      });
    }
    return kept;
  };
}
