import { faultsOf, LIVE, SANDBOX, STAGING } from '#test/support/configuration.ts';
import { merchantFile } from '#test/support/merchant.ts';
import { describe, expect, it } from 'vitest';
import { type ConfigError, loadConfig } from './config.ts';

const AIRALO_SANDBOX = 'https://sandbox-partners-api.airalo.com';
const TEXTS = { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'x'.repeat(16), TWILIO_FROM: 'Cairn' };

type Env = Record<string, string | undefined>;

/** The errors of this environment. */
function wordsOf(env: Env): string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    return [...(error as ConfigError).faults];
  }
}

describe('staging mode', () => {
  it("is the vendors' test environments, with mail and orders that are limited", () => {
    expect(loadConfig(STAGING)).toMatchObject({
      mode: 'staging',
      sandboxes: undefined,
      demoAccount: undefined,
      publicUrl: 'https://staging.store.example',
      mail: { allowList: ['ana@example.com', 'store.example'] },
      fulfilment: { maxDayOrders: 20 },
      warnings: [],
    });
    expect(loadConfig({ ...STAGING, WHOLESALE_MAX_DAY_ORDERS: '3' }).fulfilment.maxDayOrders).toBe(3);
    expect(loadConfig(LIVE)).toMatchObject({ mail: { allowList: undefined }, fulfilment: { maxDayOrders: undefined } });
  });

  it.each([
    ['a restricted test key', { STRIPE_SECRET_KEY: 'rk_test_abc' }],
    ["the wholesaler's older host of sandboxes", { AIRALO_API_URL: AIRALO_SANDBOX }],
    ['a mail catcher', { SMTP_URL: 'smtp://sandbox.smtp.mailtrap.io:2525' }],
    ['stand-ins on this machine', { STRIPE_API_URL: 'http://127.0.0.1:4001', AIRALO_API_URL: 'http://localhost:4002' }],
    ['a mail server on this machine', { SMTP_URL: 'smtp://127.0.0.1:25' }],
    ['an address of this machine', { PUBLIC_URL: 'http://127.0.0.1:3000' }],
    ['texts to numbers that are listed', { ...TEXTS, SMS_ALLOW_LIST: '+33639980001, +33 6 39 98 00 02' }],
    ['the real Google', { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }],
  ])('accepts %s', (_what, changes: Env) => {
    expect(wordsOf({ ...STAGING, ...changes })).toEqual([]);
  });

  it.each([
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'AIRALO_CLIENT_ID',
    'AIRALO_CLIENT_SECRET',
    'AIRALO_SANDBOX_ACCOUNT',
    'SMTP_URL',
    'MAIL_FROM',
    'MAIL_ALLOW_LIST',
    'CAIRN_SECRET_KEYS',
    'PUBLIC_URL',
    'DATABASE_URL',
    'NODE_ENV',
  ])('refuses to start without %s', (name) => {
    expect(faultsOf({ ...STAGING, [name]: undefined })).toEqual([name]);
  });

  it('says that the mailbox of the support is not on the list', () => {
    expect(loadConfig({ ...STAGING, SUPPORT_MAIL: 'help@store.example' }).warnings).toEqual([]);
    expect(loadConfig({ ...STAGING, SUPPORT_MAIL: 'help@elsewhere.example' }).warnings).toEqual([
      'SUPPORT_MAIL: is not on MAIL_ALLOW_LIST, so that no notice of a ticket is sent',
    ]);
  });

  it("says the same of the merchant's email where it is that mailbox", () => {
    const MERCHANT_FILE = merchantFile({ email: 'help@elsewhere.example' });
    expect(loadConfig({ ...STAGING, MERCHANT_FILE }).warnings).toEqual([
      'MERCHANT_FILE: its email, which gets the tickets, is not on MAIL_ALLOW_LIST, so that no notice of a ticket is sent',
    ]);
    expect(loadConfig({ ...STAGING, MERCHANT_FILE, SUPPORT_MAIL: 'help@store.example' }).warnings).toEqual([]);
  });

  it.each([
    ['MAIL_ALLOW_LIST', 'ana@'],
    ['MAIL_ALLOW_LIST', 'ana@example.com;bob@example.com'],
    ['MAIL_ALLOW_LIST', '*'],
    ['SMS_ALLOW_LIST', '0639980001'],
    ['WHOLESALE_MAX_DAY_ORDERS', '-1'],
  ])('refuses %s=%s', (name, value) => {
    expect(faultsOf({ ...STAGING, [name]: value })).toEqual([name]);
  });
});

const BASES = {
  sandbox: SANDBOX,
  staging: STAGING,
  live: LIVE,
  "live mode's variables in staging": { ...LIVE, CAIRN_MODE: 'staging' },
  "staging's variables in live": {
    ...STAGING,
    CAIRN_MODE: 'live',
    MERCHANT_FILE: LIVE.MERCHANT_FILE,
    LEGAL_REVIEWED: LIVE.LEGAL_REVIEWED,
  },
} satisfies Record<string, Env>;

/** A complete configuration, the change that mixes modes, and how each sentence of the refusal starts. */
const MIXTURES: [keyof typeof BASES, Env, string[]][] = [
  [
    'staging',
    { STRIPE_SECRET_KEY: 'sk_live_abc' },
    ['STRIPE_SECRET_KEY: staging mode needs an sk_test_ or rk_test_ key'],
  ],
  [
    'staging',
    { STRIPE_SECRET_KEY: 'rk_live_abc' },
    ['STRIPE_SECRET_KEY: staging mode needs an sk_test_ or rk_test_ key'],
  ],
  ['staging', { AIRALO_SANDBOX_ACCOUNT: '0' }, ['AIRALO_SANDBOX_ACCOUNT: set it to 1 when the wholesaler']],
  ['staging', { PUBLIC_URL: 'http://staging.store.example' }, ['PUBLIC_URL: staging mode needs an https:// address']],
  ['staging', { STRIPE_API_URL: 'http://10.0.0.5:4001' }, ['STRIPE_API_URL: staging mode needs an https:// address']],
  [
    'staging',
    { CAIRN_SANDBOXES: '{"stripe":"a","airalo":"b","mail":"c"}' },
    ['CAIRN_SANDBOXES: has no place in staging'],
  ],
  ['staging', { CAIRN_DEMO_ACCOUNT: '{"email":"a@b.example","password":"p"}' }, ['CAIRN_DEMO_ACCOUNT: has no place']],
  ['staging', { CAIRN_DEV: '1' }, ['CAIRN_DEV: has no place in staging mode']],
  ['staging', TEXTS, ['SMS_ALLOW_LIST: is required in staging mode with TWILIO_ACCOUNT_SID']],
  ['staging', { TRUSTED_PROXIES: '0.0.0.0/0' }, ['TRUSTED_PROXIES: ']],
  ['live', { STRIPE_SECRET_KEY: 'sk_test_abc' }, ['STRIPE_SECRET_KEY: live mode needs an sk_live_ or rk_live_ key']],
  ['live', { AIRALO_API_URL: AIRALO_SANDBOX }, ["AIRALO_API_URL: is a vendor's sandbox, which live mode refuses"]],
  ['live', { SMTP_URL: 'smtp://sandbox.smtp.mailtrap.io:2525' }, ["SMTP_URL: is a vendor's sandbox, which live mode"]],
  ['live', { STRIPE_API_URL: 'http://127.0.0.1:4001' }, ['STRIPE_API_URL: points at this machine, which live mode']],
  ['live', { AIRALO_SANDBOX_ACCOUNT: '1' }, ['AIRALO_SANDBOX_ACCOUNT: has no place in live mode']],
  ['live', { MAIL_ALLOW_LIST: 'example.com' }, ['MAIL_ALLOW_LIST: has no place in live mode']],
  ['live', { SMS_ALLOW_LIST: '+33639980001' }, ['SMS_ALLOW_LIST: has no place in live mode']],
  ['live', { WHOLESALE_MAX_DAY_ORDERS: '5' }, ['WHOLESALE_MAX_DAY_ORDERS: has no place in live mode']],
  ['sandbox', { STRIPE_SECRET_KEY: 'sk_live_abc' }, ['STRIPE_SECRET_KEY: sandbox mode refuses anything but']],
  [
    'sandbox',
    { AIRALO_API_URL: AIRALO_SANDBOX },
    ['AIRALO_API_URL: sandbox mode refuses an address outside this machine'],
  ],
  [
    'sandbox',
    { SMTP_URL: 'smtps://mail.example.com' },
    ['SMTP_URL: sandbox mode refuses a mail server outside this machine'],
  ],
  ['sandbox', { MAIL_ALLOW_LIST: 'example.com' }, ['MAIL_ALLOW_LIST: has no place in sandbox mode']],
  [
    "live mode's variables in staging",
    {},
    [
      'STRIPE_SECRET_KEY: staging mode needs',
      'AIRALO_SANDBOX_ACCOUNT: set it to 1',
      'MAIL_ALLOW_LIST: is required in staging mode',
    ],
  ],
  [
    "staging's variables in live",
    {},
    [
      'STRIPE_SECRET_KEY: live mode needs',
      'AIRALO_SANDBOX_ACCOUNT: has no place in live mode',
      'MAIL_ALLOW_LIST: has no place in live mode',
    ],
  ],
];

describe('a wrong mixture of keys, hosts and modes is refused in words', () => {
  it.each(MIXTURES)('%s with %j', (base, changes, says) => {
    const refusal = wordsOf({ ...BASES[base], ...changes });
    expect(refusal.map((sentence, at) => sentence.slice(0, says[at]?.length))).toEqual(says);
  });
});
