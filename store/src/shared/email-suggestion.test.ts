import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KNOWN_DOMAINS, suggestedEmail } from './email-suggestion.ts';

describe('the address that was probably meant', () => {
  test.each([
    ['gmial.com', 'gmail.com'],
    ['gmai.com', 'gmail.com'],
    ['gmail.con', 'gmail.com'],
    ['gmail.co', 'gmail.com'],
    ['gmail', 'gmail.com'],
    ['gmailcom', 'gmail.com'],
    ['GMIAL.COM', 'gmail.com'],
    ['hotmial.com', 'hotmail.com'],
    ['hotmal.fr', 'hotmail.fr'],
    ['outlok.con', 'outlook.com'],
    ['yaho.fr', 'yahoo.fr'],
    ['iclould.com', 'icloud.com'],
    ['orage.fr', 'orange.fr'],
    ['wanado.fr', 'wanadoo.fr'],
    ['laposte.ner', 'laposte.net'],
    ['company.con', 'company.com'],
  ])('%s: %s', (typed, meant) => {
    expect(suggestedEmail(` Amara.Diallo@${typed} `)).toBe(`Amara.Diallo@${meant}`);
  });

  test.each(['example.com', 'exmaple', 'ymail.com', 'yahoo.cn', 'hotmail.nl', 'hotel.com', 'sf.fr', 'company.co', ''])(
    'none for %s',
    (domain) => expect(suggestedEmail(`amara@${domain}`)).toBeUndefined(),
  );

  test('none for what is no address', () => {
    for (const typed of ['', 'amara', '@gmial.com']) expect(suggestedEmail(typed)).toBeUndefined();
  });

  const local = fc.stringMatching(/^[A-Za-z0-9.+_-]{1,20}$/);

  test('is never given for a domain that we know, in any case', () => {
    fc.assert(
      fc.property(local, fc.constantFrom(...KNOWN_DOMAINS), fc.boolean(), (name, domain, loud) => {
        expect(suggestedEmail(`${name}@${loud ? domain.toUpperCase() : domain}`)).toBeUndefined();
      }),
    );
  });

  test('keeps the name before the @, and is itself never followed by another suggestion', () => {
    const slip = fc
      .tuple(fc.constantFrom(...KNOWN_DOMAINS), fc.nat(20), fc.constantFrom('', 'x', '.', 'm'))
      .map(([domain, at, letter]) => domain.slice(0, at) + letter + domain.slice(at + 1));
    fc.assert(
      fc.property(local, slip, (name, domain) => {
        const meant = suggestedEmail(`${name}@${domain}`);
        if (meant === undefined) return;
        expect(meant.startsWith(`${name}@`)).toBe(true);
        expect(suggestedEmail(meant)).toBeUndefined();
      }),
    );
  });
});
