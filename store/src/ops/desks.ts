import type { Config } from '../config/config.ts';
import type { Db } from '../db/database.ts';
import type { Line, Order } from '../modules/orders/orders.ts';
import { createCatalogueCommands } from './catalogue.ts';
import { createCopyCommands } from './copies.ts';
import { createDatabaseCommands } from './database.ts';
import { createDeskCommands, openDesk } from './desk.ts';
import { createIdentityCommands } from './identity.ts';
import { createTaxCommands } from './tax.ts';
import { createTransferCommands } from './identity-transfer.ts';
import { OpsError } from './ops-error.ts';
import { createReconcileCommands } from './reconcile.ts';
import { createReport } from './report.ts';
import { createFactorCommands } from './second-factors.ts';
import { createServiceAccountCommands } from './service-accounts.ts';
import type { Site } from './site.ts';
import { createTravellerCommands } from './travellers.ts';
import { createWholesalerCommands } from './wholesalers.ts';
import { readConfig } from './doctor/config.ts';
import { wholesalersOfConfig } from './doctor/wholesalers.ts';

export type Desks = ReturnType<typeof createDesks>;

/** The commands, on one desk. */
export function createDesks(db: Db, site: Site) {
  const { settings, progress } = site;
  const { desk } = openDesk(db, site);
  const report = createReport(db, site);
  return {
    desk: createDeskCommands({ desk }),
    travellers: createTravellerCommands(desk),
    books: createReconcileCommands(db, desk),
    wholesalers: createWholesalerCommands(desk, () => namesOfConfig(site)),
    catalogue: createCatalogueCommands(db, desk, progress),
    identity: createIdentityCommands(desk),
    serviceAccounts: createServiceAccountCommands(desk, settings),
    transfer: createTransferCommands(desk, progress, report),
    factors: createFactorCommands(desk),
    tax: createTaxCommands(desk, async () => (await configOf(site)).merchant, report),
    database: createDatabaseCommands(desk),
    copies: createCopyCommands(desk, () => configOf(site)),
    progress,
  };
}

/** The configuration with which the store would start. Throws an `OpsError` when it has faults. */
async function configOf(site: Site): Promise<Config> {
  const { config, finding } = await readConfig(site);
  if (!config) throw new OpsError(`The configuration has faults: ${finding.says}`);
  return config;
}

const namesOfConfig = async (site: Site): Promise<string[]> =>
  wholesalersOfConfig(await configOf(site)).map(({ name }) => name);

export async function orderOf({ findOrder }: Desks['desk'], id = ''): Promise<Order> {
  const shown = await findOrder(id);
  if (!shown) throw new OpsError('There is no such order.');
  return shown.order;
}

export async function accountOf({ accountOf: find }: Desks['travellers'], email = '') {
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
