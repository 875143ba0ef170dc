import { ADMINISTRATION_VARIABLES } from './administration.ts';
import { BACKUP_VARIABLES } from './backup.ts';
import { CAPTCHA_VARIABLES } from './captcha.ts';
import { CDN_VARIABLES } from './cdn.ts';
import { COUNTRY_VARIABLES } from './country.ts';
import { HOSTED_VARIABLES } from './hosted.ts';
import { LIMIT_VARIABLES } from './limits.ts';
import { NEWEST_TEXTS, reviewedVersions } from './merchant.ts';
import { MIGRATION_VARIABLES } from './migrations.ts';
import {
  demoAccount,
  domains,
  flag,
  networks,
  oneOf,
  listenAddresses,
  optional,
  origin,
  postgresUrl,
  sandboxAddresses,
  secretKeys,
  text,
  url,
  type SettledOf,
  type ValuesOf,
  variable,
  wholeNumber,
} from './parsers.ts';
import { PUSH_VARIABLES } from './push.ts';
import { REFUND_VARIABLES } from './refunds.ts';
import { MODES } from '../shared/mode.ts';
import { STAGING_VARIABLES } from './staging-variables.ts';
import { TEXT_VARIABLES } from './texts.ts';
import { VENDOR_VARIABLES } from './vendors.ts';
import { TRACING_VARIABLES } from './tracing.ts';
import { WATCHING_VARIABLES } from './watching.ts';

const SERVER = 'Server';
const MODE = 'Mode and secrets';
const DATA = 'Data';
const IDENTITY = 'Identity';
const MAIL = 'Mail';
const MERCHANT = 'Merchant and law';

/** Every variable of the product, in the order of the documentation. */
export const VARIABLES = {
  PORT: variable(SERVER, '3000', 'Port to listen on.', wholeNumber(1, 65_535)),
  HOST: variable(
    SERVER,
    '127.0.0.1',
    'Address to listen on.',
    text(/^[A-Za-z0-9.:-]+$/, 'must be a host name or an address'),
  ),
  PUBLIC_URL: optional(
    SERVER,
    'http://HOST:PORT',
    'Origin of the store for travellers; links and return addresses use it.',
    origin,
  ),
  TRUSTED_PROXIES: optional(
    SERVER,
    'none',
    "Proxies whose X-Forwarded-For is trusted; without it the socket's address counts.",
    networks,
  ),
  LOG_LEVEL: variable(
    SERVER,
    'info',
    'Lowest level that is logged.',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent'),
  ),
  LOG_FORMAT: variable(
    SERVER,
    'json',
    'json: one object per line; or pretty: for a person. npm start sets pretty in a terminal.',
    oneOf('json', 'pretty'),
  ),
  SHUTDOWN_SECONDS: variable(SERVER, '10', 'How long requests and jobs may run after SIGTERM.', wholeNumber(1, 600)),
  DRAIN_SECONDS: variable(
    SERVER,
    '0',
    'How much of that time requests are still accepted while /readyz answers 503. Behind a load balancer: longer than it takes to notice. At least 3 seconds less than SHUTDOWN_SECONDS.',
    wholeNumber(0, 300),
  ),
  NODE_ENV: optional(
    SERVER,
    'set by npm start',
    'Must be production in live and staging mode: other values run the slow development code of libraries.',
    text(/^\S+$/, 'must not hold blanks'),
  ),
  REQUEST_BODY_SECONDS: variable(
    SERVER,
    '30',
    'How long the whole body of a request may take to arrive, except uploads.',
    wholeNumber(1, 300),
  ),
  UPLOAD_IDLE_SECONDS: variable(
    SERVER,
    '30',
    'How long an upload may pause; after 120 seconds it is aborted in any case.',
    wholeNumber(1, 300),
  ),
  SERVICE_WORKER: variable(
    SERVER,
    'on',
    'on, or off: the kill switch. Browsers then drop the service worker and its cache at their next visit.',
    oneOf('on', 'off'),
  ),
  CAIRN_DEV: variable(SERVER, '0', 'Set by "npm run dev": pages are served by Vite with hot reload.', flag),

  CAIRN_MODE: variable(
    MODE,
    'sandbox',
    "sandbox, staging (the vendors' test environments) or live, for payment, wholesale and mail together. docs/operations.md describes them.",
    oneOf(...MODES),
  ),
  CAIRN_ALLOW_SANDBOX: variable(MODE, '0', 'Set to 1 to allow access to a sandbox from other machines.', flag),
  CAIRN_SECRET_KEYS: optional(
    MODE,
    'generated (sandbox)',
    'Encryption keys id:base64, separated by commas. The first one encrypts, all of them decrypt. Required in live and staging mode. Keep them: encrypted data is lost without them. docs/operations.md has the two steps of a rotation.',
    secretKeys,
  ),
  CAIRN_SANDBOXES: optional(
    MODE,
    'set by npm start',
    'Addresses of the sandboxes as JSON, shown at /_sandbox.',
    sandboxAddresses,
  ),
  CAIRN_DEMO_ACCOUNT: optional(
    MODE,
    'set by npm start',
    'Email and password of the demo account as JSON, shown at /_sandbox.',
    demoAccount,
  ),
  ...STAGING_VARIABLES,

  CAIRN_DATA_DIR: variable(
    DATA,
    '.data',
    'Folder of generated keys, and of the PostgreSQL and the sandboxes of npm start.',
    text(/\S/, 'must be a folder'),
  ),
  DATABASE_URL: optional(
    DATA,
    'set by npm start',
    'Address of the PostgreSQL. In sandbox mode npm start provides one; live and staging mode need one of your own, each another.',
    postgresUrl,
  ),
  PATRONI_URLS: optional(
    DATA,
    'none',
    'Addresses of the REST API of Patroni, one for each node, separated by commas, such as http://10.0.0.11:8008. The doctor and the start look there for settings that lose orders.',
    listenAddresses,
  ),
  REPORTING_DATABASE_URL: optional(
    DATA,
    'none',
    'Address of a hot standby of that PostgreSQL, for reports: popular destinations, the store’s state in the metrics, our books in reconciliation, tax returns, the export of accounts. It serves a report once it has what the primary had when the report began.',
    url(['postgres:', 'postgresql:']),
  ),
  REPORTING_MAX_LAG_SECONDS: variable(
    DATA,
    '5',
    'How long a report waits for the standby to catch up, before it reads the primary.',
    wholeNumber(0, 300),
  ),
  ...BACKUP_VARIABLES,
  DATABASE_POOL_SIZE: variable(DATA, '20', 'Connections a process may hold.', wholeNumber(4, 500)),
  DATABASE_WATCHDOG_SECONDS: variable(
    DATA,
    '60',
    'A process whose pool answers nothing for this long, while new connections work, ends with code 1 to be started again.',
    wholeNumber(1, 3_600),
  ),
  ...MIGRATION_VARIABLES,

  IDENTITY_API_KEY: variable(
    IDENTITY,
    'cairn-web',
    'The key that clients send as ?key=; public, without colons.',
    text(/^[^:\s]{1,128}$/, 'must not be empty or hold a colon'),
  ),
  IDENTITY_PROJECT_ID: variable(
    IDENTITY,
    'cairn',
    'Audience of ID tokens.',
    text(/^[a-z][a-z0-9-]{3,29}$/, 'must be 4 to 30 lower-case letters, digits and hyphens'),
  ),
  IDENTITY_HASH_CONCURRENCY: variable(IDENTITY, '2', 'Passwords hashed at the same time.', wholeNumber(1, 64)),
  IDENTITY_MIN_PASSWORD_LENGTH: variable(IDENTITY, '6', 'Shortest password of the policy.', wholeNumber(6, 30)),
  IDENTITY_REFRESH_GRACE_SECONDS: variable(
    IDENTITY,
    '60',
    'How long a used refresh token still works, for tabs that share it.',
    wholeNumber(0, 600),
  ),
  IDENTITY_VERIFY_LINK_HOURS: variable(
    IDENTITY,
    '72',
    'How long a mailed confirmation link works.',
    wholeNumber(1, 720),
  ),

  IDENTITY_SHORT_LINK_MINUTES: variable(
    IDENTITY,
    '60',
    'How long a mailed link for a new password, a sign-in or a changed address works.',
    wholeNumber(1, 1_440),
  ),
  IDENTITY_RECOVER_LINK_DAYS: variable(
    IDENTITY,
    '30',
    'How long the owner of the old address can take a changed address back.',
    wholeNumber(1, 365),
  ),
  IDENTITY_RECENT_LOGIN_SECONDS: variable(
    IDENTITY,
    '300',
    'How recent a sign-in must be to change address or password, to add or remove another way in, to export the data or to delete the account.',
    wholeNumber(1, 86_400),
  ),
  IDENTITY_ENUMERATION_PROTECTION: variable(
    IDENTITY,
    '1',
    'Set to 0 for the old error codes, which reveal whether an address has an account.',
    flag,
  ),
  IDENTITY_ANONYMOUS: variable(IDENTITY, '0', 'Set to 1 to allow anonymous accounts.', flag),
  IDENTITY_CUSTOM_TOKENS: variable(
    IDENTITY,
    '0',
    'Set to 1 to allow sign-in with tokens that IDENTITY_CUSTOM_TOKEN_SECRET signed.',
    flag,
  ),
  IDENTITY_CUSTOM_TOKEN_SECRET: optional(
    IDENTITY,
    'none',
    'Secret (HS256) of custom tokens.',
    text(/^\S{32,}$/, 'must have at least 32 characters'),
  ),
  BLOCKING_HOOK_URL: optional(
    IDENTITY,
    'none',
    'Address of an endpoint of yours that may refuse a sign-up or sign-in; https, or this machine. docs/operations.md describes requests and answers.',
    url(['https:', 'http:']),
  ),
  BLOCKING_HOOK_SECRET: optional(
    IDENTITY,
    'none',
    'Secret that signs the calls to that endpoint.',
    text(/^\S{32,}$/, 'must have at least 32 characters'),
  ),
  BLOCKING_HOOK_ON_FAILURE: variable(
    IDENTITY,
    'closed',
    'What happens to a sign-in while that endpoint fails: closed refuses it, open allows it.',
    oneOf('closed', 'open'),
  ),
  IDENTITY_AUTHORIZED_DOMAINS: optional(
    IDENTITY,
    'the host of PUBLIC_URL',
    'Hosts, separated by commas, that may call the identity API from a browser, sign people in, and be the target of mailed links; each with its sub-domains.',
    domains,
  ),
  IDENTITY_SESSION_IDLE_DAYS: variable(
    IDENTITY,
    '400',
    'Days without use after which a session ends; as long as browsers keep a cookie.',
    wholeNumber(1, 3_650),
  ),
  IDENTITY_SESSION_MAX_DAYS: variable(
    IDENTITY,
    '0',
    'Days after which a session ends even if it is used; 0: never.',
    wholeNumber(0, 3_650),
  ),
  IDENTITY_KEY_ROTATION_DAYS: variable(
    IDENTITY,
    '30',
    'Days after which a new key signs ID tokens; the old one stays published until its tokens expire.',
    wholeNumber(1, 365),
  ),
  ...HOSTED_VARIABLES,
  ...CAPTCHA_VARIABLES,
  ...ADMINISTRATION_VARIABLES,
  GOOGLE_CLIENT_ID: optional(
    IDENTITY,
    'set by npm start',
    'OAuth client of "Continue with Google"; unset: the button says that it is not set up.',
    text(/^\S+$/, 'must not hold blanks'),
  ),
  GOOGLE_CLIENT_SECRET: optional(IDENTITY, 'set by npm start', 'Its secret.', text(/^\S+$/, 'must not hold blanks')),
  GOOGLE_ISSUER: variable(IDENTITY, 'https://accounts.google.com', 'OpenID Connect issuer.', origin),
  FACEBOOK_APP_ID: optional(
    IDENTITY,
    'set by npm start',
    'App of "Continue with Facebook"; unset: the button says that it is not set up.',
    text(/^\S+$/, 'must not hold blanks'),
  ),
  FACEBOOK_APP_SECRET: optional(IDENTITY, 'set by npm start', 'Its secret.', text(/^\S+$/, 'must not hold blanks')),
  FACEBOOK_DIALOG_URL: variable(IDENTITY, 'https://www.facebook.com', 'Where the consent page is.', origin),
  FACEBOOK_GRAPH_URL: variable(IDENTITY, 'https://graph.facebook.com', 'Where the Graph API is.', origin),

  ...VENDOR_VARIABLES,
  ...REFUND_VARIABLES,

  SMTP_URL: optional(
    MAIL,
    'set by npm start',
    'Mail server, such as smtps://user:password@mail.example.com.',
    url(['smtp:', 'smtps:']),
  ),
  MAIL_FROM: optional(
    MAIL,
    'set by npm start',
    'Sender, such as Example Travel <esim@example.com>.',
    text(/^[^\r\n]*<?[^@\s<>]+@[^@\s<>]+>?$/, 'must be an address, or a name and an address in angle brackets'),
  ),
  MAIL_DKIM_SELECTOR: optional(
    MAIL,
    'none',
    'Selector of the DKIM key with which your mail server signs; "npm run ops -- doctor" looks for it at SELECTOR._domainkey of the sender’s domain.',
    text(/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i, 'must be a selector, such as s1'),
  ),
  MAIL_FIRST_RETRY_SECONDS: variable(
    MAIL,
    '30',
    'First pause after a mail was not accepted; each further one is twice as long, up to three hours, 42 attempts in all (four days).',
    wholeNumber(1, 3_600),
  ),
  SUPPORT_MAIL: optional(
    MAIL,
    "the merchant's email",
    'Address of the merchant’s support, which gets the tickets of travellers and answers them; without any, tickets are only listed by "npm run ops -- ticket list". Set by npm start for the sandbox.',
    text(/^[^@\s<>]+@[^@\s<>]+$/, 'must be one address, without a name'),
  ),
  INBOUND_MAIL_SECRET: optional(
    MAIL,
    'none',
    'Signs the mails that are posted to PUBLIC_URL/webhooks/mail; without it answers by mail go to SUPPORT_MAIL. At least 32 characters; set by npm start for the sandbox.',
    text(/^\S{32,}$/, 'must have at least 32 characters and no blanks'),
  ),
  SUPPORT_REPLY_DOMAIN: optional(
    MAIL,
    "MAIL_FROM's",
    'Domain of the secret reply addresses, reply+…@DOMAIN; all mail to them is posted to the webhook.',
    text(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a host name in small letters'),
  ),
  SMTP_TIMEOUT_SECONDS: variable(MAIL, '20', 'How long the mail server may take to answer.', wholeNumber(1, 300)),

  ...TEXT_VARIABLES,
  ...PUSH_VARIABLES,

  MERCHANT_FILE: optional(
    MERCHANT,
    'none',
    'JSON file with the facts of the company that sells, such as docs/merchant.example.json; required in live mode. Pages leave out facts that it does not have.',
    text(/^\S.*$/, 'must be a file'),
  ),
  LEGAL_REVIEWED: optional(
    MERCHANT,
    'none',
    `Versions of the legal texts that a lawyer has reviewed: ${NEWEST_TEXTS}, or one number for all. Live mode needs a version of each; an older one stays in force until the newest is named. In each mode a named text no longer says that it is a template.`,
    reviewedVersions,
  ),
  ...COUNTRY_VARIABLES,

  ...CDN_VARIABLES,

  ...LIMIT_VARIABLES,

  ...WATCHING_VARIABLES,
  ...TRACING_VARIABLES,
} as const;

/** The values of the variables that are set. */
export type Values = ValuesOf<typeof VARIABLES>;

/** The values of the variables, defaults included. */
export type Settled = SettledOf<typeof VARIABLES>;
