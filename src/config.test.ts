import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type ConfigFault, loadConfig } from './config.ts';

const SANDBOX = {
  STRIPE_SECRET_KEY: 'sk_test_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc',
  STRIPE_API_URL: 'http://127.0.0.1:4001',
  AIRALO_CLIENT_ID: 'id',
  AIRALO_CLIENT_SECRET: 'secret',
  AIRALO_API_URL: 'http://127.0.0.1:4002',
  SMTP_URL: 'smtp://127.0.0.1:4003',
  MAIL_FROM: 'Cairn <hello@cairn.example>',
};
const KEY = `2026a:${randomBytes(32).toString('base64')}`;
const LIVE = {
  CAIRN_MODE: 'live',
  CAIRN_SECRET_KEYS: KEY,
  PUBLIC_URL: 'https://store.example',
  STRIPE_SECRET_KEY: 'sk_live_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc',
  AIRALO_CLIENT_ID: 'id',
  AIRALO_CLIENT_SECRET: 'secret',
  SMTP_URL: 'smtps://user:pass@mail.store.example',
  MAIL_FROM: 'Cairn <hello@store.example>',
};

/** The names of the variables that are at fault, each as often as it is told. */
function faultsOf(env: Record<string, string | undefined>): string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    expect((error as ConfigFault).code).toBe('config-fault');
    return (error as ConfigFault).faults.map((fault) => fault.split(':')[0] ?? '');
  }
}

describe('the configuration', () => {
  it('has a default for everything but what a mode needs', () => {
    expect(loadConfig(SANDBOX)).toMatchObject({
      mode: 'sandbox',
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      dataDir: '.data',
      databaseUrl: undefined,
    });
    expect(loadConfig(LIVE)).toMatchObject({ mode: 'live', publicUrl: 'https://store.example', sandboxes: undefined });
    expect(Object.isFrozen(loadConfig(SANDBOX))).toBe(true);
  });

  it('has the limits and windows of the issue by default', () => {
    expect(loadConfig(SANDBOX)).toMatchObject({
      limits: {
        signUpsPerHour: 100,
        wrongPasswordsPerAccount: 10,
        wrongPasswordsPerAddress: 100,
        wrongPasswordWindowSeconds: 900,
        ordersPerAddressPerHour: 60,
        ordersPerEmailPerHour: 20,
      },
      fulfilment: { timeoutWindowSeconds: 90, deadlineSeconds: 1_800 },
      worker: { heartbeatSeconds: 15 },
      shutdownSeconds: 10,
    });
  });

  it('tells all faults at once, each with what to do, and repeats no value', () => {
    const env = {
      ...SANDBOX,
      PORT: '99999',
      HOST: 'not a host',
      PUBLIC_URL: 'http://localhost/path',
      TRUSTED_PROXIES: 'everyone',
      LOG_LEVEL: 'loud',
      CAIRN_SECRET_KEYS: 'short:c2VjcmV0',
      SMTP_URL: 'http://mail',
      MAIL_FROM: '',
    };
    expect(faultsOf(env).sort()).toEqual(
      [
        'CAIRN_SECRET_KEYS',
        'HOST',
        'LOG_LEVEL',
        'MAIL_FROM',
        'PORT',
        'PUBLIC_URL',
        'SMTP_URL',
        'SMTP_URL',
        'TRUSTED_PROXIES',
      ].sort(),
    );
    try {
      loadConfig(env);
    } catch (error) {
      expect((error as Error).message).toContain('The configuration has 9 faults');
      expect((error as Error).message).toContain('PORT: must be a whole number from 1 to 65535');
      expect((error as Error).message).not.toContain('c2VjcmV0');
    }
  });
});

describe('live mode', () => {
  it.each([
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'AIRALO_CLIENT_ID',
    'AIRALO_CLIENT_SECRET',
    'SMTP_URL',
    'MAIL_FROM',
    'CAIRN_SECRET_KEYS',
    'PUBLIC_URL',
  ])('refuses to start without %s', (name) => {
    expect(faultsOf({ ...LIVE, [name]: undefined })).toEqual([name]);
    expect(faultsOf({ ...LIVE, [name]: ' ' })).toEqual([name]);
  });

  it.each([
    ['STRIPE_API_URL', 'http://127.0.0.1:4001'],
    ['STRIPE_API_URL', 'http://localhost:4001'],
    ['STRIPE_API_URL', 'http://[::1]:4001'],
    ['AIRALO_API_URL', 'http://127.8.9.1:4002'],
    ['AIRALO_API_URL', 'http://api.localhost'],
    ['AIRALO_API_URL', 'http://[::ffff:127.0.0.1]:4002'],
    ['AIRALO_API_URL', 'http://0.0.0.0:4002'],
    ['AIRALO_API_URL', 'http://localhost.:4002'],
    ['SMTP_URL', 'smtp://127.0.0.1:25'],
    ['SMTP_URL', 'smtp://LOCALHOST:25'],
  ])('refuses a vendor on this machine: %s=%s', (name, url) => {
    expect(faultsOf({ ...LIVE, [name]: url })).toEqual([name]);
  });

  it('refuses test credentials, sandboxes and an address without https', () => {
    expect(faultsOf({ ...LIVE, STRIPE_SECRET_KEY: 'sk_test_abc' })).toEqual(['STRIPE_SECRET_KEY']);
    expect(faultsOf({ ...LIVE, STRIPE_SECRET_KEY: 'rk_test_abc' })).toEqual(['STRIPE_SECRET_KEY']);
    expect(faultsOf({ ...LIVE, STRIPE_SECRET_KEY: 'rk_live_abc' })).toEqual([]);
    expect(
      faultsOf({
        ...LIVE,
        CAIRN_SANDBOXES: JSON.stringify({ stripe: 'http://a', airalo: 'http://b', mail: 'http://c' }),
      }),
    ).toEqual(['CAIRN_SANDBOXES']);
    expect(faultsOf({ ...LIVE, PUBLIC_URL: 'http://store.example' })).toEqual(['PUBLIC_URL']);
  });

  it('is not bent by the permission for sandboxes', () => {
    expect(
      faultsOf({
        ...LIVE,
        CAIRN_ALLOW_SANDBOX: '1',
        STRIPE_SECRET_KEY: 'sk_test_abc',
        AIRALO_API_URL: 'http://127.0.0.1:1',
      }),
    ).toEqual(['AIRALO_API_URL', 'STRIPE_SECRET_KEY']);
  });
});

describe('sandbox mode', () => {
  it.each(['sk_live_abc', 'rk_live_abc'])('refuses a live credential, whatever is allowed: %s', (key) => {
    expect(faultsOf({ ...SANDBOX, STRIPE_SECRET_KEY: key })).toEqual(['STRIPE_SECRET_KEY']);
    expect(faultsOf({ ...SANDBOX, STRIPE_SECRET_KEY: key, CAIRN_ALLOW_SANDBOX: '1' })).toEqual(['STRIPE_SECRET_KEY']);
  });

  it.each(['STRIPE_API_URL', 'AIRALO_API_URL', 'SMTP_URL', 'MAIL_FROM', 'STRIPE_SECRET_KEY', 'AIRALO_CLIENT_SECRET'])(
    'never falls back to a vendor: %s',
    (name) => {
      expect(faultsOf({ ...SANDBOX, [name]: undefined })).toEqual([name]);
    },
  );

  it.each([
    ['STRIPE_API_URL', 'https://api.stripe.com'],
    ['AIRALO_API_URL', 'https://partners-api.airalo.com'],
    ['SMTP_URL', 'smtps://mail.example.com'],
  ])('refuses a vendor that is not a sandbox: %s=%s', (name, url) => {
    expect(faultsOf({ ...SANDBOX, [name]: url })).toEqual([name]);
    expect(faultsOf({ ...SANDBOX, [name]: url, CAIRN_ALLOW_SANDBOX: '1' })).toEqual([name]);
  });

  it('is reached from outside only where that was allowed', () => {
    expect(faultsOf({ ...SANDBOX, HOST: '0.0.0.0', PUBLIC_URL: 'http://127.0.0.1:3000' })).toEqual(['HOST']);
    expect(faultsOf({ ...SANDBOX, HOST: '192.168.1.4' })).toEqual(['HOST', 'PUBLIC_URL']);
    expect(faultsOf({ ...SANDBOX, PUBLIC_URL: 'https://demo.example' })).toEqual(['PUBLIC_URL']);
    expect(faultsOf({ ...SANDBOX, HOST: '::', PUBLIC_URL: 'http://localhost:3000' })).toEqual(['HOST']);
    expect(
      faultsOf({ ...SANDBOX, HOST: '0.0.0.0', PUBLIC_URL: 'https://demo.example', CAIRN_ALLOW_SANDBOX: '1' }),
    ).toEqual([]);
    expect(faultsOf({ ...SANDBOX, HOST: '::1' })).toEqual([]);
    expect(faultsOf({ ...SANDBOX, HOST: 'localhost' })).toEqual([]);
  });
});

describe('sign-in providers', () => {
  const PROVIDERS = {
    GOOGLE_CLIENT_ID: 'google',
    GOOGLE_CLIENT_SECRET: 'secret',
    FACEBOOK_APP_ID: 'facebook',
    FACEBOOK_APP_SECRET: 'secret',
  };
  const LOOPBACK = {
    GOOGLE_ISSUER: 'http://127.0.0.1:4004',
    FACEBOOK_DIALOG_URL: 'http://127.0.0.1:4004',
    FACEBOOK_GRAPH_URL: 'http://localhost:4004',
  };

  it('are optional in both modes, and in live mode the real ones unless told otherwise', () => {
    expect(loadConfig(SANDBOX)).toMatchObject({ google: undefined, facebook: undefined });
    const { google, facebook } = loadConfig({ ...LIVE, ...PROVIDERS });
    expect(google?.issuer.origin).toBe('https://accounts.google.com');
    expect(facebook?.graphUrl.origin).toBe('https://graph.facebook.com');
    expect(loadConfig({ ...SANDBOX, ...PROVIDERS, ...LOOPBACK }).google?.issuer.origin).toBe('http://127.0.0.1:4004');
  });

  it.each(Object.keys(PROVIDERS))('come whole: without %s', (name) => {
    expect(faultsOf({ ...LIVE, ...PROVIDERS, [name]: undefined })).toEqual([name]);
  });

  it.each(Object.keys(LOOPBACK))(
    'are on this machine in sandbox mode, and elsewhere by https in live mode: %s',
    (name) => {
      expect(faultsOf({ ...SANDBOX, ...PROVIDERS, ...LOOPBACK, [name]: 'https://accounts.example' })).toEqual([name]);
      expect(faultsOf({ ...SANDBOX, ...PROVIDERS, ...LOOPBACK, [name]: undefined })).toEqual([name]);
      expect(faultsOf({ ...LIVE, ...PROVIDERS, [name]: 'http://127.0.0.1:4004' })).toEqual([name]);
      expect(faultsOf({ ...LIVE, ...PROVIDERS, [name]: 'http://accounts.example' })).toEqual([name]);
      expect(faultsOf({ ...LIVE, ...PROVIDERS, [name]: 'https://accounts.example' })).toEqual([]);
    },
  );

  it('may be among the sandboxes shown to people', () => {
    const three = { stripe: 'http://a', airalo: 'http://b', mail: 'http://c' };
    expect(loadConfig({ ...SANDBOX, CAIRN_SANDBOXES: JSON.stringify(three) }).sandboxes).toEqual(three);
    const five = { ...three, google: 'http://d', facebook: 'http://d' };
    expect(loadConfig({ ...SANDBOX, CAIRN_SANDBOXES: JSON.stringify(five) }).sandboxes).toEqual(five);
    expect(faultsOf({ ...SANDBOX, CAIRN_SANDBOXES: JSON.stringify({ ...three, google: 7 }) })).toEqual([
      'CAIRN_SANDBOXES',
    ]);
  });
});
