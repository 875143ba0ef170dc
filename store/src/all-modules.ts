import type { Logger } from 'pino';
import { createDrawPicture } from './adapters/pictures.ts';
import { createIssuerKeys } from './adapters/issuer-keys.ts';
import type { Config } from './config/config.ts';
import { createContent, loadArticles } from './content/content.ts';
import { factsOf } from './content/merchant-facts.ts';
import type { Database } from './db/database.ts';
import { createLimits } from './db/limits.ts';
import { createNotices } from './db/notices.ts';
import { createVault, type SecretKey } from './db/vault.ts';
import { createCaptcha } from './modules/captcha/captcha.ts';
import { createCatalogue } from './modules/catalogue/catalogue.ts';
import { knownNetworks } from './modules/catalogue/known-networks.ts';
import { createDestinationSearch } from './modules/catalogue/search.ts';
import { createDevices } from './modules/devices/devices.ts';
import { loadOwnDevices } from './modules/devices/own-devices.ts';
import { createEsims } from './modules/esims/esims.ts';
import { createFulfilment } from './modules/fulfilment/fulfilment.ts';
import { createHostedTokens, createIdentity, isNews, mirrorAccount } from './modules/identity/identity.ts';
import { loadCommonPasswords } from './modules/identity/password-policy.ts';
import { createKnownHashes } from './modules/identity/known-hashes.ts';
import { createPasswords } from './modules/identity/passwords.ts';
import { createTransfer } from './modules/identity/transfer.ts';
import { createProviders } from './modules/identity/providers.ts';
import { findLostTimeAt } from './modules/installation/installation.ts';
import { loadSealedKey } from './modules/installation/sealed-key.ts';
import { createTokenStore } from './modules/installation/vendor-tokens.ts';
import { createNotifications } from './modules/notifications/notifications.ts';
import { createOrders } from './modules/orders/orders.ts';
import { createPasskeys } from './modules/passkeys/passkeys.ts';
import { createPasswordPolicies } from './modules/password-policy/password-policy.ts';
import { createPayments } from './modules/payments/payments.ts';
import { createPhone } from './modules/phone/phone.ts';
import { createReconciliation } from './modules/reconciliation/reconciliation.ts';
import { createSecondFactors } from './modules/second-factors/second-factors.ts';
import { createServiceAccounts } from './modules/service-accounts/service-accounts.ts';
import { createTickets } from './modules/tickets/tickets.ts';
import { createPlanner } from './modules/trip/planner.ts';
import { createTrips } from './modules/trip/trips.ts';
import { createHelpSearch } from './search/help-search.ts';
import { lazy } from './shared/lazy.ts';
import { LOCALES } from './shared/locale.ts';
import type { Telemetry } from './shared/telemetry.ts';
import { openClock, readTime } from './db/clock.ts';
import { createVendors, type MakeVendors } from './vendors.ts';

/** Creates the modules, with the vendors' adapters in their ports. */
export async function createModules({
  config,
  database: { db, pool },
  databaseUrl,
  keys,
  log,
  telemetry,
  makeVendors = createVendors,
}: {
  config: Config;
  database: Database;
  databaseUrl: string;
  keys: readonly SecretKey[];
  log: Logger;
  telemetry: Telemetry;
  makeVendors?: MakeVendors | undefined;
}) {
  const report = (error: unknown) => log.warn({ err: error }, 'database connection');

  const clock = await openClock({
    readTime: () => readTime(db),
    holdSeconds: config.fulfilment.timeoutWindowSeconds + config.fulfilment.callTimeoutSeconds,
  });
  /** For sign-ins: processes whose clocks differ accept the tokens and codes of each other. */
  const now = () => clock.now();
  const vault = createVault(keys);
  const notices = createNotices({ pool, url: databaseUrl, onError: report });
  const limits = createLimits({ db, limits: config.limits, onRefused: telemetry.limitRefused });

  const { wholesalers, transport, paymentProviders, sms, recaptcha, ...vendors } = makeVendors(config, telemetry, {
    clock,
    tokensOf: (vendor, account) => createTokenStore({ db, vault, vendor, account }),
  });

  const content = createContent({ articles: loadArticles(), facts: factsOf(config) });
  const helpIndex = lazy(() => createHelpSearch(LOCALES.flatMap((locale) => content.written('help', locale))));
  const helpSearch: ReturnType<typeof helpIndex> = {
    ask: (...question) => helpIndex().ask(...question),
    find: (...question) => helpIndex().find(...question),
  };
  const catalogue = createCatalogue({
    db,
    wholesalers,
    currency: config.currencies[0],
    knownNetworks,
    log,
    now: () => clock.now().getTime(),
  });
  const search = createDestinationSearch({ catalogue });
  const trips = createTrips({
    catalogue,
    planner: createPlanner({ log }),
    onPlanned: ({ where, cells, ...planned }) =>
      telemetry.tripPlanned({ where, cells, outcome: 'refused' in planned ? planned.refused : 'planned' }),
  });
  const devices = createDevices({ db, wholesalers, own: loadOwnDevices(), log });
  const known = createKnownHashes({ vault });
  const passwords = createPasswords({ concurrency: config.identity.hashConcurrency, known });
  const transfer = createTransfer({ db, known });
  const drawPicture = createDrawPicture();
  const policies = createPasswordPolicies({ db, minLength: config.identity.minPasswordLength });
  const serviceAccounts = createServiceAccounts({
    db,
    audit: (tx, kind, detail) => identity.securityEvent(tx, null, kind, detail),
    projectId: config.identity.projectId,
    tokenUris: config.administration ? [config.administration.tokenUri] : [],
    clock: now,
  });
  const identity = createIdentity({
    db,
    vault,
    passwords,
    commonPasswords: loadCommonPasswords(),
    policies,
    drawPicture,
    serviceAccountKey: serviceAccounts.publicKeyOf,
    config,
    clock: now,
  });
  const hosted = config.identity.hosted && {
    ...createHostedTokens({
      keys: createIssuerKeys({ url: config.identity.hosted.keysUrl }),
      projectId: config.identity.projectId,
      clock: now,
    }),
    isNews,
    mirror: mirrorAccount,
  };
  const captcha = createCaptcha({
    db,
    key: await loadSealedKey({ db, vault, purpose: 'captcha' }),
    config: config.captcha,
    assessments: recaptcha,
    log,
    clock: now,
  });
  const secondFactors = createSecondFactors({
    db,
    vault,
    recoveryKey: await loadSealedKey({ db, vault, purpose: 'recovery-codes' }),
    clock: now,
  });
  const passkeys = createPasskeys({ db, publicUrl: config.publicUrl, clock: now });
  const phone = createPhone({
    db,
    sms,
    limits,
    captcha,
    codeKey: await loadSealedKey({ db, vault, purpose: 'phone-code' }),
    host: new URL(config.publicUrl).hostname,
    settings: { ...config.sms, resendSeconds: config.limits.textPauseSeconds },
    log,
    clock: now,
  });
  const orders = createOrders({
    db,
    access: { ...config.orderAccess, key: await loadSealedKey({ db, vault, purpose: 'order-access' }) },
    clock,
  });
  const payments = createPayments({ db, providers: paymentProviders, ...config.checkout, clock });
  const fulfilment = createFulfilment({
    db,
    wholesalers,
    windows: config.fulfilment,
    clock,
    lostTimeAt: findLostTimeAt,
  });
  const esims = createEsims({
    db,
    vault,
    iccidKey: await loadSealedKey({ db, vault, purpose: 'esim-iccid' }),
    usageMaxAgeMinutes: config.fulfilment.usageMaxAgeMinutes,
    clock,
  });
  const notifications = createNotifications({ db, transport, firstRetrySeconds: config.mail.firstRetrySeconds, clock });
  const tickets = createTickets({ db });
  const reconciliation = createReconciliation({ db });
  const providers = createProviders({
    db,
    vault,
    publicUrl: config.publicUrl,
    clients: vendors.providers,
    clock: now,
  });

  return {
    clock,
    vault,
    notices,
    limits,
    content,
    helpSearch,
    catalogue,
    search,
    trips,
    devices,
    transfer,
    drawPicture,
    serviceAccounts,
    identity,
    hosted,
    captcha,
    secondFactors,
    passkeys,
    phone,
    orders,
    payments,
    fulfilment,
    esims,
    notifications,
    tickets,
    reconciliation,
    providers,
    paymentProviders,
    wholesalers,
  };
}
