import type { Logger } from 'pino';
import { createReachability } from './adapters/reachability.ts';
import { createBlockingHook } from './adapters/blocking-hook.ts';
import { createMailReader } from './adapters/mail-reader.ts';
import { createDrawPicture } from './adapters/pictures.ts';
import { createIssuerKeys } from './adapters/issuer-keys.ts';
import type { Config } from './config/config.ts';
import { createContent, loadArticles } from './content/content.ts';
import { factsOf } from './content/merchant-facts.ts';
import type { Database } from './db/database.ts';
import { isDiskFull } from './db/disk.ts';
import { createLimits } from './db/limits.ts';
import { createNotices } from './db/notices.ts';
import { createVault, type SecretKey } from './db/vault.ts';
import { createAdministrationFlows } from './flows/administration/administration-flows.ts';
import { createAddTicketMessage } from './flows/support/add-ticket-message.ts';
import { createCheckout } from './flows/buying/checkout.ts';
import { createClaimOrder } from './flows/buying/claim-order.ts';
import { createFetchPhoto, createQueuePhoto } from './flows/account/fetch-photo.ts';
import { createFulfilLine } from './flows/delivering/fulfil-line.ts';
import { createForgetLater } from './flows/account/delete-account.ts';
import { createIdentityFlows } from './flows/signing-in/identity-flows.ts';
import { createLinkProvider } from './flows/account/link-provider.ts';
import { createListStray } from './flows/delivering/list-stray.ts';
import { createLookAgain } from './flows/delivering/look-again.ts';
import { createOpenTicket } from './flows/support/open-ticket.ts';
import { createOpenPayment } from './flows/buying/open-payment.ts';
import { createPopularDestinations } from './flows/showing/popular-destinations.ts';
import { createReceiveMail } from './flows/support/receive-mail.ts';
import { createHandlePaymentEvent, createReceivePaymentEvent } from './flows/buying/payment-events.ts';
import { createReconcile } from './flows/reconciling/reconcile.ts';
import { createRepairDifference } from './flows/reconciling/repair-difference.ts';
import { createRefreshEsim } from './flows/delivering/refresh-esim.ts';
import { createRefunds } from './flows/buying/refund.ts';
import { createRequestOrderLink } from './flows/buying/request-order-link.ts';
import { createResendEsim } from './flows/delivering/resend-esim.ts';
import { createSendMail } from './flows/mail/send-mail.ts';
import { createSettlePayment } from './flows/buying/settle-payment.ts';
import { createSignInWithProvider } from './flows/signing-in/sign-in-with-provider.ts';
import { createSweeps } from './flows/reconciling/sweep.ts';
import { createPaymentSync } from './flows/buying/sync-payment.ts';
import { createVerifyHostedToken } from './flows/signing-in/verify-hosted-token.ts';
import { createOrderPages } from './flows/showing/order-pages.ts';
import { createLegalPages } from './content/legal/legal-pages.ts';
import { describePlan } from './i18n/describe.ts';
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
import { createFetchPicture } from './modules/identity/provider-photo.ts';
import { createProviders } from './modules/identity/providers.ts';
import { findRestoredAt } from './modules/installation/installation.ts';
import { loadSealedKey } from './modules/installation/sealed-key.ts';
import { createTokenStore } from './modules/installation/vendor-tokens.ts';
import { createNotifications } from './modules/notifications/notifications.ts';
import { createOrders } from './modules/orders/orders.ts';
import { createPasskeys } from './modules/passkeys/passkeys.ts';
import { createPolicyDesk } from './modules/password-policy/desk.ts';
import { createPasswordPolicies } from './modules/password-policy/password-policy.ts';
import { createPayments } from './modules/payments/payments.ts';
import { createPhone } from './modules/phone/phone.ts';
import { createReconciliation } from './modules/reconciliation/reconciliation.ts';
import { createSecondFactors } from './modules/second-factors/second-factors.ts';
import { createServiceAccounts } from './modules/service-accounts/service-accounts.ts';
import { createTickets } from './modules/tickets/tickets.ts';
import { createTrips } from './modules/trip/trips.ts';
import { createHelpSearch } from './shared/help-search.ts';
import { LOCALES } from './shared/locale.ts';
import { SILENT, type Telemetry } from './shared/telemetry.ts';
import { createVendors } from './vendors.ts';

export type Services = Awaited<ReturnType<typeof createServices>>;

/** The composition of the product, by hand: adapters into modules, modules into flows. The only place that constructs. */
export async function createServices(given: {
  config: Config;
  database: Database;
  databaseUrl: string;
  keys: readonly SecretKey[];
  log: Logger;
  telemetry?: Telemetry | undefined;
}) {
  const { config, database, log, telemetry = SILENT } = given;
  const { db, pool } = database;
  const report = (error: unknown) => log.warn({ err: error }, 'database connection');

  const vault = createVault(given.keys);
  const notices = createNotices({ pool, url: given.databaseUrl, onError: report });
  const limits = createLimits({ db, limits: config.limits, onRefused: telemetry.limitRefused });
  const base = { db, notices, log };

  const { wholesaler, transport, gateway, ledger, sms, recaptcha, ...vendors } = createVendors(config, telemetry, {
    airaloTokens: createTokenStore({ db, vault, vendor: 'airalo', account: config.airalo.clientId }),
  });

  const content = createContent({ articles: loadArticles(), facts: factsOf(config) });
  const helpSearch = createHelpSearch(LOCALES.flatMap((locale) => content.written('help', locale)));
  const catalogue = createCatalogue({ db, wholesaler, knownNetworks, log });
  const search = createDestinationSearch({ catalogue });
  const trips = createTrips({ catalogue });
  const devices = createDevices({ db, wholesaler, own: loadOwnDevices(), log });
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
  });
  const hosted = config.identity.hosted && {
    ...createHostedTokens({
      keys: createIssuerKeys({ url: config.identity.hosted.keysUrl }),
      projectId: config.identity.projectId,
      clock: () => new Date(),
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
  });
  const secondFactors = createSecondFactors({
    db,
    vault,
    recoveryKey: await loadSealedKey({ db, vault, purpose: 'recovery-codes' }),
  });
  const passkeys = createPasskeys({ db, publicUrl: config.publicUrl });
  const phone = createPhone({
    db,
    sms,
    limits,
    captcha,
    codeKey: await loadSealedKey({ db, vault, purpose: 'phone-code' }),
    host: new URL(config.publicUrl).hostname,
    settings: { ...config.sms, resendSeconds: config.limits.textPauseSeconds },
    log,
  });
  const orders = createOrders({ db, access: config.orderAccess });
  const payments = createPayments({ db, gateway, ...config.checkout });
  const fulfilment = createFulfilment({
    db,
    wholesaler,
    windows: config.fulfilment,
    restoredAt: await findRestoredAt(db),
  });
  const esims = createEsims({
    db,
    vault,
    iccidKey: await loadSealedKey({ db, vault, purpose: 'esim-iccid' }),
    usageMaxAgeMinutes: config.fulfilment.usageMaxAgeMinutes,
  });
  const notifications = createNotifications({ db, transport, firstRetrySeconds: config.mail.firstRetrySeconds });
  const tickets = createTickets({ db });
  const support = { ...config.support, mail: config.support.mail ?? config.merchant.email };
  const ticketPorts = { db, tickets, limits, notifications, merchantMail: support.mail };
  const addTicketMessage = createAddTicketMessage(ticketPorts);

  const paymentSync = createPaymentSync({ ...base, orders, payments, fulfilment, notifications });
  const refunds = createRefunds({ ...base, orders, payments, paymentSync });
  const reconciliation = createReconciliation({ db });
  const listStray = createListStray({ log, orders, fulfilment });
  const settlePayment = createSettlePayment({ ...base, orders, payments, refunds, paymentSync });
  const openPayment = createOpenPayment({
    ...base,
    orders,
    payments,
    settlePayment,
    publicUrl: config.publicUrl,
    describe: describePlan,
    catalogue,
  });
  const identityFlows = createIdentityFlows({
    db,
    captcha,
    identity,
    passkeys,
    phone,
    limits,
    notices,
    notifications,
    orders,
    secondFactors,
    tickets,
    enumerationProtection: config.identity.enumerationProtection,
    log,
    blocking: config.blocking && {
      hook: createBlockingHook(config.blocking),
      onFailure: config.blocking.onFailure,
    },
  });
  const providers = createProviders({
    db,
    vault,
    publicUrl: config.publicUrl,
    clients: vendors.providers,
  });
  const queuePhoto = createQueuePhoto({ vault });
  const orderPages = createOrderPages({ orders, payments, fulfilment, esims, notifications });

  return {
    config,
    db,
    pool,
    telemetry,
    /** A sandbox's database is in its data directory, so that disk is looked at; another server says it when it can't write. */
    isDiskFull: async () => database.hasFullDisk() || (config.mode === 'sandbox' && (await isDiskFull(config.dataDir))),
    unreachableVendors: createReachability({
      stripe: config.stripe.apiUrl ?? new URL('https://api.stripe.com'),
      airalo: config.airalo.apiUrl,
      mail: config.mail.smtpUrl,
    }),
    vault,
    notices,
    limits,
    captcha,
    catalogue,
    search,
    content,
    helpSearch,
    legalPages: createLegalPages({ content, config }),
    trips,
    devices,
    popularDestinations: createPopularDestinations({ catalogue, orders, log }),
    identity: hosted
      ? { ...identity, verifyIdToken: createVerifyHostedToken({ db, hosted, identity, orders }) }
      : identity,
    secondFactors,
    passkeys,
    phone,
    orders,
    payments,
    fulfilment,
    esims,
    notifications,
    tickets,
    orderPages,
    identityFlows,
    serviceAccounts,
    administration: createAdministrationFlows({
      db,
      identity,
      transfer,
      notices,
      notifications,
      removeAccount: identityFlows.removeAccount,
      policyDesk: createPolicyDesk({ db }),
    }),
    transfer,
    providers,
    signInWithProvider: createSignInWithProvider({
      db: identityFlows.db,
      identity,
      providers,
      limits,
      notifications,
      orders,
      startSession: identityFlows.startSession,
      claimAddress: identityFlows.claimAddress,
      queuePhoto,
    }),
    linkProvider: createLinkProvider({ db, identity, providers, notifications, queuePhoto }),
    fetchPhoto: createFetchPhoto({
      vault,
      identity,
      log,
      fetchPicture: createFetchPicture({ allowLoopback: config.mode === 'sandbox' }),
    }),
    forgetLater: createForgetLater({ db, orders, notifications }),
    openTicket: createOpenTicket({ ...ticketPorts, orders }),
    /** Undefined: mails can't be received. */
    receiveMail:
      support.inbound &&
      createReceiveMail({
        ...ticketPorts,
        addMessage: addTicketMessage,
        readMail: createMailReader(),
        drawPicture,
        domain: support.inbound.domain,
      }),
    checkout: createCheckout({ ...base, catalogue, orders, payments, limits, openPayment }),
    claimOrder: createClaimOrder({ ...base, orders }),
    openPayment,
    settlePayment,
    receivePaymentEvent: createReceivePaymentEvent({ db, payments }),
    handlePaymentEvent: createHandlePaymentEvent({
      ...base,
      orders,
      payments,
      settlePayment,
      paymentSync,
    }),
    paymentSync,
    refunds,
    reconciliation,
    reconcile: createReconcile({
      ...base,
      ...config.reconciliation,
      reconciliation,
      orders,
      payments,
      fulfilment,
      esims,
      ledger,
      repair: createRepairDifference({ ...base, orders, payments, fulfilment, listStray }),
    }),
    fulfilLine: createFulfilLine({
      ...base,
      catalogue,
      orders,
      payments,
      fulfilment,
      esims,
      notifications,
      refunds,
      paymentSync,
      listStray,
      telemetry,
    }),
    refreshEsim: createRefreshEsim({ ...base, esims, wholesaler }),
    lookAgain: createLookAgain({ db, payments, esims }),
    requestOrderLink: createRequestOrderLink({ db, limits, notifications }),
    resendEsim: createResendEsim({ ...base, orders, esims, notifications, limits }),
    sendMail: createSendMail({
      ...base,
      publicUrl: config.publicUrl,
      linkDays: config.orderAccess.linkDays,
      orders,
      payments,
      esims,
      identity,
      tickets,
      notifications,
      support,
      telemetry,
    }),
    sweeps: createSweeps({
      ...base,
      orders,
      payments,
      fulfilment,
      notifications,
      listStray,
      sweepSeconds: config.worker.sweepSeconds,
    }),
    close: () => notices.close(),
  };
}
