import type { Merchant } from '../shared/merchant.ts';
import { type Mode, modeFacts } from '../shared/mode.ts';
import { esimAccessOf } from './esim-access.ts';
import { migrationsOf } from './migrations.ts';
import { maxDayOrdersOf } from './staging-variables.ts';
import type { Settled } from './variables.ts';

/** A value that `config.ts` has checked to be set in every mode that needs it. */
export const required = <T>(value: T | undefined): T => value as T;

/** The replica for reports; undefined: there is none. */
export const reportingOf = (values: Settled) =>
  values.REPORTING_DATABASE_URL && {
    url: values.REPORTING_DATABASE_URL.href,
    maxLagSeconds: values.REPORTING_MAX_LAG_SECONDS,
  };

/** The process, its data and its logs. */
export const processOf = (values: Settled, mode: Mode) => ({
  trustedProxies: values.TRUSTED_PROXIES,
  /** Undefined: proxies state no countries. */
  countryHeader: values.COUNTRY_HEADER,
  /** Undefined: there is no file of countries. */
  countryFile: values.COUNTRY_FILE,
  dataDir: values.CAIRN_DATA_DIR,
  /** Undefined in sandbox mode: generated into the data directory. */
  secretKeys: values.CAIRN_SECRET_KEYS,
  databaseUrl: required(values.DATABASE_URL),
  /** Undefined: the database has no Patroni, or its addresses are not known. */
  patroniUrls: values.PATRONI_URLS,
  databasePoolSize: values.DATABASE_POOL_SIZE,
  /** Undefined: reports read the primary. */
  reporting: reportingOf(values),
  databaseWatchdogSeconds: values.DATABASE_WATCHDOG_SECONDS,
  migrations: migrationsOf(values),
  logLevel: values.LOG_LEVEL,
  logFormat: values.LOG_FORMAT,
  serviceWorker: values.SERVICE_WORKER,
  dev: values.CAIRN_DEV,
  requests: {
    bodySeconds: values.REQUEST_BODY_SECONDS,
    uploadIdleSeconds: values.UPLOAD_IDLE_SECONDS,
  },
  sandboxes: modeFacts(mode).isLocal ? values.CAIRN_SANDBOXES : undefined,
  demoAccount: modeFacts(mode).isLocal ? values.CAIRN_DEMO_ACCOUNT : undefined,
});

/** Our own identity service. */
export const identityOf = (values: Settled, publicUrl: URL) => ({
  /** Undefined: our own identity service stores the accounts. */
  hosted:
    values.IDENTITY_SERVICE === 'google'
      ? {
          authDomain: required(values.IDENTITY_AUTH_DOMAIN),
          keysUrl: values.IDENTITY_KEYS_URL,
        }
      : undefined,
  apiKey: values.IDENTITY_API_KEY,
  projectId: values.IDENTITY_PROJECT_ID,
  tokenIssuer: values.IDENTITY_TOKEN_ISSUER ?? `${publicUrl.origin}/identity`,
  hashConcurrency: values.IDENTITY_HASH_CONCURRENCY,
  refreshGraceSeconds: values.IDENTITY_REFRESH_GRACE_SECONDS,
  verifyLinkHours: values.IDENTITY_VERIFY_LINK_HOURS,
  minPasswordLength: values.IDENTITY_MIN_PASSWORD_LENGTH,
  shortLinkMinutes: values.IDENTITY_SHORT_LINK_MINUTES,
  recoverLinkDays: values.IDENTITY_RECOVER_LINK_DAYS,
  recentLoginSeconds: values.IDENTITY_RECENT_LOGIN_SECONDS,
  enumerationProtection: values.IDENTITY_ENUMERATION_PROTECTION,
  anonymous: values.IDENTITY_ANONYMOUS,
  customTokens: values.IDENTITY_CUSTOM_TOKENS,
  customTokenSecret: values.IDENTITY_CUSTOM_TOKEN_SECRET,
  authorizedDomains: values.IDENTITY_AUTHORIZED_DOMAINS ?? [publicUrl.hostname],
  sessionIdleDays: values.IDENTITY_SESSION_IDLE_DAYS,
  /** Undefined: a session in use never ends. */
  sessionMaxDays: values.IDENTITY_SESSION_MAX_DAYS || undefined,
  keyRotationDays: values.IDENTITY_KEY_ROTATION_DAYS,
});

/** Who else has a say in sign-ins; each part is undefined when it is not configured. */
export const signInOf = (values: Settled) => ({
  /** Undefined: no endpoint can refuse a sign-in. */
  blocking:
    values.BLOCKING_HOOK_URL && values.BLOCKING_HOOK_SECRET
      ? {
          url: values.BLOCKING_HOOK_URL,
          secret: values.BLOCKING_HOOK_SECRET,
          onFailure: values.BLOCKING_HOOK_ON_FAILURE,
        }
      : undefined,
  /** Undefined: not configured. */
  google:
    values.GOOGLE_CLIENT_ID && values.GOOGLE_CLIENT_SECRET
      ? {
          clientId: values.GOOGLE_CLIENT_ID,
          clientSecret: values.GOOGLE_CLIENT_SECRET,
          issuer: values.GOOGLE_ISSUER,
        }
      : undefined,
  facebook:
    values.FACEBOOK_APP_ID && values.FACEBOOK_APP_SECRET
      ? {
          appId: values.FACEBOOK_APP_ID,
          appSecret: values.FACEBOOK_APP_SECRET,
          dialogUrl: values.FACEBOOK_DIALOG_URL,
          graphUrl: values.FACEBOOK_GRAPH_URL,
        }
      : undefined,
});

/** Payments, wholesalers and mail. */
export const vendorsOf = (values: Settled, mode: Mode) => ({
  stripe: {
    secretKey: required(values.STRIPE_SECRET_KEY),
    webhookSecret: required(values.STRIPE_WEBHOOK_SECRET),
    apiUrl: values.STRIPE_API_URL,
    timeoutSeconds: values.STRIPE_TIMEOUT_SECONDS,
  },
  /** The store sells in the first. */
  currencies: values.CURRENCIES,
  /** By name; `vendors.ts` creates them in order of preference. */
  wholesalers: {
    airalo: {
      clientId: required(values.AIRALO_CLIENT_ID),
      clientSecret: required(values.AIRALO_CLIENT_SECRET),
      apiUrl: values.AIRALO_API_URL,
    },
    esimAccess: esimAccessOf(values, mode),
  },
  mail: {
    smtpUrl: required(values.SMTP_URL),
    from: required(values.MAIL_FROM),
    /** The only recipients, by address or domain; undefined: anyone. */
    allowList: values.MAIL_ALLOW_LIST,
    /** Undefined: not checked by the doctor. */
    dkimSelector: values.MAIL_DKIM_SELECTOR,
    firstRetrySeconds: values.MAIL_FIRST_RETRY_SECONDS,
    timeoutSeconds: values.SMTP_TIMEOUT_SECONDS,
  },
});

/** How travellers reach the merchant. */
export const supportOf = (values: Settled, merchant: Merchant) => ({
  /** The merchant's mailbox; undefined: only "npm run ops" lists tickets. */
  mail: values.SUPPORT_MAIL ?? merchant.email,
  /** Undefined: answers of travellers go to that mailbox, not into their tickets. */
  inbound: values.INBOUND_MAIL_SECRET
    ? {
        secret: values.INBOUND_MAIL_SECRET,
        domain: values.SUPPORT_REPLY_DOMAIN ?? domainOf(required(values.MAIL_FROM)),
      }
    : undefined,
});

/** The domain of a From header. */
const domainOf = (from: string) => /@([^\s<>]+)>?$/.exec(from)![1]!.toLowerCase();

/** Buying, delivering, and what runs in the background. */
export const sellingOf = (values: Settled, mode: Mode) => ({
  checkout: {
    sessionMinutes: values.CHECKOUT_SESSION_MINUTES,
    freshSeconds: values.PAYMENT_PAGE_FRESH_SECONDS,
  },
  refunds: {
    windowDays: values.REFUND_WINDOW_DAYS,
    mostOfAddress: values.REFUNDS_BY_ONESELF_IN_90_DAYS,
    mostOfCard: values.REFUNDS_BY_ONESELF_OF_A_CARD_IN_90_DAYS,
    answerDays: values.REFUND_ANSWER_DAYS,
  },
  orderAccess: {
    accessDays: values.ORDER_ACCESS_DAYS,
    linkDays: values.ORDER_LINK_DAYS,
    mostBrowsers: values.LIMIT_BROWSERS_PER_ORDER,
  },
  streams: {
    perOrder: values.LIMIT_STREAMS_PER_ORDER,
    perAddress: values.LIMIT_STREAMS_PER_ADDRESS,
    perProcess: values.LIMIT_STREAMS_PER_PROCESS,
  },
  fulfilment: {
    timeoutWindowSeconds: values.WHOLESALE_TIMEOUT_WINDOW_SECONDS,
    deadlineSeconds: values.FULFILMENT_DEADLINE_SECONDS,
    firstRetrySeconds: values.FULFILMENT_FIRST_RETRY_SECONDS,
    longestRetrySeconds: values.FULFILMENT_LONGEST_RETRY_SECONDS,
    priceMaxAgeMinutes: values.WHOLESALE_PRICE_MAX_AGE_MINUTES,
    maxLossCents: values.WHOLESALE_MAX_LOSS_CENTS,
    maxReplacementLossCents: values.REPLACE_WITHOUT_OPERATOR_MAX_CENTS,
    callTimeoutSeconds: values.WHOLESALE_CALL_TIMEOUT_SECONDS,
    priceProofSeconds: values.WHOLESALE_PRICE_PROOF_SECONDS,
    maxOrderLossCents: values.WHOLESALE_MAX_ORDER_LOSS_CENTS,
    maxPackageLossCents: values.WHOLESALE_MAX_PACKAGE_LOSS_CENTS,
    maxDayLossCents: values.WHOLESALE_MAX_DAY_LOSS_CENTS,
    maxDayOrders: maxDayOrdersOf(values, mode),
    usageMaxAgeMinutes: values.ESIM_USAGE_MAX_AGE_MINUTES,
  },
  reconciliation: {
    graceSeconds: values.RECONCILE_GRACE_SECONDS,
    lowBalance: values.WHOLESALE_LOW_BALANCE,
  },
  worker: {
    concurrency: values.WORKER_CONCURRENCY,
    heartbeatSeconds: values.WORKER_HEARTBEAT_SECONDS,
    sweepSeconds: values.SWEEP_SECONDS,
  },
  shutdownSeconds: values.SHUTDOWN_SECONDS,
  drainSeconds: values.DRAIN_SECONDS,
});
