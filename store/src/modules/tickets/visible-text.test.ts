import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isReplyAddress, newReplySecret, replyAddress, replyHashesIn, withoutReplyAddresses } from './reply-address.ts';
import { visibleText } from './visible-text.ts';

describe('the visible text of a mail', () => {
  it.each([
    [
      'Gmail',
      'It works now.\n\nOn Mon, 2 Nov 2026 at 10:12, Cairn <hello@cairn.example> wrote:\n\n> An answer\n> from us\n',
    ],
    [
      'Gmail, its line folded',
      'It works now.\n\nOn Mon, 2 Nov 2026 at 10:12, Cairn\n<hello@cairn.example> wrote:\n> An answer',
    ],
    [
      'Gmail in French',
      'It works now.\n\nLe lun. 2 nov. 2026 à 10:12, Cairn <hello@cairn.example> a\nécrit :\n\n> Une réponse',
    ],
    [
      'Apple Mail in French',
      'It works now.\n\nLe 2 nov. 2026 à 10:12, Cairn <hello@cairn.example> a écrit :\n\n\n> Une réponse',
    ],
    [
      'Outlook',
      'It works now.\n\n________________________________\nFrom: Cairn <hello@cairn.example>\nSent: Monday, 2 November 2026\nTo: a@b.example\nSubject: Re: Ticket\n\nAn answer',
    ],
    [
      'Outlook in French',
      'It works now.\n\nDe : Cairn <hello@cairn.example>\nEnvoyé : lundi 2 novembre 2026\nÀ : a@b.example\n\nUne réponse',
    ],
    ['an old program', 'It works now.\n\n-----Original Message-----\nFrom: Cairn\n\nAn answer'],
    ['a quote alone', 'It works now.\n> An answer\n>> A question\n'],
    ['a signature', 'It works now.\n-- \nAda Lovelace\nLondon'],
  ])('%s: the text above the quote', (_, text) => {
    expect(visibleText(text)).toBe('It works now.');
  });

  it.each([
    [
      'answers between quoted lines',
      'See below.\n\nOn Monday, Cairn wrote:\n> Which phone?\nA Pixel 9.\n> Which country?\nJapan.',
    ],
    ['nothing but a quote', '> An answer\n> from us'],
    ['words that only look like one', 'On Monday it broke.\nFrom: Paris\nTo: Rome\nNothing more.'],
  ])('%s: the whole text', (_, text) => {
    expect(visibleText(text)).toBe(text);
  });

  test('is a prefix of any text, or all of it, and never empty for a non-empty text', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '> quoted',
        '-- ',
        '',
        'On Monday, Cairn wrote:',
        'Le lundi, Cairn a écrit :',
        'From: x',
        'Sent: y',
        '____',
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const text = lines.join('\n');
        const shown = visibleText(text);
        expect(shown === '').toBe(text.trim() === '');
        expect(
          text
            .split('\n')
            .map((each) => each.trimEnd())
            .join('\n')
            .trim()
            .startsWith(shown) || text.trim() === shown,
        ).toBe(true);
      }),
    );
  });

  test('is found fast in a text that is crafted to be slow', () => {
    for (const piece of ['On ', 'On x\n', '> \n', 'From: a\n', '-'.repeat(50), 'Le a écrit ']) {
      const text = piece.repeat(Math.floor(100_000 / piece.length));
      expect(visibleText(text).length).toBeGreaterThan(0);
    }
  }, 5_000);
});

describe('a secret address', () => {
  const { secret, hash } = newReplySecret();
  const address = replyAddress(secret, 'cairn.example');

  it('fits into a mail address, and is found in any case and next to any name', () => {
    expect(address.indexOf('@')).toBeLessThanOrEqual(64);
    expect(replyHashesIn([address], 'cairn.example')).toEqual([hash]);
    expect(replyHashesIn([`"Cairn" <${address.toUpperCase()}>`, address], 'cairn.example')).toEqual([hash]);
    expect(isReplyAddress(address.toUpperCase())).toBe(true);
  });

  it('is not found at another domain, or when it is cut', () => {
    expect(replyHashesIn([replyAddress(secret, 'evil.example'), `${address}.evil.example`], 'cairn.example')).toEqual(
      [],
    );
    expect(
      replyHashesIn([address.replace(secret, secret.slice(1)), 'hello@cairn.example', ''], 'cairn.example'),
    ).toEqual([]);
  });

  it('is removed from a text before the other side reads it', () => {
    expect(withoutReplyAddresses(`To: ${address}, again <${address.toUpperCase()}>.`)).toBe('To: …, again <…>.');
  });
});
