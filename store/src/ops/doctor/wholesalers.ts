import type { Config } from '../../config/config.ts';
import type { Wholesaler, WholesaleToken } from '../../modules/fulfilment/wholesaler.ts';
import { codeOf } from '../../shared/errors.ts';
import { minorUnits } from '../../shared/money.ts';
import { SILENT } from '../../shared/telemetry.ts';
import { wholesalersOf } from '../../vendors.ts';
import { onConnection } from '../backup/tables.ts';
import { amount, time } from '../format.ts';
import type { Site } from '../site.ts';
import { type Check, failed, type Finding, ok, warning } from './check.ts';

const TIMEOUT_SECONDS = 5;
/** No order has it. */
const NO_REFERENCE = 'doctor';

/** The registry of this configuration, whose calls end within the time of a check. */
export function wholesalersOfConfig(config: Config) {
  const inTime = { ...config, fulfilment: { ...config.fulfilment, callTimeoutSeconds: TIMEOUT_SECONDS } };
  return wholesalersOf(inTime, SILENT, { tokensOf: ownToken, clock: { now: () => new Date() } }).all();
}

/**
 * One check of each configured wholesaler, under its name: whether it accepts the credentials, the prepaid balance, and
 * whether the store skips it.
 */
export function wholesalerChecks(config: Config): Check[] {
  return wholesalersOfConfig(config).map((wholesaler) => ({
    name: wholesaler.name,
    run: async ({ site }) => {
      const [found, skips] = await Promise.all([ask(wholesaler, config), skippedSince(site, wholesaler.name)]);
      return skips === null ? found : withBreaker(found, skips);
    },
  }));
}

type Skips = { since: Date | null; fault: string | null };

/** Since when new orders skip it; null: they do not, or no database can be asked. */
async function skippedSince(site: Site, wholesaler: string): Promise<Skips | null> {
  try {
    return await onConnection(await site.databaseUrl(), async (client) => {
      const { rows } = await client.query<Skips>(
        `select opened_at as since, last_fault as fault from circuit_breakers where wholesaler = $1 and state <> 'closed'`,
        [wholesaler],
      );
      return rows[0] ?? null;
    });
  } catch {
    // The checks of the database say why, also when its tables are older than this version.
    return null;
  }
}

function withBreaker(found: Finding, { since, fault }: Skips): Finding {
  const says = `${found.says}\nnew orders skip it since ${time(since)}, after failures (last: ${fault ?? 'unknown'})`;
  if (found.state !== 'ok') return { ...found, says };
  return warning(says, 'wait: the store tries it again by itself, and orders return to it when a delivery succeeds');
}

async function ask(wholesaler: Wholesaler, { fulfilment, reconciliation }: Config): Promise<Finding> {
  const { maxDayOrders } = fulfilment;
  const rehearsal =
    maxDayOrders === undefined
      ? ''
      : `; the configuration says that its orders are not real, at most ${maxDayOrders} a day are made`;
  try {
    if (!wholesaler.capabilities.reportsBalance) {
      await wholesaler.findByReference(NO_REFERENCE, { since: new Date(), vendorOrderId: null });
      return ok(`answers${rehearsal}`);
    }
    const { cents, currency } = await wholesaler.balance();
    const says = `answers, balance ${amount(cents, currency)}${rehearsal}`;
    if (cents >= minorUnits(reconciliation.lowBalance, currency)) return ok(says);
    return warning(
      says,
      'top up the balance: orders are refunded when it is used up (WHOLESALE_LOW_BALANCE is the warning level)',
    );
  } catch (error) {
    const code = codeOf(error) ?? 'no answer';
    const advice = ['unauthorized', 'forbidden'].includes(code)
      ? 'set the credentials that the wholesaler shows (docs/configuration.md, "Wholesale")'
      : 'look at the wholesaler’s status page and at the network';
    return failed(`returned an error: ${code}`, advice);
  }
}

/** For one run: the store's own token is not used. */
function ownToken() {
  let token: WholesaleToken | null = null;
  return {
    read: async () => token,
    renew: async (fetchNew: () => Promise<WholesaleToken>) => (token = await fetchNew()),
    forget: async () => void (token = null),
  };
}
