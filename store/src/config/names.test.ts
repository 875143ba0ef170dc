import { faultsOf, SANDBOX } from '#test/support/configuration.ts';
import { describe, expect, it } from 'vitest';
import { loadConfig, loadDataSettings } from './config.ts';

describe('a misspelt variable', () => {
  const messageOf = (env: Record<string, string>) => {
    try {
      loadConfig({ ...SANDBOX, ...env });
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('with our prefix is an error that suggests the right name', () => {
    expect(messageOf({ CAIRN_SECRET_KEY: 'secret' })).toContain(
      'CAIRN_SECRET_KEY: there is no such variable (did you mean CAIRN_SECRET_KEYS?)',
    );
    expect(messageOf({ CAIRN_DATADIR: '/srv' })).toContain('did you mean CAIRN_DATA_DIR?');
    expect(messageOf({ CAIRN_COLOUR: 'blue' })).toContain('CAIRN_COLOUR: there is no such variable');
    expect(messageOf({ CAIRN_COLOUR: 'blue' })).not.toContain('did you mean');
    expect(messageOf({ CAIRN_SECRET_KEY: 'secret' })).not.toContain('secret (');
  });

  it('with the prefix of another family is an error when it is close to one of ours', () => {
    expect(messageOf({ LIMIT_SIGNUPS_PER_HOUR: '3' })).toContain('did you mean LIMIT_SIGN_UPS_PER_HOUR?');
    expect(messageOf({ STRIPE_SECERT_KEY: 'x' })).toContain('did you mean STRIPE_SECRET_KEY?');
    expect(messageOf({ STRIPE_DEVICE_NAME: 'x', SMTP_PROXY: 'x', IDENTITY_TOKEN: 'x', PORTS: 'x' })).toBe('');
  });

  it.each([
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['LIMIT_SIGNUPS', 'LIMIT_SIGN_UPS_PER_HOUR'],
    ['LIMIT_ORDERS_PER_IP', 'LIMIT_ORDERS_PER_EMAIL'],
    ['CAPTCHA_PERCENT', 'CAPTCHA_FROM_PERCENT'],
    ['WHOLESALE_TIMEOUT_SECONDS', 'WHOLESALE_CALL_TIMEOUT_SECONDS'],
    ['FULFILMENT_DEADLINE', 'FULFILMENT_DEADLINE_SECONDS'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['MAIL_FORM', 'MAIL_FROM'],
    ['SMS_PRICE', 'SMS_PRICES'],
    ['TWILIO_ACCOUNT_ID', 'TWILIO_ACCOUNT_SID'],
    ['ORDER_LINKS_DAYS', 'ORDER_LINK_DAYS'],
  ])('of our families is an error with the nearest name: %s', (name, meant) => {
    expect(messageOf({ [name]: '1' })).toContain(`${name}: there is no such variable (did you mean ${meant}?)`);
  });

  it('of a family of ours alone is an error without a name near', () => {
    expect(messageOf({ LIMIT_ZEBRAS: '3' })).toContain('LIMIT_ZEBRAS: there is no such variable');
    expect(messageOf({ LIMIT_ZEBRAS: '3' })).not.toContain('did you mean');
  });

  it.each([
    'NODE_OPTIONS',
    'NODE_EXTRA_CA_CERTS',
    'NODE_ENVS',
    'PGHOST',
    'PGSSLMODE',
    'PG_VERSION',
    'PORTS',
    'HOSTNAME',
    'OTEL_METRICS_EXPORTER',
    'OTEL_LOGS_EXPORTER',
    'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
    'OTEL_TRACE_SAMPLER',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'GOOGLE_CLOUD_PROJECT',
    'STRIPE_API_KEY',
    'TWILIO_API_KEY',
    'TWILIO_REGION',
    'IDENTITY_ENDPOINT',
    'IDENTITY_HEADER',
    'DATABASE_NAME',
    'DATABASE_USER',
    'LOG_LABEL',
    'ADMIN_UID',
    'BACKUP_DAY',
    'MAIL',
    'MAIL_PORT',
    'SERVICE_NAME',
    'PUBLIC_IP',
    'TRUSTED_HOSTS',
    'METRICS_PORT',
    'MIGRATION_DIR',
    'WORKER_ID',
  ])('is not reported for a variable of a platform or a library: %s', (name) => {
    expect(messageOf({ [name]: '1' })).toBe('');
  });

  it('is not reported for the service links of a container platform', () => {
    const links = {
      CAIRN_SERVICE_HOST: '10.0.0.1',
      CAIRN_SERVICE_PORT: '80',
      CAIRN_SERVICE_PORT_HTTP: '80',
      CAIRN_PORT: 'tcp://10.0.0.1:80',
      CAIRN_PORT_80_TCP: 'tcp://10.0.0.1:80',
      CAIRN_PORT_80_TCP_ADDR: '10.0.0.1',
      LIMIT_PORT_80_TCP_PROTO: 'tcp',
    };
    expect(messageOf(links)).toBe('');
    expect(messageOf({ CAIRN_PORT: '3000' })).toContain('CAIRN_PORT: there is no such variable');
  });

  it('is not reported for test variables, nor for an empty one', () => {
    expect(faultsOf({ ...SANDBOX, CAIRN_TEST_SEED: '1', CAIRN_COLOUR: '' })).toEqual([]);
  });

  it('is reported with the other errors, and by "npm run ops", too', () => {
    expect(faultsOf({ ...SANDBOX, PORT: 'x', CAIRN_COLOUR: 'blue' })).toEqual(['PORT', 'CAIRN_COLOUR']);
    expect(() => loadDataSettings({ CAIRN_DATADIR: '/srv' })).toThrow(/CAIRN_DATA_DIR/);
  });
});
