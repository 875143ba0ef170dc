import type { AccountBook } from '../../modules/identity/identity.ts';
import type { RefusedRow, Transfer, UploadedAccount } from '../../modules/identity/transfer/transfer.ts';
import type { Acting } from '../../shared/operator.ts';
import type { Act } from './act.ts';

export type TransferPorts = {
  identity: Pick<AccountBook, 'administration' | 'securityEvent'>;
  /** Reads and writes password hashes: needs a key. */
  openTransfer: () => Promise<Transfer>;
};

/** Moves all accounts to or from another system. */
export const createTransferActions = ({ act, identity, openTransfer }: TransferPorts & { act: Act }) => ({
  /** Reads rows and pages; `hashWriter` and `read` convert what other systems export. */
  open: openTransfer,

  /**
   * Creates accounts from the valid rows of one part of a file, in one transaction with its row of the log. Existing
   * accounts are not changed.
   */
  import: (rows: readonly (UploadedAccount | null)[], acting: Acting): Promise<RefusedRow[]> =>
    act('accounts.import', acting, { kind: 'accounts', id: null }, async (tx) => {
      const result = await (await openTransfer()).create(rows, acting.actor.name, tx);
      const made = rows.filter((row) => row !== null).length - result.length;
      return { result, changed: made === 0 ? null : { before: {}, after: { made, refused: rows.length - made } } };
    }),

  /** Records that all accounts leave with their password hashes, before the first one is read. */
  recordExport: (acting: Acting): Promise<void> =>
    act('accounts.export', acting, { kind: 'accounts', id: null }, async (tx) => {
      const accounts = await identity.administration.count();
      await identity.securityEvent(tx, null, 'exported', { by: acting.actor.name, accounts });
      return { result: undefined, changed: { before: {}, after: { accounts } } };
    }),
});
