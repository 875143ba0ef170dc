import { describe, expect, test } from 'vitest';
import { administrationOf, checkAdministration } from './administration.ts';
import { listenAddresses } from './parsers.ts';

type Values = Parameters<typeof checkAdministration>[0];

const valuesOf = (listen: string, more: Partial<Values> = {}): Values => ({
  IDENTITY_TOKEN_ISSUER: undefined,
  ADMIN_LISTEN: listenAddresses(listen),
  ADMIN_URL: undefined,
  ADMIN_TLS_CERT_FILE: undefined,
  ADMIN_TLS_KEY_FILE: undefined,
  CAIRN_ALLOW_SANDBOX: undefined,
  ...more,
});

describe('the address of administration', () => {
  test("without TLS is accepted on this machine only; other addresses need the sandbox's permission", () => {
    const faults = (listen: string, mode: 'live' | 'sandbox', more?: Partial<Values>) =>
      checkAdministration(valuesOf(listen, more), mode).length;
    expect(faults('https://127.0.0.1:9443', 'live')).toBe(0);
    expect(faults('https://10.0.0.4:9443', 'live')).toBe(0);
    expect(faults('http://127.0.0.1:9080', 'live')).toBe(1);
    expect(faults('http://127.0.0.1:9080', 'sandbox')).toBe(0);
    expect(faults('http://10.0.0.4:9080', 'sandbox', { CAIRN_ALLOW_SANDBOX: true })).toBe(1);
    expect(faults('https://10.0.0.4:9443', 'sandbox')).toBe(1);
    expect(faults('https://10.0.0.4:9443', 'sandbox', { CAIRN_ALLOW_SANDBOX: true })).toBe(0);
    expect(faults('https://127.0.0.1:9443', 'live', { ADMIN_TLS_CERT_FILE: 'a.pem' })).toBe(1);
    expect(() => listenAddresses('https://127.0.0.1')).toThrow('must name a port');
  });

  test('is used in key files and in the certificate', () => {
    const at = administrationOf(
      valuesOf('http://127.0.0.1:9080,https://[::1]:9443', { ADMIN_URL: new URL('https://admin.store.example:9443') }),
    );
    expect(at).toMatchObject({
      tokenUri: 'https://admin.store.example:9443/token',
      names: ['admin.store.example', '127.0.0.1', '::1', 'localhost'],
    });
    expect(administrationOf({ ...valuesOf('https://127.0.0.1:1'), ADMIN_LISTEN: undefined })).toBeUndefined();
  });
});
