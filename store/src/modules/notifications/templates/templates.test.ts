import { describe, expect, test } from 'vitest';
import { localized } from '../../../shared/locale.ts';
import { usd } from '#test/support/money.ts';
import { esimReadyMail, type EsimReadyData, type ReadyEsim } from './esim-ready.ts';
import { markMail, type RenderedMail } from './layout.ts';
import { type OrderRefundedData, orderRefundedMail, refundReturnedMail } from './order-refunded.ts';
import { accountNewsMail, type AccountNews } from './account-news.ts';
import { linkMail, type LinkMailKind } from './link-mail.ts';

const HOSTILE = `"><script>alert('x')</script>&$t(common.offers.france){{brand}}`;

const france = {
  name: localized({ en: 'France', fr: 'France' }),
  dataMb: 3072,
  unlimited: null,
  days: 30,
  activation: 'first-usage' as const,
  price: usd(1100),
};
const spain = {
  name: localized({ en: 'Spain', fr: 'Espagne' }),
  dataMb: 1024,
  unlimited: null,
  days: 7,
  activation: 'first-usage' as const,
  price: usd(450),
};
const purchase = {
  orderNumber: '7K2M9QXD',
  orderUrl: 'https://store.example/orders/1/open?key=SECRET-KEY',
  receiptUrl: 'https://store.example/orders/1/open?key=SECRET-KEY&receipt',
  helpUrl: 'https://store.example/help/installation',
  support: { email: 'help@store.example', url: 'https://store.example/contact' },
  total: usd(1100),
  card: { brand: 'visa', last4: '4242' },
};
const esim: ReadyEsim = {
  ...france,
  lpa: 'LPA:1$smdp.example$CODE-123$$1',
  smdpAddress: 'smdp.example',
  activationCode: 'CODE-123',
  confirmationCode: '9876',
  appleUrl: 'https://esimsetup.apple.com/x?carddata=LPA',
  androidUrl: 'https://esimsetup.android.com/x?carddata=LPA',
  apn: 'globaldata',
  qrPng: Buffer.from('png'),
};
const ready: EsimReadyData = {
  ...purchase,
  paidAt: new Date('2026-11-12T23:30:00Z'),
  linkDays: 30,
  email: 'amara@example.com',
  items: [france],
  tripDays: [],
  esims: [esim],
  toCome: 0,
  missing: [],
  returned: [],
  giveBack: { days: 30, url: 'https://store.example/orders/1/open?key=k&refund' },
  withdrawUrl: 'https://store.example/withdraw',
  terms: { version: 3, url: 'https://store.example/legal/terms/3' },
  refundPolicy: { version: 2, url: 'https://store.example/legal/refund/2' },
  consent: null,
  taxes: [],
};
const refund: OrderRefundedData = {
  ...purchase,
  items: [france],
  othersStay: false,
  paid: usd(1100),
  reason: 'fulfilment_failed',
  otherWay: null,
};
const verify = {
  link: 'https://store.example/auth/action?mode=verifyEmail&oobCode=OOB-CODE',
  email: 'amara@example.com',
  minutes: 60,
};
const LINK_MAILS: LinkMailKind[] = ['verifyEmail', 'passwordReset', 'emailSignIn', 'changeEmail'];
const { link } = verify;
const NEWS: AccountNews[] = [
  { kind: 'passwordChanged', link },
  { kind: 'passwordRemoved', link },
  { kind: 'emailChanged', link, newEmail: 'other@example.com' },
  { kind: 'providerLinked', link, way: 'google.com' },
  { kind: 'providerUnlinked', link, way: 'facebook.com' },
  { kind: 'secondFactorAdded', link, way: 'totp' },
  { kind: 'secondFactorRemoved', link, way: 'phone' },
  { kind: 'recoveryCodesMade', link },
  { kind: 'recoveryCodeUsed', link },
  { kind: 'newDevice', link, device: 'Chrome, Android', at: new Date('2026-11-12T08:05:00Z') },
  { kind: 'accountDeleted' },
];

const escaped = (text: string) => text.replaceAll('&', '&amp;');

/** Both parts of a mail contain the text; the HTML part with escaped ampersands. */
function expectInBoth({ html, text }: RenderedMail, value: string): void {
  expect(text).toContain(value);
  expect(html).toContain(escaped(value));
}

describe.each(['en', 'fr'] as const)('in %s', (locale) => {
  test('a mail of a rehearsal says in its subject and both parts that nothing is real, and is else the same', () => {
    const plain = esimReadyMail(ready, locale);
    const { subject, html, text, ...rest } = markMail(plain);
    const words = {
      en: 'Staging: no real payment, no real eSIM',
      fr: 'Préproduction\u00a0: ni vrai paiement, ni vraie eSIM',
    }[locale];
    expect(subject).toBe(`[${{ en: 'Staging', fr: 'Préproduction' }[locale]}] ${plain.subject}`);
    expect(html.split(words)).toHaveLength(2);
    expect(html.indexOf(words)).toBeLessThan(html.indexOf('<h1'));
    expect(html.replace(/<p[^>]*>\s*(Staging|Préproduction)[^]*?<\/p>/, '<!--top-->')).toBe(plain.html);
    expect(text).toBe(`${words}\n\n${plain.text}`);
    expect(rest).toEqual({ locale, attachments: plain.attachments });
  });

  test('the mail with the ready eSIM has every code, link and receipt line, in HTML and in text', () => {
    const mail = esimReadyMail(ready, locale);
    for (const value of [
      esim.lpa,
      esim.smdpAddress,
      'CODE-123',
      '9876',
      'globaldata',
      esim.appleUrl,
      esim.androidUrl,
      ready.orderUrl,
    ])
      expectInBoth(mail, value);
    const receipt = {
      en: ['7K2M9QXD', 'Nov 12, 2026', 'eSIM France, 3GB, 30 days', '$11.00', 'Visa ending in 4242'],
      fr: [
        '7K2M9QXD',
        '12 nov. 2026',
        'eSIM France, 3\u00a0Go, 30\u00a0jours',
        '11,00\u00a0$US',
        'Visa se terminant par 4242',
      ],
    };
    for (const value of [...receipt[locale], ready.email]) expectInBoth(mail, value);
    expect(mail.html).toContain(`<html lang="${locale}"`);
  });

  test('the mail with the ready eSIM says how to reach a person, with an address where the merchant states one', () => {
    const mail = esimReadyMail(ready, locale);
    for (const value of ['help@store.example', 'https://store.example/contact']) expectInBoth(mail, value);
    const without = esimReadyMail({ ...ready, support: { ...ready.support, email: null } }, locale);
    expectInBoth(without, 'https://store.example/contact');
    expect(without.text).not.toContain('null');
  });

  test('the QR code is attached and shown inline, and nothing loads from another host', () => {
    const { attachments, html } = esimReadyMail(ready, locale);
    expect(attachments).toEqual([
      { filename: 'esim-qr.png', contentType: 'image/png', content: esim.qrPng, contentId: expect.any(String) },
    ]);
    expect(html).toContain(`src="cid:${attachments[0]!.contentId}"`);
    expect([...html.matchAll(/src="([^"]*)"/g)].map(([, source]) => source)).toEqual([
      `cid:${attachments[0]!.contentId}`,
    ]);
    expect(html).not.toMatch(/url\(|<link|@import/);
  });

  test('several eSIMs have a section each, with their own QR code, links and codes', () => {
    const second = { ...esim, ...spain, lpa: 'LPA:1$smdp.example$CODE-456', activationCode: 'CODE-456' };
    const both = esimReadyMail({ ...ready, items: [france, spain], esims: [esim, second] }, locale);
    expect(both.attachments.map(({ filename }) => filename)).toEqual(['esim-qr-1.png', 'esim-qr-2.png']);
    expect([...both.html.matchAll(/src="([^"]*)"/g)].map(([, source]) => source)).toEqual(
      both.attachments.map(({ contentId }) => `cid:${contentId}`),
    );
    const headings = { en: ['1. France, 3GB', '2. Spain, 1GB'], fr: ['1. France, 3\u00a0Go', '2. Espagne, 1\u00a0Go'] };
    const price = { en: '$4.50', fr: '4,50\u00a0$US' }[locale];
    for (const value of [...headings[locale], 'CODE-123', second.lpa, price]) expectInBoth(both, value);
    expect(both.subject).toBe({ en: 'Your 2 eSIMs are ready', fr: 'Vos 2 eSIM sont prêtes' }[locale]);
    expect(both.html + both.text).not.toMatch(/\{\{|undefined|mail\./);
  });

  test.each([
    ['first-usage', { en: '30 days from first use', fr: '30\u00a0jours à compter de la première utilisation' }],
    ['installation', { en: '30 days from installation', fr: '30\u00a0jours à compter de l’installation' }],
    [null, { en: '30 days', fr: '30\u00a0jours' }],
  ] as const)('the days of a plan begin as the wholesaler states it: %s', (activation, words) => {
    const { html, text } = esimReadyMail(
      { ...ready, items: [{ ...france, activation }], esims: [{ ...esim, activation }] },
      locale,
    );
    expect(text).toContain(words[locale]);
    if (activation === null) expect(html + text).not.toMatch(/first use|installation\b.*30|première utilisation/);
  });

  test('pending and undeliverable eSIMs are mentioned', () => {
    const items = [france, spain, spain];
    const some = esimReadyMail({ ...ready, items, toCome: 1, missing: [spain] }, locale);
    expect(some.subject).toBe({ en: 'One of your 3 eSIMs is ready', fr: 'Une de vos 3 eSIM est prête' }[locale]);
    expectInBoth(some, { en: 'One more eSIM is on its way', fr: 'Une autre eSIM est en préparation' }[locale]);
    expectInBoth(some, { en: 'could not get the eSIM for Spain', fr: 'obtenir l’eSIM pour l’Espagne' }[locale]);
  });

  test('eSIMs that were given back on request no longer count', () => {
    const items = [france, spain];
    const one = esimReadyMail({ ...ready, items, returned: [spain] }, locale);
    expect(one.subject).toBe({ en: 'Your France eSIM is ready', fr: 'Votre eSIM France est prête' }[locale]);
    expectInBoth(
      one,
      {
        en: 'The eSIM for Spain is no longer part of this order: you get its price back.',
        fr: 'L’eSIM pour l’Espagne ne fait plus partie de cette commande\u00a0: son prix vous est remboursé.',
      }[locale],
    );
    const two = esimReadyMail({ ...ready, items: [...items, spain], esims: [esim, esim], returned: [spain] }, locale);
    expect(two.subject).toBe({ en: 'Your 2 eSIMs are ready', fr: 'Vos 2 eSIM sont prêtes' }[locale]);
    const some = esimReadyMail({ ...ready, items: [...items, spain], missing: [spain], returned: [spain] }, locale);
    expect(some.subject).toBe({ en: 'One of your 2 eSIMs is ready', fr: 'Une de vos 2 eSIM est prête' }[locale]);
  });

  test('a refund that was paid another way does not name the card, and has its reference', () => {
    const otherWay = { reference: 'SEPA 2026-11-26 0042' };
    const mail = orderRefundedMail({ ...refund, reason: 'requested', otherWay }, locale);
    expectInBoth(mail, { en: 'but another way.', fr: 'par un autre moyen.' }[locale]);
    expectInBoth(mail, { en: 'We have paid you back', fr: 'Votre remboursement a été versé' }[locale]);
    expectInBoth(mail, otherWay.reference);
    expect(mail.html + mail.text).not.toMatch(/4242|5 (to|à) 10|on its way|en cours/);
    const without = orderRefundedMail({ ...refund, otherWay: { reference: null } }, locale);
    expect(without.html + without.text).not.toMatch(/Reference|Référence|null/);
  });

  test('a refund of one line says that the others stay; one of the whole order names no destination', () => {
    const line = orderRefundedMail({ ...refund, items: [spain], othersStay: true }, locale);
    expectInBoth(line, { en: 'the other eSIMs of your order', fr: 'aux autres eSIM de votre commande' }[locale]);
    const whole = orderRefundedMail({ ...refund, items: [france, spain], reason: 'requested' }, locale);
    expectInBoth(whole, { en: 'your order of 2 eSIMs', fr: 'votre commande de 2 eSIM' }[locale]);
    expect(refundReturnedMail({ ...refund, items: [france, spain] }, locale).text).not.toMatch(/\{\{|undefined/);
  });

  test('a code that the phone does not ask for is not mentioned', () => {
    const { html, text } = esimReadyMail(
      { ...ready, esims: [{ ...esim, confirmationCode: null, apn: null }], card: null },
      locale,
    );
    expect(html + text).not.toMatch(/9876|APN|4242|null/);
  });

  test('subjects contain no code', () => {
    const subjects = [
      esimReadyMail(ready, locale),
      orderRefundedMail(refund, locale),
      ...LINK_MAILS.map((kind) => linkMail(kind, verify, locale)),
      ...NEWS.map((news) => accountNewsMail(news, locale)),
    ].map(({ subject }) => subject);
    for (const subject of subjects) expect(subject).not.toMatch(/CODE|LPA|7K2M9QXD|SECRET|9876/);
  });

  test.each(['fulfilment_failed', 'duplicate_payment', 'requested'] as const)(
    'a refund states its reason (%s), amount and destination',
    (reason) => {
      const mail = orderRefundedMail({ ...refund, reason }, locale);
      const amount = locale === 'en' ? '$11.00' : '11,00\u00a0$US';
      expect(mail.subject).toContain(amount);
      expectInBoth(mail, amount);
      expectInBoth(mail, '7K2M9QXD');
      expectInBoth(mail, refund.orderUrl);
      expectInBoth(mail, '4242');
    },
  );

  test('the refund of several undelivered eSIMs says why, and claims no agreement', () => {
    const { text } = orderRefundedMail(
      { ...refund, items: [france, spain], total: usd(1550), paid: usd(1550) },
      locale,
    );
    expect(text).toContain(
      locale === 'en'
        ? 'We could not get the eSIMs of your order in time.'
        : 'Nous n’avons pas pu obtenir à temps les eSIM de votre commande.',
    );
    expect(text).not.toMatch(/As agreed|Comme convenu/);
  });

  test('a partial refund states its share', () => {
    const part = { ...refund, reason: 'requested', total: usd(100) } as const;
    const [of, paid] = locale === 'en' ? ['$1.00 of', '$11.00'] : ['1,00\u00a0$US sur', '11,00\u00a0$US'];
    expect(orderRefundedMail(part, locale).text).toContain(`${of} ${paid}`);
    expect(orderRefundedMail({ ...refund, reason: 'requested' }, locale).text).not.toContain(of);
  });

  test('a returned refund says so, names the card, and says what happens next', () => {
    const mail = refundReturnedMail(refund, locale);
    expectInBoth(mail, locale === 'en' ? '$11.00' : '11,00\u00a0$US');
    expectInBoth(mail, '4242');
    expectInBoth(mail, refund.orderUrl);
    expectInBoth(mail, locale === 'en' ? 'within 2 business days' : 'sous 2 jours ouvrés');
    expect(refundReturnedMail({ ...refund, card: null }, locale).text).not.toMatch(/4242|\{\{|undefined/);
  });

  test.each(LINK_MAILS)('%s has its link as a button and as text, and states its lifetime', (kind) => {
    const mail = linkMail(kind, verify, locale);
    expectInBoth(mail, verify.link);
    expect(mail.html.split(escaped(verify.link))).toHaveLength(3);
    expect(mail.text).toContain(locale === 'en' ? 'for 60 minutes' : 'pendant 60\u00a0minutes');
    expect(linkMail(kind, { ...verify, minutes: 72 * 60 }, locale).text).toContain(
      locale === 'en' ? 'for 72 hours' : 'pendant 72\u00a0heures',
    );
    expect(mail.html + mail.text).not.toMatch(/\{\{|undefined|mail\./);
  });

  test.each(NEWS)('the notice $kind says what happened and has the link that reverts it', (news) => {
    const mail = accountNewsMail(news, locale);
    if (news.kind !== 'accountDeleted') expectInBoth(mail, link);
    if (news.kind === 'emailChanged') expectInBoth(mail, 'other@example.com');
    if (news.kind === 'providerLinked') expectInBoth(mail, 'Google');
    if (news.kind === 'providerUnlinked') expectInBoth(mail, 'Facebook');
    if (news.kind === 'newDevice')
      expectInBoth(
        mail,
        `Chrome, Android, ${locale === 'en' ? 'on Nov 12, 2026, 8:05 AM UTC' : 'le 12 nov. 2026, 08:05 UTC'}`,
      );
    expect(mail.html + mail.text).not.toMatch(/\{\{|undefined|mail\./);
  });

  test('hostile input is rendered as text', () => {
    const mails = [
      esimReadyMail(
        {
          ...ready,
          email: HOSTILE,
          esims: [{ ...esim, activationCode: HOSTILE, apn: HOSTILE }],
          card: { brand: HOSTILE, last4: HOSTILE },
        },
        locale,
      ),
      orderRefundedMail({ ...refund, orderNumber: HOSTILE, orderUrl: HOSTILE }, locale),
      linkMail('verifyEmail', { link: HOSTILE, email: HOSTILE, minutes: 60 }, locale),
      accountNewsMail({ kind: 'emailChanged', link: HOSTILE, newEmail: HOSTILE }, locale),
      accountNewsMail({ kind: 'newDevice', link: HOSTILE, device: HOSTILE, at: new Date() }, locale),
    ];
    for (const { html, text } of mails) {
      expect(html).not.toContain('<script');
      expect(html).toContain('&quot;&gt;&lt;script&gt;');
      expect(text).toContain(HOSTILE);
    }
  });
});

test('the mail with the eSIMs of a trip says which one is used on which day, in text and HTML', () => {
  const data: EsimReadyData = {
    ...ready,
    items: [france, spain],
    esims: [esim, { ...esim, ...spain }],
    tripDays: [
      { esim: 0, first: 1, last: 3, places: [france.name] },
      { esim: 1, first: 4, last: 9, places: [spain.name] },
      { esim: 0, first: 10, last: 12, places: [france.name] },
    ],
  };
  const english = esimReadyMail(data, 'en');
  expect(english.text).toContain('Day 4: Spain 1GB. Spain, days 4 to 9. Choose it for mobile data.');
  expect(english.text).toContain('Day 10: Back to France 3GB. France, days 10 to 12. It is the same eSIM.');
  expect(english.html).toContain('Day 10: Back to France 3GB.');
  expect(esimReadyMail(data, 'fr').text).toMatch(/Jour 10\s: De nouveau France 3\sGo\./);
  expect(esimReadyMail(ready, 'en').text).not.toContain('When to switch');
});
