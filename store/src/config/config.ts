import { administrationOf, checkAdministration } from './administration.ts';
import { checkBackupKey } from './backup.ts';
import { captchaOf, recaptchaOf } from './captcha.ts';
import { checkLive, warningsOfLive } from './live.ts';
import { checkStaging, warningsOfStaging } from './staging.ts';
import { maxDayOrdersOf } from './staging-variables.ts';
import { faultsOfHosted } from './hosted.ts';
import { faultsOfIdentity, faultsOfReview, readMerchant, warningsOfReview } from './merchant.ts';
import { migrationsOf } from './migrations.ts';
import { findMisspelt } from './names.ts';
import { withDefaults } from './parsers.ts';
import { checkSandbox } from './sandbox.ts';
import { checkTexts, smsOf, twilioOf } from './texts.ts';
import { type Settled, type Values, VARIABLES } from './variables.ts';
import { tracingOf } from './tracing.ts';
import { checkWatching, watchingOf } from './watching.ts';
import { versionsInForce } from '../shared/legal.ts';
import { isLoopback } from '../shared/loopback.ts';
import type { Merchant } from '../shared/merchant.ts';
import { type Mode, modeFacts } from '../shared/mode.ts';
import { limitRules } from '../shared/rate-limits.ts';
import { SANDBOX_SUPPORT } from '../shared/support.ts';
import { CodedError } from '../shared/errors.ts';

/**
 * The whole configuration, parsed once at start and frozen. Only this file reads the environment. `variables.ts` has
 * the description, rule and default of each variable; `.env.example` and docs/configuration.md are generated from it.
 */
export type Config = Readonly<ReturnType<typeof loadConfig>>;

/** All errors of the environment, one sentence each, so that an operator can correct them at once. */
export class ConfigError extends CodedError<'config-error'> {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      'config-error',
      `The configuration has ${faults.length} fault${faults.length === 1 ? '' : 's'}:\n${faults.map((f) => `  - ${f}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

type Environment = Record<string, string | undefined>;

/** Parses the environment. Throws a `ConfigError` that lists every error; an empty value counts as unset. */
export function loadConfig(env: Environment) {
  const { values: given, wrong, faults: unread } = parseAll(env);
  const values = withDefaults(VARIABLES, given);

  // Nothing is required or refused for a mode that is not known.
  const known = wrong.includes('CAIRN_MODE') ? undefined : values.CAIRN_MODE;
  const { HOST: host, PORT: port } = values;
  const publicUrl = publicUrlOf(values);
  const { merchant, faults: ofMerchant } = merchantOf(given, known);
  const legalReviewed = values.LEGAL_REVIEWED ?? new Map<string, number>();
  const checked = [
    ...checkDrain(values),
    ...checkSignInProviders(given, known),
    ...checkBlockingHook(given),
    ...checkTexts(given, known),
    ...checkAdministration(given, known),
    ...checkWatching(given),
    ...faultsOfHosted(given),
    ...checkBackupKey(given),
    ...ofMerchant,
    ...(known === undefined ? [] : CHECK_OF_MODE[known](given, { host, publicUrl })),
  ];
  const faults = [...unread, ...checked.filter((fault) => !wrong.some((name) => isAbout(fault, name)))];
  // How the commands of a release are called (deploy/bin/cairn).
  if (faults.length > 0) throw new ConfigError(env['OPS_COMMAND'] ? faults.map(inRelease) : faults);

  const required = <T>(value: T | undefined): T => value as T; // checked above for each mode
  const mode = required(known);
  return Object.freeze({
    mode,
    host,
    port,
    /** Origin of all links and return URLs, without a trailing slash; never taken from a Host header. */
    publicUrl: publicUrl.origin,
    trustedProxies: values.TRUSTED_PROXIES,
    dataDir: values.CAIRN_DATA_DIR,
    /** Undefined in sandbox mode: generated into the data directory. */
    secretKeys: values.CAIRN_SECRET_KEYS,
    databaseUrl: required(values.DATABASE_URL),
    databasePoolSize: values.DATABASE_POOL_SIZE,
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
    identity: {
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
    },
    captcha: captchaOf(values),
    recaptcha: recaptchaOf(values),
    administration: administrationOf(values),
    watching: watchingOf(values),
    tracing: tracingOf(values),
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
    twilio: twilioOf(values),
    sms: smsOf(values),
    support: {
      /** The merchant's mailbox; undefined: only "npm run ops" lists tickets. */
      mail: values.SUPPORT_MAIL ?? merchant.email,
      /** Undefined: answers of travellers go to that mailbox, not into their tickets. */
      inbound: values.INBOUND_MAIL_SECRET
        ? {
            secret: values.INBOUND_MAIL_SECRET,
            domain: values.SUPPORT_REPLY_DOMAIN ?? domainOf(required(values.MAIL_FROM)),
          }
        : undefined,
    },
    limits: limitRules(values),
    checkout: {
      sessionMinutes: values.CHECKOUT_SESSION_MINUTES,
      freshSeconds: values.PAYMENT_PAGE_FRESH_SECONDS,
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
    /** The selling company; empty without a file. */
    merchant,
    /** Name of a legal text → the version that a lawyer has reviewed. */
    legalReviewed,
    /** The versions of the legal texts that are in force. */
    legalVersions: versionsInForce(legalReviewed),
    /** Recommended changes that do not prevent a start, one sentence each. */
    warnings: [
      ...warningsOfLive(given, values.IDENTITY_MIN_PASSWORD_LENGTH),
      ...warningsOfStaging(given, merchant),
      ...(mode === 'live' ? warningsOfReview(legalReviewed) : []),
    ],
  });
}

/** A release has neither npm nor sandboxes. */
const inRelease = (fault: string) =>
  fault
    .replace(
      / \(start with "npm start"[^)]*\)/,
      ' (a release has no sandboxes: set it, and CAIRN_MODE=live or staging)',
    )
    .replace(' (set it, or CAIRN_MODE=sandbox)', '')
    .replace(/"npm start" sets it; set it where you start it otherwise/, 'the start command of the release sets it');

function publicUrlOf({ PUBLIC_URL: url, HOST: host, PORT: port }: Settled): URL {
  return url ?? new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`);
}

/** The domain of a From header. */
const domainOf = (from: string) => /@([^\s<>]+)>?$/.exec(from)![1]!.toLowerCase();

/** The configuration of `npm run ops`: data directory and key files. Throws a `ConfigError` like `loadConfig`. */
export function loadDataSettings(env: Environment) {
  const { values: given, faults } = parseAll(env);
  faults.push(...checkBackupKey(given));
  if (faults.length > 0) throw new ConfigError(faults);
  const values = withDefaults(VARIABLES, given);
  return {
    mode: values.CAIRN_MODE,
    databaseUrl: values.DATABASE_URL,
    publicUrl: publicUrlOf(values).origin,
    currencies: values.CURRENCIES,
    deadlineSeconds: values.FULFILMENT_DEADLINE_SECONDS,
    dataDir: values.CAIRN_DATA_DIR,
    migrations: migrationsOf(values),
    projectId: values.IDENTITY_PROJECT_ID,
    administration: administrationOf(values),
    secretKeys: values.CAIRN_SECRET_KEYS,
    /** Undefined in sandbox mode: generated into the data directory. */
    backupKey: values.BACKUP_KEY,
  };
}

/** The values that keep their rules, the names of those that do not, and what is wrong with them. */
function parseAll(env: Environment): { values: Values; wrong: string[]; faults: string[] } {
  const values: Record<string, unknown> = {};
  const wrong: string[] = [];
  const faults: string[] = [];
  for (const [name, variable] of Object.entries(VARIABLES)) {
    const text = env[name]?.trim();
    if (text === undefined || text === '') continue;
    try {
      values[name] = variable.parse(text);
    } catch (error) {
      wrong.push(name);
      // The value may be a secret, so only the rule is reported.
      faults.push(`${name}: ${error instanceof RangeError ? error.message : 'is not valid'}`);
    }
  }
  faults.push(...findMisspelt(env));
  return { values: values as Values, wrong, faults };
}

/**
 * True when a fault names this variable. One whose value breaks its rule counts as unset in all checks: what they find
 * about it would be listed a second time, in words that are not true. "NAME=value" is advice.
 */
const isAbout = (fault: string, name: string) => new RegExp(`(?<![A-Z_])${name}(?![A-Z_=])`).test(fault);

const CHECK_OF_MODE = { sandbox: checkSandbox, staging: checkStaging, live: checkLive };

/** The merchant's facts. Live mode requires all that the law demands, and reviewed legal texts. */
function merchantOf(values: Values, mode: Mode | undefined): { merchant: Merchant; faults: string[] } {
  const file = values.MERCHANT_FILE;
  const none = { merchant: mode === 'sandbox' ? SANDBOX_SUPPORT : {}, faults: [], wrong: [] };
  const { merchant, faults, wrong } = file === undefined ? none : readMerchant(file);
  if (mode !== 'live') return { merchant, faults };
  const ofIdentity = wrong === undefined ? [] : faultsOfIdentity(file, merchant, wrong);
  return { merchant, faults: [...faults, ...ofIdentity, ...faultsOfReview(values.LEGAL_REVIEWED)] };
}

const checkDrain = ({ DRAIN_SECONDS: drain, SHUTDOWN_SECONDS: shutdown }: Settled): string[] =>
  drain > 0 && drain + 3 > shutdown ? ['DRAIN_SECONDS: must be at least 3 less than SHUTDOWN_SECONDS'] : [];

/** The two optional sign-in providers: their credentials and their sandbox. */
const SIGN_IN_PROVIDERS = [
  { id: 'GOOGLE_CLIENT_ID', secret: 'GOOGLE_CLIENT_SECRET', addresses: ['GOOGLE_ISSUER'] },
  { id: 'FACEBOOK_APP_ID', secret: 'FACEBOOK_APP_SECRET', addresses: ['FACEBOOK_DIALOG_URL', 'FACEBOOK_GRAPH_URL'] },
] as const;

/** A provider's variables are all or none. The sandbox never uses the real Google. */
function checkSignInProviders(values: Values, mode: Mode | undefined): string[] {
  const faults: string[] = [];
  for (const { id, secret, addresses } of SIGN_IN_PROVIDERS) {
    if ((values[id] === undefined) !== (values[secret] === undefined))
      faults.push(`${values[id] === undefined ? id : secret}: is missing (${id} and ${secret} belong together)`);
    for (const name of addresses) {
      const url = values[name];
      if (mode === 'sandbox' && values[id] !== undefined && url === undefined) {
        faults.push(`${name}: is not set, and sandbox mode never calls the provider (start with "npm start")`);
      }
    }
  }
  return faults;
}

/** The request to the endpoint contains personal data, so it must be encrypted and signed. */
function checkBlockingHook({ BLOCKING_HOOK_URL: url, BLOCKING_HOOK_SECRET: secret }: Values): string[] {
  const faults: string[] = [];
  if ((url === undefined) !== (secret === undefined))
    faults.push(
      `${url === undefined ? 'BLOCKING_HOOK_URL' : 'BLOCKING_HOOK_SECRET'}: is missing (BLOCKING_HOOK_URL and BLOCKING_HOOK_SECRET belong together)`,
    );
  if (url && url.protocol !== 'https:' && !isLoopback(url.hostname))
    faults.push('BLOCKING_HOOK_URL: must start with https:// unless it is on this machine');
  return faults;
}
