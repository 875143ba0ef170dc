import type { Config } from '../../config/config.ts';
import type { Wholesaler, WholesaleToken } from '../../modules/fulfilment/wholesaler.ts';
import { codeOf } from '../../shared/errors.ts';
import { minorUnits } from '../../shared/money.ts';
import { SILENT } from '../../shared/telemetry.ts';
import { wholesalersOf } from '../../vendors.ts';
import { amount } from '../format.ts';
import { type Check, failed, type Finding, ok, warning } from './check.ts';

const TIMEOUT_SECONDS = 5;
/** No order has it. */
const NO_REFERENCE = 'doctor';

/** The registry of this configuration, whose calls end within the time of a check. */
export function wholesalersOfConfig(config: Config) {
  const inTime = { ...config, fulfilment: { ...config.fulfilment, callTimeoutSeconds: TIMEOUT_SECONDS } };
  return wholesalersOf(inTime, SILENT, ownToken).all();
}

/** One check of each configured wholesaler, under its name: whether it accepts the credentials, and the prepaid balance. */
export function wholesalerChecks(config: Config): Check[] {
  return wholesalersOfConfig(config).map((wholesaler) => ({
    name: wholesaler.name,
    run: () => ask(wholesaler, config),
  }));
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
