import { faultsOf, LIVE, SANDBOX, STAGING } from '#test/support/configuration.ts';
import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

const KEYS = { ESIM_ACCESS_CODE: 'code', ESIM_ACCESS_SECRET_KEY: 'secret' };
const SANDBOX_URL = 'http://127.0.0.1:4006';
const AT_SANDBOX = { ...KEYS, ESIM_ACCESS_API_URL: SANDBOX_URL };
const configured = (env: object) => loadConfig({ ...env }).wholesalers.esimAccess;

describe.each(Object.entries({ SANDBOX, STAGING, LIVE }))('with %s', (_, mode) => {
  it('is optional', () => {
    expect(configured(mode)).toBeUndefined();
  });

  it('needs both credentials', () => {
    const url = mode === LIVE ? {} : { ESIM_ACCESS_API_URL: SANDBOX_URL };
    expect(faultsOf({ ...mode, ...url, ESIM_ACCESS_CODE: 'code' })).toEqual(['ESIM_ACCESS_SECRET_KEY']);
    expect(faultsOf({ ...mode, ...url, ESIM_ACCESS_SECRET_KEY: 'secret' })).toEqual(['ESIM_ACCESS_CODE']);
    expect(faultsOf({ ...mode, ...url, ...KEYS, ESIM_ACCESS_CODE: 'a code' })).toEqual(['ESIM_ACCESS_CODE']);
  });
});

describe('live mode', () => {
  it('calls the vendor', () => {
    expect(configured({ ...LIVE, ...KEYS })).toEqual({
      accessCode: 'code',
      secretKey: 'secret',
      apiUrl: new URL('https://api.esimaccess.com'),
    });
  });

  it.each([SANDBOX_URL, 'http://localhost:1', 'http://0.0.0.0:1', 'http://api.esimaccess.example'])(
    'refuses %s',
    (ESIM_ACCESS_API_URL) => {
      expect(faultsOf({ ...LIVE, ...KEYS, ESIM_ACCESS_API_URL })).toEqual(['ESIM_ACCESS_API_URL']);
    },
  );
});

describe('sandbox mode', () => {
  it('calls its sandbox, and never the vendor', () => {
    expect(configured({ ...SANDBOX, ...AT_SANDBOX })?.apiUrl.href).toBe(`${SANDBOX_URL}/`);
    expect(faultsOf({ ...SANDBOX, ...KEYS })).toEqual(['ESIM_ACCESS_API_URL']);
    const ESIM_ACCESS_API_URL = 'https://api.esimaccess.com';
    expect(faultsOf({ ...SANDBOX, ...KEYS, ESIM_ACCESS_API_URL })).toEqual(['ESIM_ACCESS_API_URL']);
    expect(faultsOf({ ...SANDBOX, ESIM_ACCESS_API_URL })).toEqual(['ESIM_ACCESS_API_URL']);
  });
});

describe('staging mode', () => {
  it('leaves it off, because its orders are real, and says so', () => {
    for (const url of [{}, { ESIM_ACCESS_API_URL: 'https://api.esimaccess.com' }]) {
      expect(configured({ ...STAGING, ...KEYS, ...url })).toBeUndefined();
      expect(loadConfig({ ...STAGING, ...KEYS, ...url }).warnings).toEqual([
        expect.stringMatching(/^ESIM_ACCESS_API_URL: eSIM Access has no test environment .* leaves it off/),
      ]);
    }
  });

  it('uses a sandbox on this machine, without a warning', () => {
    expect(configured({ ...STAGING, ...AT_SANDBOX })?.apiUrl.href).toBe(`${SANDBOX_URL}/`);
    expect(loadConfig({ ...STAGING, ...AT_SANDBOX }).warnings).toEqual([]);
  });

  it('says nothing of one that is not configured', () => {
    expect(loadConfig(STAGING).warnings).toEqual([]);
  });
});
