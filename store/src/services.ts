import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createReachability } from './adapters/reachability.ts';
import { createAccountFlows } from './composition/account-flows.ts';
import { createBuyingFlows } from './composition/buying-flows.ts';
import { createDeliveringFlows } from './composition/delivering-flows.ts';
import { createFoundation } from './composition/foundation.ts';
import { createOperatorDesk } from './composition/desk.ts';
import { createNoticingFlows } from './composition/noticing-flows.ts';
import { createModules, type Modules } from './composition/modules.ts';
import { createRights } from './composition/rights-flows.ts';
import { createSupportFlows } from './composition/support-flows.ts';
import { createToppingUpFlows } from './composition/topping-up-flows.ts';
import { createWithdrawingFlows } from './composition/withdrawing-flows.ts';
import type { Config } from './config/config.ts';
import type { Database } from './db/database.ts';
import { isDiskFull } from './db/disk.ts';
import type { Standing } from './db/pool-watch.ts';
import type { SecretKey } from './db/vault.ts';
import { NEVER_QUIET, type Quiet } from './modules/installation/quiet.ts';
import { modeFacts } from './shared/mode.ts';
import { SILENT, type Telemetry } from './shared/telemetry.ts';
import { silenced } from './telemetry/vendor-calls.ts';
import { createVendors, type MakeVendors } from './vendors.ts';

/** Of the warning about skipped wholesalers. */
const SKIPPED = { withinMs: 1_000, maxAgeMs: 5_000 };

export type Services = Awaited<ReturnType<typeof createServices>>;

/**
 * The composition root: adapters (vendors.ts) into modules, modules into flows (composition/). Only these files
 * construct them.
 */
export async function createServices(given: {
  config: Config;
  database: Database;
  databaseUrl: string;
  keys: readonly SecretKey[];
  /** The standing of the database, within seconds. Default: ready. */
  databaseStanding?: () => Promise<Standing>;
  log: Logger;
  telemetry?: Telemetry | undefined;
  /** Default: never quiet. */
  quiet?: Quiet;
  /** Default: the adapters of the configured vendors. */
  makeVendors?: MakeVendors | undefined;
}) {
  const { database, quiet = NEVER_QUIET, makeVendors = createVendors } = given;
  const foundation = await createFoundation({
    ...given,
    quiet,
    telemetry: silenced(given.telemetry ?? SILENT, quiet),
  });
  const modules = await createModules(foundation, makeVendors);
  const buying = createBuyingFlows(modules);
  const noticing = createNoticingFlows(modules);
  const toppingUp = createToppingUpFlows(modules, buying);
  const rights = createRights(modules, buying);
  return {
    ...modules,
    ...buying,
    ...noticing,
    ...toppingUp,
    ...createDeliveringFlows(modules, { ...noticing, ...toppingUp }),
    ...createAccountFlows(modules),
    ...createSupportFlows(modules, buying),
    ...rights,
    ...createWithdrawingFlows(modules, { ...buying, ...rights.rightsFlows }),
    desk: createOperatorDesk(modules),
    databaseStanding: given.databaseStanding ?? (async () => 'ready' as const),
    isDiskFull: () => hasFullDisk(modules, database),
    unreachableVendors: unreachableVendors(modules),
    skippedWholesalers: skippedWholesalers(modules),
    close: () => Promise.all([modules.notices.close(), modules.reporting.close()]),
  };
}

/**
 * A sandbox's database is in its data directory, so that disk is checked; a remote server reports it through failed
 * writes.
 */
const hasFullDisk = async ({ config }: Modules, database: Database) =>
  database.hasFullDisk() || (modeFacts(config.mode).isLocal && (await isDiskFull(config.dataDir)));

const unreachableVendors = ({ config, paymentProviders, wholesalers }: Modules) =>
  createReachability({
    ...Object.fromEntries(paymentProviders.all().map(({ name, address }) => [name, address])),
    ...Object.fromEntries(wholesalers.all().map(({ name, address }) => [name, address])),
    mail: config.mail.smtpUrl,
  });

/**
 * The wholesalers whose circuit breaker is open, read at most every few seconds. A database that is slow delays no
 * answer: then nobody is named.
 */
function skippedWholesalers({ fulfilment }: Pick<Modules, 'fulfilment'>) {
  const read = () =>
    Promise.race([
      fulfilment.skippedWholesalers().catch(() => []),
      pause(SKIPPED.withinMs, [] as string[], { ref: false }),
    ]);
  let last: { answer: Promise<string[]>; at: number } | undefined;
  return () => {
    if (!last || performance.now() - last.at > SKIPPED.maxAgeMs) last = { answer: read(), at: performance.now() };
    return last.answer;
  };
}
