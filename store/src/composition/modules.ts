import { createTokenStore } from '../modules/installation/vendor-tokens.ts';
import type { IdentityModule } from '../modules/identity/identity.ts';
import { createPush, SERVER_KEY, serverKeyFrom, serverKeyOf } from '../modules/push/push.ts';
import type { MakeVendors, Vendors } from '../vendors.ts';
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
  const identityModules = await createIdentityModules(foundation, vendors);
  return {
    ...foundation,
    wholesalers: vendors.wholesalers,
    paymentProviders: vendors.paymentProviders,
    copies: vendors.copies,
    ...createShopModules(foundation, vendors),
    ...identityModules,
    ...(await createOrderModules(foundation, vendors)),
    push: await createPushModule(foundation, vendors, identityModules.identity),
  };
}

/** Notices on devices: signed with the configured key, or with that of this database. */
async function createPushModule(
  { config, db, vault, clock, keyFor }: Foundation,
  { pushService }: Vendors,
  identity: Pick<IdentityModule, 'account' | 'listSessions'>,
) {
  const { privateKey } = config.push;
  const serverKey = privateKey === undefined ? serverKeyOf(await keyFor(SERVER_KEY)) : serverKeyFrom(privateKey);
  return createPush({
    db,
    vault,
    clock,
    serverKey,
    service: pushService(serverKey),
    openSessions: async (accountId) => {
      const account = await identity.account(accountId);
      return account === null || account.disabled ? [] : identity.listSessions(accountId);
    },
  });
}
