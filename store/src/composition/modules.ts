import { createTokenStore } from '../modules/installation/vendor-tokens.ts';
import type { MakeVendors } from '../vendors.ts';
import type { Foundation } from './foundation.ts';
import { createIdentityModules } from './identity-modules.ts';
import { createOrderModules } from './order-modules.ts';
import { createShopModules } from './shop-modules.ts';

export type Modules = Awaited<ReturnType<typeof createModules>>;

/** Every module, with the vendors' adapters in its ports. Flows take what they name of it. */
export async function createModules(foundation: Foundation, makeVendors: MakeVendors) {
  const { config, db, vault, clock, telemetry } = foundation;
  const vendors = makeVendors(config, telemetry, {
    clock,
    tokensOf: (vendor, account) => createTokenStore({ db, vault, vendor, account }),
  });
  return {
    ...foundation,
    wholesalers: vendors.wholesalers,
    paymentProviders: vendors.paymentProviders,
    ...createShopModules(foundation, vendors),
    ...(await createIdentityModules(foundation, vendors)),
    ...(await createOrderModules(foundation, vendors)),
  };
}
