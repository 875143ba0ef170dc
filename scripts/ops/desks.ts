import type { Db } from '#src/db/database.ts';
import { recordLostTime } from '#src/flows/delivering/lost-time.ts';
import { endQuiet } from '#src/modules/installation/quiet.ts';
import type { Line, Order } from '#src/modules/orders/orders.ts';
import { createCatalogueCommands } from './catalogue.ts';
import { createDeskCommands, openDesk } from './desk.ts';
import { createIdentityCommands } from './identity.ts';
import { createTransferDesk } from './identity-transfer.ts';
import { OPS } from './ops-command.ts';
import { OpsError } from './ops-error.ts';
import { createReconcileCommands } from './reconcile.ts';
import { createFactorDesk } from './second-factors.ts';
import { createServiceAccountDesk } from './service-accounts.ts';
import type { Site } from './site.ts';
import { createTravellerDesk } from './travellers.ts';

export type Desks = ReturnType<typeof createDesks>;

/** The dependencies of the commands. */
export function createDesks(db: Db, site: Site) {
  const { settings, secretKeys, progress } = site;
  const opened = openDesk(db, settings);
  return {
    desk: createDeskCommands(opened),
    travellers: createTravellerDesk(db, site, opened),
    books: createReconcileCommands(db, opened.desk),
    catalogue: createCatalogueCommands(db, opened.desk, progress),
    identity: createIdentityCommands(db),
    serviceAccounts: createServiceAccountDesk(db, settings),
    transfer: createTransferDesk(db, { keys: secretKeys, progress }),
    factors: createFactorDesk(db),
    endQuiet: () => endQuiet(db),
    sayLostTime: async () => {
      await db.transaction(recordLostTime);
      return [
        'Noted. The running store searches for every open delivery at the wholesaler before it orders.',
        `Then run "${OPS} reconcile": it lists what was paid and delivered in the lost time.`,
      ];
    },
    progress,
  };
}

export async function orderOf({ findOrder }: Desks['desk'], id = ''): Promise<Order> {
  const shown = await findOrder(id);
  if (!shown) throw new OpsError('There is no such order.');
  return shown.order;
}

export async function accountOf({ accountOf: find }: Desks['factors'], email = '') {
  const account = await find(email);
  if (!account) throw new OpsError('There is no account with this address.');
  return account;
}

export async function ticketOf({ findTicket }: Desks['desk'], number = '') {
  const ticket = await findTicket(number);
  if (!ticket) throw new OpsError('There is no such ticket.');
  return ticket;
}

/** Null: no line was given. */
export function lineOf({ lines }: Order, number = ''): Line | null {
  const line = lines.find(({ position }) => position + 1 === Number(number));
  if (number !== '' && !line) throw new OpsError('This order has no such line.');
  return line ?? null;
}
