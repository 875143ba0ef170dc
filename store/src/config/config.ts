import { administrationOf, checkAdministration } from './administration.ts';
import { checkBackupKey } from './backup.ts';
import { captchaOf, recaptchaOf } from './captcha.ts';
import { cdnOf, checkCdn } from './cdn.ts';
import { checkCountry } from './country.ts';
import { checkEsimAccess, warningsOfEsimAccess } from './esim-access.ts';
import { checkLive, warningsOfLive } from './live.ts';
import { checkStaging, warningsOfStaging } from './staging.ts';
import { faultsOfHosted } from './hosted.ts';
import { faultsOfIdentity, faultsOfReview, readMerchant, warningsOfReview } from './merchant.ts';
import { migrationsOf } from './migrations.ts';
import { findMisspelt } from './names.ts';
import { withDefaults } from './parsers.ts';
import { pushOf } from './push.ts';
import { checkSandbox } from './sandbox.ts';
import { identityOf, processOf, reportingOf, required, sellingOf, signInOf, supportOf, vendorsOf } from './sections.ts';
import { checkTexts, smsOf, twilioOf } from './texts.ts';
import { type Settled, type Values, VARIABLES } from './variables.ts';
import { tracingOf } from './tracing.ts';
import { checkWatching, watchingOf } from './watching.ts';
import { versionsInForce } from '../shared/legal.ts';
import { isLoopback } from '../shared/loopback.ts';
import type { Merchant } from '../shared/merchant.ts';
import type { Mode } from '../shared/mode.ts';
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
    ...checkEsimAccess(given, known),
    ...checkBlockingHook(given),
    ...checkTexts(given, known),
    ...checkAdministration(given, known),
    ...checkWatching(given),
    ...faultsOfHosted(given),
    ...checkBackupKey(given),
    ...checkCountry(given),
    ...checkCdn(given, known),
    ...ofMerchant,
    ...(known === undefined ? [] : CHECK_OF_MODE[known](given, { host, publicUrl })),
  ];
  const faults = [...unread, ...checked.filter((fault) => !wrong.some((name) => isAbout(fault, name)))];
  // How the commands of a release are called (deploy/bin/cairn).
  if (faults.length > 0) throw new ConfigError(env['OPS_COMMAND'] ? faults.map(inRelease) : faults);

  const mode = required(known);
  return Object.freeze({
    mode,
    host,
    port,
    /** Origin of all links and return URLs, without a trailing slash; never taken from a Host header. */
    publicUrl: publicUrl.origin,
    ...processOf(values, mode),
    identity: identityOf(values, publicUrl),
    captcha: captchaOf(values),
    recaptcha: recaptchaOf(values),
    administration: administrationOf(values),
    watching: watchingOf(values),
    tracing: tracingOf(values),
    ...signInOf(values),
    ...vendorsOf(values, mode),
    twilio: twilioOf(values),
    sms: smsOf(values),
    cdn: cdnOf(values),
    push: pushOf(values, { mode, merchant, publicUrl, mailFrom: required(values.MAIL_FROM) }),
    support: supportOf(values, merchant),
    limits: limitRules(values),
    ...sellingOf(values, mode),
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
      ...warningsOfEsimAccess(values),
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

/** The configuration of `npm run ops`: data directory and key files. Throws a `ConfigError` like `loadConfig`. */
export function loadDataSettings(env: Environment) {
  const { values: given, faults } = parseAll(env);
  faults.push(...checkBackupKey(given));
  if (faults.length > 0) throw new ConfigError(faults);
  const values = withDefaults(VARIABLES, given);
  return {
    mode: values.CAIRN_MODE,
    databaseUrl: values.DATABASE_URL,
    reporting: reportingOf(values),
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
