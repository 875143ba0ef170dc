import path from 'node:path';
import { merchantFile, realMerchantFile } from '#test/support/merchant.ts';
import { describe, expect, it } from 'vitest';
import { faultsOfIdentity, faultsOfReview, readMerchant, reviewedVersions, warningsOfReview } from './merchant.ts';
import { LEGAL_VERSIONS, versionsInForce } from '../shared/legal.ts';
import { merchantSchema } from '../shared/merchant.ts';

const EXAMPLE = path.join(import.meta.dirname, '../../../docs/merchant.example.json');

/** The errors of a file, without its name. */
function faultsOf(content: object | string): string[] {
  const file = merchantFile(content);
  return readMerchant(file).faults.map((fault) => {
    expect(fault.startsWith(`MERCHANT_FILE: ${file}: `)).toBe(true);
    return fault.slice(`MERCHANT_FILE: ${file}: `.length);
  });
}

describe("the merchant's file", () => {
  it('in docs is an example of every field, and parses', () => {
    const { merchant, faults } = readMerchant(EXAMPLE);
    expect(faults).toEqual([]);
    const fields = Object.keys(merchantSchema.shape).filter((name) => name !== 'vatExemption');
    expect(Object.keys(merchant).sort()).toEqual(fields.sort());
  });

  it('may be empty', () => {
    expect(readMerchant(merchantFile({}))).toEqual({ merchant: {}, faults: [], wrong: [] });
  });

  it('reports the file, the field and the rule of each error', () => {
    expect(
      faultsOf({
        name: ' ',
        email: 'hello',
        phone: '01 23 45 67 89',
        vatId: 'FR 12',
        supportHours: { en: 'always' },
        supervisors: [{ name: 'CNIL', url: 'http://www.cnil.fr' }],
        social: { myspace: 'https://myspace.com/cairn' },
        nickname: 'Cairn',
      }).sort(),
    ).toEqual(
      [
        'Unrecognized key: "nickname"',
        'email: must be an e-mail address',
        'name: must not be empty',
        'phone: must be a number with its country code, such as +33 1 23 45 67 89',
        'social: Unrecognized key: "myspace"',
        'supervisors.0.url: must be an address that starts with https://',
        'supportHours.fr: Invalid input: expected string, received undefined',
        'vatId: must be a VAT id without blanks, such as FR12345678901',
      ].sort(),
    );
  });

  it.each([
    ['javascript:alert(1)', 'must be an address that starts with https://'],
    ['//evil.example', 'must be an address that starts with https://'],
  ])('refuses an address such as %s', (url, rule) => {
    expect(faultsOf({ social: { facebook: url } })).toEqual([`social.facebook: ${rule}`]);
  });

  it('that is missing or is not JSON is an error, not a crash', () => {
    expect(readMerchant('/no/such/file.json').faults).toEqual([
      'MERCHANT_FILE: /no/such/file.json: can not be read (ENOENT)',
    ]);
    expect(faultsOf('{ "name": ')[0]).toMatch(/^is not JSON/);
    expect(faultsOf('[]')[0]).toMatch(/expected object/);
  });
});

describe('the identity in live mode', () => {
  const faultsWith = (change: (facts: Record<string, unknown>) => object) => {
    const file = realMerchantFile(change);
    return faultsOfIdentity(file, readMerchant(file).merchant).map((fault) => fault.split(': ').slice(2).join(': '));
  };

  it('is complete with every fact that the law requires', () => {
    expect(faultsWith((facts) => facts)).toEqual([]);
    expect(
      faultsWith(({ vatId: _, ...facts }) => ({
        ...facts,
        vatExemption: { en: 'Article 293 B of the CGI', fr: 'TVA non applicable, article 293 B du CGI' },
      })),
    ).toEqual([]);
  });

  it.each([
    'name',
    'legalForm',
    'address',
    'register',
    'email',
    'phone',
    'publisher',
    'host',
    'supervisors',
    'mediator',
  ])('is not complete without %s', (name) => {
    expect(faultsWith((facts) => ({ ...facts, [name]: undefined }))).toEqual([`${name}: is required in live mode`]);
  });

  it('needs a VAT id or the reason why there is none', () => {
    expect(faultsWith(({ vatId: _, ...facts }) => facts)).toEqual(['vatId or vatExemption: is required in live mode']);
  });

  it('is checked beside a field that breaks a rule, so that all faults are listed at once', () => {
    const change = ({ register: _, ...facts }: Record<string, unknown>) => ({
      ...facts,
      phone: '01',
      vatId: 'FR 1',
      publisher: 'SAMPLE',
      nickname: 'Cairn',
    });
    const file = realMerchantFile(change);
    const { merchant, faults, wrong } = readMerchant(file);
    const fields = [...faults, ...faultsOfIdentity(file, merchant, wrong)].map((fault) => fault.split(': ')[2]);
    expect(fields.sort()).toEqual(['Unrecognized key', 'phone', 'publisher', 'register', 'vatId']);
  });

  it("is never the example's", () => {
    const { merchant } = readMerchant(EXAMPLE);
    const faults = faultsOfIdentity(EXAMPLE, merchant);
    // A wrong "no" and too few languages claim nothing.
    // Nor do facts that no page shows.
    const { supportAlways: _, supportLanguages: __, tax: ___, timeZone: ____, ...telling } = merchant;
    expect(faults).toHaveLength(Object.keys(telling).length);
    expect(faults[0]).toMatch(/name: is still a value of the example$/);
  });
});

describe('the reviewed versions', () => {
  it('are one number for all texts, or one version per text', () => {
    expect(Object.fromEntries(reviewedVersions('2'))).toEqual({ terms: 2, privacy: 2, refund: 2, compliance: 2 });
    expect(Object.fromEntries(reviewedVersions('terms/1, privacy/3'))).toEqual({ terms: 1, privacy: 3 });
  });

  it.each(['', '0', 'v1', 'yes', 'terms', 'terms/0', 'imprint/1', 'terms/1,terms/2', 'terms/1,'])(
    'are not "%s"',
    (value) => {
      expect(() => reviewedVersions(value)).toThrow(RangeError);
    },
  );

  const NEWEST = 'terms/2,privacy/3,refund/2,compliance/2';

  it('must name each text, in a version that exists', () => {
    expect(faultsOfReview(reviewedVersions(NEWEST))).toEqual([]);
    expect(faultsOfReview(reviewedVersions('terms/2,privacy/3,compliance/2'))[0]).toContain('review of refund/2;');
    expect(faultsOfReview(reviewedVersions('terms/9,privacy/3,refund/2,compliance/2'))[0]).toContain('terms/2;');
    expect(faultsOfReview(undefined)[0]).toContain(`set it to ${NEWEST}`);
  });

  it('may be older than the newest, which then waits: a store of 1.0.0 starts, and is asked for the review', () => {
    for (const value of ['1', 'terms/1,privacy/1,refund/1,compliance/1']) {
      const reviewed = reviewedVersions(value);
      expect(faultsOfReview(reviewed)).toEqual([]);
      expect(versionsInForce(reviewed)).toEqual({ terms: 1, privacy: 1, refund: 1, compliance: 1 });
      expect(warningsOfReview(reviewed)).toEqual([
        `LEGAL_REVIEWED: not reviewed by a lawyer yet: terms/2, privacy/3, refund/2, compliance/2. In force until then: terms/1, privacy/1, refund/1, compliance/1. After the review set it to ${NEWEST}`,
      ]);
    }
    expect(versionsInForce(reviewedVersions(NEWEST))).toEqual(LEGAL_VERSIONS);
    expect(versionsInForce(new Map())).toEqual(LEGAL_VERSIONS);
    expect(warningsOfReview(reviewedVersions(NEWEST))).toEqual([]);
  });
});
