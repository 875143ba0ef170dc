import { faultsOf, LIVE, SANDBOX, SECRET_KEY } from '#test/support/configuration.ts';
import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

describe('the configuration', () => {
  it('has a default for everything that a mode does not require', () => {
    expect(loadConfig(SANDBOX)).toMatchObject({
      mode: 'sandbox',
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      dataDir: '.data',
    });
    expect(loadConfig(LIVE)).toMatchObject({ mode: 'live', publicUrl: 'https://store.example', sandboxes: undefined });
    expect(Object.isFrozen(loadConfig(SANDBOX))).toBe(true);
  });

  it('of a release advises nothing that only a checkout has', () => {
    const advice = (env: Record<string, string>) => {
      try {
        loadConfig(env);
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(advice({})).toContain('npm start');
    for (const env of [{}, { CAIRN_MODE: 'live' }] as Record<string, string>[]) {
      const inRelease = advice({ ...env, OPS_COMMAND: '/opt/cairn/bin/cairn ops' });
      expect(inRelease).not.toMatch(/npm|CAIRN_MODE=sandbox/);
      expect(inRelease).toContain('DATABASE_URL: is');
    }
  });

  it('has the specified limits and time windows by default', () => {
    expect(loadConfig(SANDBOX)).toMatchObject({
      limits: {
        'sign-ups-per-address': { points: 100, seconds: 3_600 },
        'wrong-passwords-per-account': { points: 10, seconds: 900 },
        'wrong-passwords-per-address': { points: 100, seconds: 900 },
        'orders-per-address': { points: 60, seconds: 3_600 },
        'orders-per-email': { points: 20, seconds: 3_600 },
      },
      fulfilment: { timeoutWindowSeconds: 90, deadlineSeconds: 1_800 },
      worker: { heartbeatSeconds: 15 },
      shutdownSeconds: 10,
    });
  });

  it('reports all errors at once, each with its remedy, and repeats no value', () => {
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
        'TRUSTED_PROXIES',
      ].sort(),
    );
    try {
      loadConfig(env);
    } catch (error) {
      expect((error as Error).message).toContain('The configuration has 8 faults');
      expect((error as Error).message).toContain('PORT: must be a whole number from 1 to 65535');
      expect((error as Error).message).not.toContain('c2VjcmV0');
    }
  });
});

describe('a value that breaks its rule', () => {
  it.each([
    ['STRIPE_SECRET_KEY', 'pk_live_abc'],
    ['SMTP_URL', 'mail.store.example'],
    ['PUBLIC_URL', 'https://store.example/shop'],
    ['CAIRN_SECRET_KEYS', 'short:c2VjcmV0'],
    ['DATABASE_URL', 'db.store.example'],
    ['DATABASE_URL', 'postgres://cairn@db1:5432,db2:5432/cairn'],
    ['LEGAL_REVIEWED', 'soon'],
    ['IDENTITY_CUSTOM_TOKEN_SECRET', 'short'],
    ['TWILIO_AUTH_TOKEN', 'short'],
    ['GOOGLE_CLIENT_SECRET', 'with blanks'],
    ['SHUTDOWN_SECONDS', 'a minute'],
  ])('is listed once, and not as missing too: %s=%s', (name, value) => {
    const complete = {
      ...LIVE,
      IDENTITY_CUSTOM_TOKENS: '1',
      IDENTITY_CUSTOM_TOKEN_SECRET: 'x'.repeat(32),
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: 'x'.repeat(16),
      TWILIO_FROM: 'Cairn',
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
      DRAIN_SECONDS: '8',
      SHUTDOWN_SECONDS: '15',
    };
    expect(faultsOf({ ...complete, DATABASE_URL: 'postgres://cairn:a,b@db:5432/cairn' })).toEqual([]);
    expect(faultsOf({ ...complete, [name]: value })).toEqual([name]);
  });

  it('hides no fault of another variable', () => {
    const env = { ...LIVE, STRIPE_SECRET_KEY: 'pk_live_abc', MAIL_FROM: '', STRIPE_API_URL: 'http://127.0.0.1:4001' };
    expect(faultsOf(env)).toEqual(['STRIPE_SECRET_KEY', 'MAIL_FROM', 'STRIPE_API_URL']);
  });

  it('is the only fault when it is the mode, beside those of every mode', () => {
    expect(faultsOf({ CAIRN_MODE: 'prod' })).toEqual(['CAIRN_MODE']);
    expect(faultsOf({ ...LIVE, CAIRN_MODE: 'prod' })).toEqual(['CAIRN_MODE']);
    expect(
      faultsOf({ CAIRN_MODE: 'prod', PORT: 'http', METRICS_LISTEN: '0.0.0.0:9464', GOOGLE_CLIENT_ID: 'id' }),
    ).toEqual(['PORT', 'CAIRN_MODE', 'GOOGLE_CLIENT_SECRET', 'METRICS_LISTEN']);
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
    'DATABASE_URL',
    'NODE_ENV',
    'MERCHANT_FILE',
    'LEGAL_REVIEWED',
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

  it('says how a mail server on this machine is named', () => {
    expect(() => loadConfig({ ...LIVE, SMTP_URL: 'smtp://127.0.0.1:25' })).toThrow(
      /SMTP_URL: points at this machine, .*by the name in its certificate$/m,
    );
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
    expect(faultsOf({ ...LIVE, CAIRN_DEMO_ACCOUNT: '{"email":"a@b.example","password":"secret"}' })).toEqual([
      'CAIRN_DEMO_ACCOUNT',
    ]);
    expect(faultsOf({ ...LIVE, PUBLIC_URL: 'http://store.example' })).toEqual(['PUBLIC_URL']);
  });

  it.each([
    ['STRIPE_API_URL', 'http://stripe.store.example'],
    ['AIRALO_API_URL', 'http://10.0.0.5:4002'],
    ['AIRALO_API_URL', 'https://sandbox-partners-api.airalo.com'],
    ['SMTP_URL', 'smtp://sandbox.smtp.mailtrap.io:2525'],
    ['SMTP_URL', 'smtps://smtp.ethereal.email'],
    ['CAIRN_DEV', '1'],
    ['NODE_ENV', 'development'],
    ['NODE_ENV', 'test'],
    ['IDENTITY_CUSTOM_TOKENS', '1'],
  ])('refuses %s=%s', (name, value) => {
    expect(faultsOf({ ...LIVE, [name]: value })).toEqual([name]);
  });

  it.each(['0.0.0.0/0', '::/0', '10.0.0.0/8,0.0.0.0/1,128.0.0.0/1', '2000::/3', '::ffff:0.0.0.0/96', '64.0.0.0/2'])(
    'refuses to trust every address as a proxy: %s',
    (networks) => {
      expect(faultsOf({ ...LIVE, TRUSTED_PROXIES: networks })).toEqual(['TRUSTED_PROXIES']);
      expect(faultsOf({ ...SANDBOX, TRUSTED_PROXIES: networks })).toEqual([]);
    },
  );

  it.each(['10.0.0.0/8', 'fc00::/7', '192.168.1.4,2001:db8::1', '::ffff:10.0.0.0/104'])('trusts %s', (networks) => {
    expect(faultsOf({ ...LIVE, TRUSTED_PROXIES: networks })).toEqual([]);
  });

  it.each(['com', 'co.uk', 'store.example,com.au', 'localhost', 'github.io', 'vercel.app', 'asso.fr'])(
    'refuses a public suffix as authorised domain: %s',
    (domains) => {
      expect(faultsOf({ ...LIVE, IDENTITY_AUTHORIZED_DOMAINS: domains })).toEqual(['IDENTITY_AUTHORIZED_DOMAINS']);
    },
  );

  it.each(['store.example', 'co.example,shop.co.uk', 'cairn.vercel.app', 'a.co'])(
    'accepts the domains %s',
    (domains) => {
      expect(faultsOf({ ...LIVE, IDENTITY_AUTHORIZED_DOMAINS: domains })).toEqual([]);
    },
  );

  it.each(['.example.com', 'example.com.', 'a..b', '.'])('refuses an invalid name: %s', (domains) => {
    expect(faultsOf({ ...SANDBOX, IDENTITY_AUTHORIZED_DOMAINS: domains })).toEqual(['IDENTITY_AUTHORIZED_DOMAINS']);
  });

  it.each([
    ['8', '10', ['DRAIN_SECONDS']],
    ['8', undefined, ['DRAIN_SECONDS']],
    ['7', '10', []],
    ['0', '1', []],
  ])('with DRAIN_SECONDS=%s and SHUTDOWN_SECONDS=%s reports %j', (drain, shutdown, faults) => {
    expect(faultsOf({ ...SANDBOX, DRAIN_SECONDS: drain, SHUTDOWN_SECONDS: shutdown })).toEqual(faults);
  });

  it('refuses one key under two ids', () => {
    const same = SECRET_KEY.replace('2026a', '2026b');
    expect(faultsOf({ ...LIVE, CAIRN_SECRET_KEYS: `${SECRET_KEY},${same}` })).toEqual(['CAIRN_SECRET_KEYS']);
    expect(faultsOf({ ...SANDBOX, CAIRN_SECRET_KEYS: `${SECRET_KEY},${same}` })).toEqual([]);
  });

  it('accepts custom tokens only with their secret', () => {
    const env = { ...LIVE, IDENTITY_CUSTOM_TOKENS: '1', IDENTITY_CUSTOM_TOKEN_SECRET: 'x'.repeat(32) };
    expect(faultsOf(env)).toEqual([]);
  });

  it('starts with a warning when the minimum password length is below 8', () => {
    expect(loadConfig(LIVE).warnings).toEqual([expect.stringMatching(/^IDENTITY_MIN_PASSWORD_LENGTH: /)]);
    expect(loadConfig({ ...LIVE, IDENTITY_MIN_PASSWORD_LENGTH: '8' }).warnings).toEqual([]);
    expect(loadConfig(SANDBOX).warnings).toEqual([]);
    const reviewed = { ...LIVE, IDENTITY_MIN_PASSWORD_LENGTH: '8', LEGAL_REVIEWED: '1' };
    expect(loadConfig(reviewed).warnings).toEqual([
      expect.stringMatching(/^LEGAL_REVIEWED: not reviewed by a lawyer yet: terms\/2, privacy\/3,/),
    ]);
  });

  it('reports all of its errors at once', () => {
    const env = {
      CAIRN_MODE: 'live',
      CAIRN_DEV: '1',
      STRIPE_API_URL: 'http://stripe.example',
      TRUSTED_PROXIES: '::/0',
      IDENTITY_AUTHORIZED_DOMAINS: 'com',
      IDENTITY_CUSTOM_TOKENS: '1',
    };
    expect(faultsOf(env)).toEqual(expect.arrayContaining([...Object.keys(env).slice(1), 'DATABASE_URL', 'NODE_ENV']));
  });

  it('ignores the permission for sandboxes', () => {
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
  it.each(['sk_live_abc', 'rk_live_abc'])('refuses a live credential in every case: %s', (key) => {
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

  it('requires a database, and a complete demo account', () => {
    expect(faultsOf({ ...SANDBOX, DATABASE_URL: undefined })).toEqual(['DATABASE_URL']);
    const demoAccount = { email: 'a@b.example', password: 'secret' };
    expect(loadConfig({ ...SANDBOX, CAIRN_DEMO_ACCOUNT: JSON.stringify(demoAccount) }).demoAccount).toEqual(
      demoAccount,
    );
    for (const wrong of ['{"email":"a@b.example"}', 'null', 'a@b.example'])
      expect(faultsOf({ ...SANDBOX, CAIRN_DEMO_ACCOUNT: wrong })).toEqual(['CAIRN_DEMO_ACCOUNT']);
  });

  it('is reachable from outside only where that was allowed', () => {
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

  it('are optional in both modes, and in live mode the real ones by default', () => {
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

  it('may be among the sandboxes that pages show', () => {
    const three = { stripe: 'http://a', airalo: 'http://b', mail: 'http://c' };
    expect(loadConfig({ ...SANDBOX, CAIRN_SANDBOXES: JSON.stringify(three) }).sandboxes).toEqual(three);
    const six = { ...three, 'esim-access': 'http://e', google: 'http://d', facebook: 'http://d' };
    expect(loadConfig({ ...SANDBOX, CAIRN_SANDBOXES: JSON.stringify(six) }).sandboxes).toEqual(six);
    expect(faultsOf({ ...SANDBOX, CAIRN_SANDBOXES: JSON.stringify({ ...three, google: 7 }) })).toEqual([
      'CAIRN_SANDBOXES',
    ]);
  });
});

describe('the blocking endpoint', () => {
  const BLOCKING_HOOK_SECRET = 'x'.repeat(32);

  it('requires its secret, and https or this machine', () => {
    for (const mode of [SANDBOX, LIVE]) {
      expect(loadConfig(mode).blocking).toBeUndefined();
      for (const address of ['https://shop.example/hook', 'http://127.0.0.1:9/hook', 'http://[::1]/'])
        expect(loadConfig({ ...mode, BLOCKING_HOOK_URL: address, BLOCKING_HOOK_SECRET }).blocking).toEqual({
          url: new URL(address),
          secret: BLOCKING_HOOK_SECRET,
          onFailure: 'closed',
        });
      expect(faultsOf({ ...mode, BLOCKING_HOOK_URL: 'https://shop.example/hook' })).toEqual(['BLOCKING_HOOK_SECRET']);
      expect(faultsOf({ ...mode, BLOCKING_HOOK_SECRET })).toEqual(['BLOCKING_HOOK_URL']);
      const address = 'http://shop.example/hook';
      expect(faultsOf({ ...mode, BLOCKING_HOOK_URL: address, BLOCKING_HOOK_SECRET })).toEqual(['BLOCKING_HOOK_URL']);
    }
  });
});
