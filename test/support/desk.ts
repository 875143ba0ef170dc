import type { Db } from '#src/db/database.ts';
import type { SecretKey } from '#src/db/vault.ts';
import type { Line, Order } from '#src/modules/orders/orders.ts';
import type { Ticket } from '#src/modules/tickets/tickets.ts';
import type { Account } from '#src/modules/identity/identity.ts';
import { codeOf } from '#src/shared/errors.ts';
import { DEFAULT_CURRENCY } from '#src/shared/money.ts';
import type { Acting } from '#src/shared/operator.ts';
import { createDeskCommands, openDesk } from '#src/ops/desk.ts';
import { createTransferCommands, type HashFlags } from '#src/ops/identity-transfer.ts';
import { createReconcileCommands } from '#src/ops/reconcile.ts';
import { createFactorCommands } from '#src/ops/second-factors.ts';

/** An operator on the command line, with a reason. */
export const BY_HAND = {
  actor: { kind: 'command-line', name: 'ana' },
  reason: 'asked by mail',
  dryRun: false,
} satisfies Acting;

const open = (db: Db, keys: readonly SecretKey[] = []) =>
  openDesk(db, {
    settings: {
      deadlineSeconds: 1_800,
      currencies: [DEFAULT_CURRENCY],
      publicUrl: 'http://localhost',
      projectId: 'test',
      administration: undefined,
    },
    secretKeys: async () => keys,
  });

type Stated = { by?: string; reason?: string };
const actingAs = ({ by = 'operator', reason = 'a test' }: Stated): Acting => ({
  actor: { kind: 'command-line', name: by },
  reason,
});

/** The commands on orders, money, mails and tickets, by an operator who states a reason. */
export function createDesk(db: Db) {
  const opened = open(db);
  const commands = createDeskCommands(opened);
  return {
    ...commands,
    orders: opened.books.orders,
    refund: (order: Order, line: Line | null = null, stated: Stated & { amountCents?: number | null } = {}) =>
      commands.refund(order, { ...actingAs(stated), line, amountCents: stated.amountCents ?? null }),
    /** False when none is held. */
    release: (order: Order) =>
      commands.release(order, BY_HAND).then(
        () => true,
        (error: unknown) => {
          if (codeOf(error) !== 'wrong-state') throw error;
          return false;
        },
      ),
    retry: (order: Order) => commands.retry(order, BY_HAND),
    closeRefund: (id: string, { note, reference, by }: { note: string; reference: string | null; by: string }) =>
      commands.closeRefund(id, { ...actingAs({ by, reason: note }), reference }),
    assignRefund: (id: string, lines: string, stated: Stated) => commands.assignRefund(id, lines, actingAs(stated)),
    retryMails: (which: { refused: boolean }) => commands.retryMails({ ...BY_HAND, ...which }),
    answerTicket: (ticket: Ticket, text: string) => commands.answerTicket(ticket, text, BY_HAND),
    closeTicket: (ticket: Ticket) => commands.closeTicket(ticket, BY_HAND),
  };
}

/** The reconciliation commands, by an operator who states a reason. */
export function createReconcileDesk(db: Db) {
  const commands = createReconcileCommands(db, open(db).desk);
  return {
    ...commands,
    reconcile: (progress: (line: string) => void) => commands.reconcile(progress, BY_HAND),
    close: (id: string, reason: string) => commands.close(id, actingAs({ reason })),
  };
}

/** The second factor commands, by a named operator. */
export function createFactorDesk(db: Db) {
  const { desk } = open(db);
  const commands = createFactorCommands(desk);
  return {
    accountOf: (email: string) => desk.accounts.byEmail(email),
    show: commands.show,
    remove: (account: Account, by: string) => commands.remove(account, actingAs({ by })),
  };
}

/** The commands that move all accounts, by a named operator. */
export function createTransferDesk(db: Db, keys: readonly SecretKey[]) {
  const commands = createTransferCommands(
    open(db, keys).desk,
    () => undefined,
    (work) => work(db),
  );
  return {
    import: (file: string, flags: HashFlags, by: string) => commands.import(file, flags, actingAs({ by })),
    export: (file: string, by: string) => commands.export(file, actingAs({ by })),
  };
}
