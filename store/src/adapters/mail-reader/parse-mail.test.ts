import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isAutomatic, parseMail } from './parse-mail.ts';

const raw = (...lines: string[]) => Buffer.from(lines.join('\r\n'));
const PERSON = ['From: Ada <ada@example.com>', 'To: reply@cairn.example', 'Message-ID: <one@example.com>'];

/** Headers of real mails, shortened. */
const AUTOMATIC: [string, string[]][] = [
  ['Gmail’s vacation responder', ['Auto-Submitted: auto-replied', 'Precedence: bulk', 'X-Autoreply: yes']],
  ['Exchange’s automatic reply', ['X-Auto-Response-Suppress: All', 'Auto-Submitted: auto-generated']],
  [
    'Postfix’s bounce',
    ['From: MAILER-DAEMON@mx.example.com', 'Content-Type: multipart/report; report-type=delivery-status; boundary=x'],
  ],
  ['Exim’s bounce', ['Return-Path: <>', 'X-Failed-Recipients: ada@example.com', 'Auto-Submitted: auto-replied']],
  ['a mail with an empty Return-Path', ['Return-Path: <>']],
  ['Mailman’s list', ['List-Id: Travellers <travellers.lists.example.com>', 'Precedence: list']],
  ['a newsletter', ['List-Unsubscribe: <https://example.com/out>', 'Precedence: bulk']],
  ['cPanel’s autoresponder', ['X-Autorespond: Re: Ticket', 'Precedence: auto_reply']],
  ['a postmaster', ['From: Postmaster <postmaster@example.com>']],
];

describe('automatic mail', () => {
  it.each(AUTOMATIC)('%s', async (_, headers) => {
    const own = headers.some((each) => each.startsWith('From:')) ? PERSON.slice(1) : PERSON;
    expect((await parseMail(raw(...own, ...headers, '', 'x'))).isAutomatic).toBe(true);
  });

  it.each([
    ['Gmail', ['MIME-Version: 1.0', 'Return-Path: <ada@example.com>']],
    ['iPhone', ['X-Mailer: iPhone Mail (22A3354)', 'Auto-Submitted: no']],
    ['Outlook', ['Thread-Topic: Ticket', 'X-MS-Has-Attach:', 'X-Priority: 3', 'Precedence: first-class']],
  ])('does not include a personal mail with %s', async (_, headers) => {
    expect((await parseMail(raw(...PERSON, ...headers, '', 'x'))).isAutomatic).toBe(false);
  });

  it('is detected by each header alone', () => {
    const all = AUTOMATIC.flatMap(([, headers]) => headers).filter(
      (each) => !/^(From|X-Auto-Response-Suppress)/.test(each),
    );
    for (const header of all) {
      const [key = '', value = ''] = header.split(': ');
      expect(isAutomatic([{ key: key.toLowerCase(), value }], 'ada@example.com'), header).toBe(true);
    }
  });
});

describe('a parsed mail', () => {
  it('with HTML only becomes text: paragraphs, lists, quotes; no scripts, styles or pictures', async () => {
    const { text } = await parseMail(
      raw(
        ...PERSON,
        'Content-Type: text/html; charset=utf-8',
        '',
        '<style>p{color:red}</style><p>Caf&eacute;&nbsp;first</p><ul><li>one<li>two</ul><script>alert(1)</script>',
        '<p>See <a href="https://example.com/a">the page</a><img src="https://evil.example/pixel.png"></p>',
        '<blockquote>An answer</blockquote>',
      ),
    );
    expect(text).toContain('Café');
    expect(text).toMatch(/\* one\n \* two/);
    expect(text).toContain('the page [https://example.com/a]');
    expect(text).toContain('> An answer');
    expect(text).not.toMatch(/alert|color|pixel/);
  });

  it.each([
    ['iso-8859-1', Buffer.from('d\xe9j\xe0 vu', 'latin1'), 'déjà vu'],
    ['windows-1252', Buffer.from('\x93ok\x94', 'latin1'), '“ok”'],
    ['iso-2022-jp', Buffer.from('\x1b$B4A;z\x1b(B', 'latin1'), '漢字'],
    ['x-unheard-of', Buffer.from('plain'), 'plain'],
  ])('in %s', async (charset, body, text) => {
    const head = raw(...PERSON, `Content-Type: text/plain; charset=${charset}`, '', '');
    expect((await parseMail(Buffer.concat([head, body]))).text).toBe(text);
  });

  it('has its recipients and its id; an invalid Message-ID is dropped', async () => {
    const mail = await parseMail(
      raw(
        'From: Ada <ada@example.com>',
        'To: A <a@x.example>, G: b@x.example, c@x.example;',
        'Cc: d@x.example',
        'Delivered-To: e@x.example',
        'Message-ID: <a b@c>',
        '',
        'x',
      ),
    );
    expect(mail.recipients).toEqual(['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example', 'e@x.example']);
    expect(mail).toMatchObject({ from: 'ada@example.com', messageId: null });
    expect((await parseMail(raw(...PERSON, '', 'one'))).hash).toBe((await parseMail(raw(...PERSON, '', 'two'))).hash);
    expect((await parseMail(raw('', 'one'))).hash).not.toBe((await parseMail(raw('', 'two'))).hash);
  });

  it('keeps potential pictures, and lists the names of other attachments', async () => {
    const part = (type: string, name: string, size = 3) => [
      '--b',
      `Content-Type: ${type}; name="${name}"`,
      'Content-Disposition: attachment',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.alloc(size).toString('base64'),
    ];
    const mail = await parseMail(
      raw(
        ...PERSON,
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b',
        '',
        'Hello',
        ...part('image/png', 'screen.png'),
        ...part('application/pdf', 'bill.pdf'),
        ...part('image/jpeg', 'huge.jpg', 5 * 1024 * 1024 + 1),
        ...part('image/svg+xml', 'x.svg'),
        ...part('application/pgp-signature', 'signature.asc'),
        '--b--',
      ),
    );
    expect(mail.text).toBe('Hello');
    expect(mail.pictures.map(({ name }) => name)).toEqual(['screen.png']);
    expect(mail.dropped).toEqual(['bill.pdf', 'huge.jpg', 'x.svg']);
  });

  test('of any bytes is either text that PostgreSQL can store, or an error', async () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '',
        'Content-Type: multipart/mixed; boundary=b',
        '--b',
        '--b--',
        'Content-Transfer-Encoding: base64',
        'Content-Type: text/html',
        'Content-Type: message/rfc822',
        '<p>\0</p>',
        '=?utf-8?q?=00?=',
        'Subject: \ud800',
        'To: <<>>,;:',
      ),
    );
    const mails = fc.oneof(
      fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)),
      fc.array(line, { maxLength: 40 }).map((lines) => Buffer.from(lines.join('\r\n'))),
    );
    await fc.assert(
      fc.asyncProperty(mails, async (bytes) => {
        const mail = await parseMail(bytes);
        expect(mail.text.isWellFormed()).toBe(true);
        expect([mail.text, mail.from, ...mail.dropped].join('')).not.toMatch(/\0/);
        expect(mail.text.length).toBeLessThanOrEqual(100_000);
      }),
      { numRuns: 300 },
    );
  });
});
