import type { Logger } from 'pino';
import { createReachability } from './adapters/reachability.ts';
import { createBlockingHook } from './adapters/blocking-hook.ts';
import { createMailReader } from './adapters/mail-reader.ts';
import type { Config } from './config/config.ts';
import type { Database } from './db/database.ts';
import { isDiskFull } from './db/disk.ts';
import type { Standing } from './db/pool-watch.ts';
import type { SecretKey } from './db/vault.ts';
import { createAdministrationFlows } from './flows/administration/administration-flows.ts';
import { createAddTicketMessage } from './flows/support/add-ticket-message.ts';
import { createChargeOrder } from './flows/buying/charge-order.ts';
import { createCheckout } from './flows/buying/checkout.ts';
import { createClaimOrder } from './flows/buying/claim-order.ts';
import { createAssignRefund, createLabelRefund } from './flows/buying/assign-refund.ts';
import { createExportAccount } from './flows/account/export-account.ts';
import { createFetchPhoto, createQueuePhoto } from './flows/account/fetch-photo.ts';
import { createFulfilLine } from './flows/delivering/fulfil-line.ts';
import { createForgetLater } from './flows/account/delete-account.ts';
import { createIdentityFlows } from './flows/signing-in/identity-flows.ts';
import { createLinkProvider } from './flows/account/link-provider.ts';
import { createListStray } from './flows/delivering/list-stray.ts';
import { createLookAgain } from './flows/delivering/look-again.ts';
import { createOpenTicket } from './flows/support/open-ticket.ts';
import { createNextAttempt } from './flows/buying/next-attempt.ts';
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
import { createRecoverPayment } from './flows/buying/recover-payment.ts';
import { createSettlePayment } from './flows/buying/settle-payment.ts';
import { createSignInWithProvider } from './flows/signing-in/sign-in-with-provider.ts';
import { createSweeps } from './flows/reconciling/sweep.ts';
import { createPaymentSync } from './flows/buying/sync-payment.ts';
import { createVerifyHostedToken } from './flows/signing-in/verify-hosted-token.ts';
import { createOrderPages } from './flows/showing/order-pages.ts';
import { createLegalPages } from './content/legal/legal-pages.ts';
import { describePlan } from './i18n/describe.ts';
import { translator } from './i18n/i18n.ts';
import { createFetchPicture } from './modules/identity/provider-photo.ts';
import { createPolicyDesk } from './modules/password-policy/desk.ts';
import { orderTexts } from './shared/legal.ts';
import { modeFacts } from './shared/mode.ts';
import { supportOf } from './shared/support.ts';
import { NEVER_QUIET, type Quiet } from './modules/installation/quiet.ts';
import { SILENT, type Telemetry } from './shared/telemetry.ts';
import { silenced, silencedHook } from './telemetry/vendor-calls.ts';
import { createModules } from './all-modules.ts';
import type { MakeVendors } from './vendors.ts';

export type Services = Awaited<ReturnType<typeof createServices>>;

/**
 * The composition root: adapters (vendors.ts) into modules (all-modules.ts), modules into flows. Only these files
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
  const { config, database, log, quiet = NEVER_QUIET } = given;
  const telemetry = silenced(given.telemetry ?? SILENT, quiet);
  const { db, pool } = database;
  const {
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
  } = await createModules({ ...given, telemetry });
  const base = { db, notices, log, clock };

  const { support } = config;
  const ticketPorts = { db, tickets, limits, notifications, merchantMail: support.mail };
  const addTicketMessage = createAddTicketMessage(ticketPorts);

  const paymentSync = createPaymentSync({ ...base, orders, payments, fulfilment, notifications });
  const refunds = createRefunds({ ...base, orders, payments, notifications, paymentSync });
  const listStray = createListStray({ log, orders, payments, fulfilment });
  const settlePayment = createSettlePayment({ ...base, orders, payments, refunds, paymentSync });
  const recoverPayment = createRecoverPayment({ ...base, orders, payments, settlePayment });
  const nextAttempt = createNextAttempt({ db, catalogue, orders, payments });
  const openPayment = createOpenPayment({
    ...base,
    orders,
    payments,
    settlePayment,
    nextAttempt,
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
      hook: silencedHook(createBlockingHook(config.blocking), quiet),
      onFailure: config.blocking.onFailure,
    },
  });
  const queuePhoto = createQueuePhoto({ vault });
  const orderPages = createOrderPages({ orders, payments, fulfilment, esims, notifications, catalogue });

  return {
    config,
    db,
    pool,
    clock,
    telemetry,
    quiet,
    databaseStanding: given.databaseStanding ?? (async () => 'ready' as const),
    /**
     * A sandbox's database is in its data directory, so that disk is checked; a remote server reports it through failed
     * writes.
     */
    isDiskFull: async () =>
      database.hasFullDisk() || (modeFacts(config.mode).isLocal && (await isDiskFull(config.dataDir))),
    unreachableVendors: createReachability({
      ...Object.fromEntries(paymentProviders.all().map(({ name, address }) => [name, address])),
      ...Object.fromEntries(wholesalers.all().map(({ name, address }) => [name, address])),
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
      fetchPicture: createFetchPicture({ allowLoopback: modeFacts(config.mode).isLocal }),
    }),
    exportAccount: createExportAccount({
      publicUrl: config.publicUrl,
      deviceText: (locale) => translator(locale)('checkout.device.label'),
      identity,
      passkeys,
      orders,
      esims,
      personalRecords: identityFlows.personalRecords,
    }),
    forgetLater: createForgetLater({ db, orders, notifications }),
    openTicket: createOpenTicket({ ...ticketPorts, orders, languages: supportOf(config.merchant).languages }),
    /** Undefined: the store receives no mail. */
    receiveMail:
      support.inbound &&
      createReceiveMail({
        ...ticketPorts,
        addMessage: addTicketMessage,
        readMail: createMailReader(),
        drawPicture,
        domain: support.inbound.domain,
      }),
    checkout: createCheckout({
      ...base,
      catalogue,
      trips,
      orders,
      payments,
      limits,
      openPayment,
      texts: orderTexts(config.legalVersions),
    }),
    claimOrder: createClaimOrder({ ...base, orders }),
    openPayment,
    chargeOrder: createChargeOrder({ db, log, orders, payments, settlePayment, nextAttempt }),
    settlePayment,
    recoverPayment,
    receivePaymentEvent: createReceivePaymentEvent({ db, orders, payments, telemetry }),
    handlePaymentEvent: createHandlePaymentEvent({
      ...base,
      orders,
      payments,
      settlePayment,
      recoverPayment,
      paymentSync,
    }),
    paymentSync,
    refunds,
    assignRefund: createAssignRefund({ ...base, orders, payments, paymentSync }),
    labelRefund: createLabelRefund({ orders, payments }),
    reconciliation,
    reconcile: createReconcile({
      ...base,
      ...config.reconciliation,
      currency: config.currencies[0],
      reconciliation,
      orders,
      payments,
      fulfilment,
      esims,
      ledgers: paymentProviders.all(),
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
    refreshEsim: createRefreshEsim({ ...base, esims, wholesalers }),
    lookAgain: createLookAgain({ db, payments, esims }),
    requestOrderLink: createRequestOrderLink({ db, limits, notifications }),
    resendEsim: createResendEsim({ ...base, orders, esims, notifications, limits }),
    sendMail: createSendMail({
      ...base,
      publicUrl: config.publicUrl,
      supportEmail: config.merchant.email ?? null,
      linkDays: config.orderAccess.linkDays,
      orders,
      payments,
      esims,
      catalogue,
      identity,
      tickets,
      notifications,
      support,
      isRehearsal: modeFacts(config.mode).isRehearsal,
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
