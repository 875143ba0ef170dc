import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Patient } from './check.ts';
import { KEY_CHECKS } from './keys.ts';
import { MAIL_CHECKS } from './mail.ts';

type Zone = Record<string, string[]>;
const missing = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));

/** DNS records of a sender's domain. */
function patientOf(zone: Zone, dkimSelector?: string): Patient {
  return {
    site: { settings: {} },
    config: { mode: 'live', mail: { from: 'Shop <hello@mail.shop.test>', dkimSelector } },
    dns: {
      resolveTxt: async (name: string) => zone[name]?.map((text) => [text.slice(0, 5), text.slice(5)]) ?? missing(),
      resolveMx: async (name: string) =>
        zone[`MX ${name}`]?.map((exchange) => ({ exchange, priority: 10 })) ?? missing(),
    },
  } as unknown as Patient;
}

const check = (name: string) => [...MAIL_CHECKS, ...KEY_CHECKS].find((each) => each.name === name)!;
const DOMAIN = 'mail.shop.test';

describe("the sender's domain", () => {
  it.each<[string, Zone, string, RegExp]>([
    ['mail: MX', { [`MX ${DOMAIN}`]: ['in.shop.test'] }, 'ok', /in\.shop\.test/],
    ['mail: MX', {}, 'failed', /accepts no mail/],
    ['mail: MX', { [`MX ${DOMAIN}`]: [''] }, 'failed', /accepts no mail/],
    ['mail: SPF', { [DOMAIN]: ['google-site=1', 'v=spf1 include:_spf.example -all'] }, 'ok', /include/],
    ['mail: SPF', { [DOMAIN]: ['something else'] }, 'failed', /has 0 SPF records/],
    ['mail: SPF', { [DOMAIN]: ['v=spf1 a -all', 'v=spf1 mx -all'] }, 'failed', /has 2 SPF records/],
    ['mail: SPF', { [DOMAIN]: ['v=spf1 +all'] }, 'failed', /allows every server/],
    ['mail: SPF', { [DOMAIN]: ['v=spf1 all'] }, 'failed', /allows every server/],
    ['mail: DKIM', { [`s1._domainkey.${DOMAIN}`]: ['v=DKIM1; k=rsa; p=MIIB'] }, 'ok', /has a key/],
    ['mail: DKIM', {}, 'failed', /has no key/],
    ['mail: DKIM', { [`s1._domainkey.${DOMAIN}`]: ['v=DKIM1; p='] }, 'failed', /revoked/],
    ['mail: DMARC', { [`_dmarc.${DOMAIN}`]: ['v=DMARC1; p=reject'] }, 'ok', /"reject"/],
    ['mail: DMARC', { '_dmarc.shop.test': ['v=DMARC1;p=quarantine'] }, 'ok', /shop\.test has a policy of "quarantine"/],
    ['mail: DMARC', { [`_dmarc.${DOMAIN}`]: ['v=DMARC1; p=none; sp=reject'] }, 'warning', /"none"/],
    ['mail: DMARC', {}, 'failed', /has none/],
  ])('%s of %j: %s', async (name, zone, state, says) => {
    const found = await check(name).run(patientOf(zone, 's1'), AbortSignal.timeout(60_000));
    expect(found).toMatchObject({ state, says: expect.stringMatching(says) });
  });

  it('is not checked for a DKIM key without a selector', async () => {
    const found = await check('mail: DKIM').run(patientOf({}), AbortSignal.timeout(60_000));
    expect(found).toEqual({ state: 'not-checked', says: 'MAIL_DKIM_SELECTOR is not set' });
  });
});

describe('the page that ends notices', () => {
  it.each([
    [404, 'ok', /reaches.*\nNot checked: .*DKIM/],
    [302, 'failed', /status 302/],
  ])('answers %i to a mail service: %s', async (status, state, says) => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers['content-type']}`);
      response.writeHead(status, { location: '/elsewhere' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { config, ...patient } = patientOf({});
      const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const found = await check('mail: unsubscribe').run(
        { ...patient, config: { ...config, publicUrl } },
        AbortSignal.timeout(60_000),
      );
      expect(found).toMatchObject({ state, says: expect.stringMatching(says) });
      expect(asked).toEqual([expect.stringMatching(/^POST \/notices\/doctor application\/x-www-form-urlencoded/)]);
    } finally {
      server.close();
    }
  });
});

it('live mode requires a backup key', async () => {
  expect(await check('backup key').run(patientOf({}), AbortSignal.timeout(60_000))).toMatchObject({ state: 'failed' });
});
