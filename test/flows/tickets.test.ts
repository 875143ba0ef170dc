import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { createAccount } from '#test/support/accounts.ts';
import { count, rows, startBuiltShop } from '#test/support/books.ts';
import { cases, inFull } from '#test/support/full.ts';
import { bought, errorOf, post } from '#test/support/shop.ts';
import { contactForm, type Form, MERCHANT, someone, ticketsIn } from '#test/support/tickets.ts';
import { control, messages, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';
import { createDesk } from '#test/support/desk.ts';

let world: World;
beforeAll(async () => {
  world = await startBuiltShop({ LIMIT_TICKETS_PER_ADDRESS: '1000' });
});
afterAll(() => world?.close());

const desk = () => createDesk(world.db);
const { open, ticketOf, messagesOf, header, mailsTo, mailTo, replyTo, send, arrives } = ticketsIn(() => world);

describe.each(
  cases([
    { locale: 'en', opened: 'Your message to Cairn', answered: 'An answer from us', quote: 'On Monday, Cairn wrote:' },
    { locale: 'fr', opened: 'Votre message à Cairn', answered: 'Notre réponse', quote: 'Le lundi, Cairn a écrit :' },
  ]),
)('a ticket in $locale', ({ locale, opened, answered, quote }) => {
  it('goes its whole way over real SMTP: form, two mails, replies by mail and by command, closed and reopened', async () => {
    const secret = `secret-${randomUUID()}`;
    const { number, email } = await open({ locale, message: `Où est mon eSIM ? ${secret}` });
    const confirmation = await mailTo(email, number);
    expect(confirmation.subject).toContain(opened);
    expect(confirmation.html).toContain(`lang="${locale}"`);
    // The sender of the form may have typed another person's address.
    expect(confirmation.text + confirmation.html).not.toContain(secret);
    expect(await header(confirmation, 'Auto-Submitted')).toBe('auto-generated');
    expect(await header(confirmation, 'X-Auto-Response-Suppress')).toBe('All');
    const notice = await mailTo(MERCHANT, number);
    expect(notice.text).toContain(secret);
    expect(await replyTo(notice)).not.toBe(await replyTo(confirmation));

    // The traveller replies: only the new text is passed on, and all of it is stored.
    await send({
      to: await replyTo(confirmation),
      messageId: `<${secret}@elsewhere.example>`,
      text: `It is a Pixel.\n\n${quote}\n> the old mail`,
    });
    expect((await arrives(number, 'It is a Pixel.')).text).toContain('> the old mail');
    const second = await mailTo(MERCHANT, number, 2);
    expect(second.text).toContain('It is a Pixel.');
    expect(second.text).not.toContain('the old mail');
    expect(second.text).toContain('ada@elsewhere.example');

    // The merchant replies to that mail. The reply goes to the ticket's address, not to From, and reveals neither
    // side's secret address.
    const merchantAddress = await replyTo(second);
    await send({
      to: merchantAddress,
      from: MERCHANT,
      text: `Turn on data roaming. ${merchantAddress}\n\n${quote}\n> It is a Pixel.`,
    });
    const answer = await mailTo(email, number, 2);
    expect(answer.text).toContain(answered);
    expect(answer.text).toContain('Turn on data roaming. …');
    expect(answer.text).not.toContain('Pixel');
    expect(await header(answer, 'References')).toContain(`<${secret}@elsewhere.example>`);
    expect(await header(answer, 'In-Reply-To')).toBe(`<${secret}@elsewhere.example>`);
    expect((await ticketOf(number)).status).toBe('waiting');
    expect(await messages(world.mail, 'ada@elsewhere.example')).toEqual([]);

    // Answered by command, then closed.
    const ticket = (await desk().findTicket(number.toLowerCase()))!;
    expect(await desk().answerTicket(ticket, 'Does it work now?')).toEqual([`answer to ${number} queued`]);
    const last = await mailTo(email, number, 3);
    expect(last.text).toContain('Does it work now?');
    expect(await desk().closeTicket(ticket)).toEqual([`${number} closed`]);
    expect(await desk().closeTicket(ticket)).toEqual([`${number} is closed already`]);

    // A reply to any of the mails reopens it.
    await send({ to: await replyTo(last), text: 'No!' });
    await arrives(number, 'No!');
    expect((await ticketOf(number)).status).toBe('open');
    const shown = (await desk().showTicket(ticket)).join('\n');
    for (const words of [email, 'It is a Pixel.', 'Turn on data roaming.', 'Does it work now?', 'No!'])
      expect(shown).toContain(words);
    expect((await desk().listTickets({ all: false })).join('\n')).toContain(number);
    expect((await desk().stuck()).join('\n')).toMatch(/tickets open: [1-9]/);
  });
});

describe('the language of an answer', () => {
  it('is any language of the merchant, stored and shown to whoever answers', async () => {
    const { number, email } = await open({ locale: 'fr', language: 'de' });
    for (const mail of [await mailTo(email, number), await mailTo(MERCHANT, number)])
      expect(mail.text).toMatch(/Langue de la réponse\s*:?\s*Allemand/);
    const ticket = (await desk().findTicket(number))!;
    expect((await desk().showTicket(ticket)).join('\n')).toContain('German (de)');
    const listed = (await desk().listTickets({ all: true })).find((line) => line.includes(number));
    expect(listed).toMatch(/ {2}de {2}/);
  });

  it('is the page’s without a choice, also for a ticket of 1.0.0', async () => {
    const { number } = await open({ locale: 'fr' });
    const shown = async () => (await desk().showTicket((await desk().findTicket(number))!)).join('\n');
    expect(await shown()).toContain('French (fr)');
    await world.db.execute(sql`update tickets set language = null where number = ${number}`);
    expect(await shown()).toContain('French (fr)');
  });

  it('is refused when the merchant does not answer in it, with and without script', async () => {
    const refused = await post(world.app, '/api/tickets', contactForm({ language: 'tlh' }));
    expect([refused.status, await errorOf(refused)]).toEqual([
      400,
      expect.objectContaining({ code: 'invalid-input', field: 'language' }),
    ]);
    const { formKey: _, locale: __, ...typed } = contactForm({ language: 'tlh' });
    const page = await fetch(`${world.app.url}/contact`, { method: 'POST', body: new URLSearchParams(typed) });
    expect(page.status).toBe(400);
    expect(await page.text()).toContain('Choose one of these languages.');
  });
});

describe('the contact form', () => {
  it('sent twice is one ticket with one mail to each side; changed input is another ticket', async () => {
    const sent = contactForm();
    const twice = await Promise.all([open(sent), open(sent)]);
    expect(new Set(twice.map(({ number }) => number)).size).toBe(1);
    const again = await open(sent);
    expect(again.number).toBe(twice[0]!.number);
    expect((await open({ ...sent, message: 'Something else.' })).number).not.toBe(again.number);
    await mailTo(MERCHANT, again.number);
    await until(async () => (await rows(world, sql`select 1 from mails where sent_at is null`)).length === 0, {
      what: 'all sent',
    });
    expect(await mailsTo(sent['email']!, again.number)).toHaveLength(1);
    expect(await mailsTo(MERCHANT, again.number)).toHaveLength(1);
  });

  inFull(() => {
    it('sent again days later is another ticket, once', async () => {
      const sent = contactForm();
      const first = await open(sent);
      await world.db.execute(
        sql`update tickets set created_at = now() - interval '25 hours' where number = ${first.number}`,
      );
      const later = await Promise.all([open(sent), open(sent)]);
      expect(new Set(later.map(({ number }) => number)).size).toBe(1);
      expect((await open(sent)).number).toBe(later[0]!.number);
      expect(later[0]!.number).not.toBe(first.number);
    });
  });

  it('without scripts is answered by the page, which keeps the input when something is wrong', async () => {
    const sendForm = (fields: Form, path = '/contact', headers: Record<string, string> = {}) =>
      fetch(world.app.url + path, { method: 'POST', body: new URLSearchParams(fields), headers });
    const { formKey: _, locale: __, ...typed } = contactForm({ message: 'A <b>long</b> story', email: 'nobody' });
    const before = await count(world, 'tickets');

    const wrong = await sendForm(typed, '/fr/contact');
    expect(wrong.status).toBe(400);
    expect(wrong.headers.get('cache-control')).toBe('private, no-store');
    const html = await wrong.text();
    expect(html).toContain('<html lang="fr"');
    expect(html).toContain('A &lt;b&gt;long&lt;/b&gt; story');
    expect(html).toMatch(
      /<input[^>]*aria-invalid="true"[^>]*name="email"|<input[^>]*name="email"[^>]*aria-invalid="true"/,
    );
    expect(html).toContain('Indiquez une adresse e-mail valide');

    const trapped = await sendForm({ ...typed, email: someone(), website: 'https://spam.example' });
    expect(trapped.status).toBe(400);
    expect(await trapped.text()).toContain('This field was filled in automatically');
    expect((await sendForm(typed, '/contact', { 'sec-fetch-site': 'cross-site' })).status).toBe(401);
    expect(await count(world, 'tickets')).toBe(before);

    const right = { ...typed, email: someone() };
    const taken = await sendForm(right);
    expect(taken.status).toBe(200);
    const [ticket] = await rows<{ number: string }>(
      world,
      sql`select number from tickets where email = ${right.email}`,
    );
    expect(await taken.text()).toContain(`Ticket ${ticket!.number}`);
    expect(await (await sendForm(right)).text()).toContain(`Ticket ${ticket!.number}`);
    // The cached page contains none of the input.
    expect(await (await fetch(`${world.app.url}/contact`)).text()).not.toMatch(
      /aria-invalid="true"|Ticket [0-9A-Z]{8}/,
    );
  });

  it('keeps the text when rate limited, and accepts only valid addresses', async () => {
    const email = someone();
    for (let each = 0; each < 5; each += 1) await open({ email, message: `Message ${each}` });
    const refused = await post(world.app, '/api/tickets', contactForm({ email }));
    expect([refused.status, (await errorOf(refused)).code]).toEqual([429, 'too-many-requests']);
    const page = await fetch(`${world.app.url}/contact`, {
      method: 'POST',
      body: new URLSearchParams({ topic: 'other', email, message: 'A sixth one' }),
    });
    expect(page.status).toBe(429);
    expect(await page.text()).toContain('A sixth one');
    const { number, email: own } = await open();
    const loop = await post(
      world.app,
      '/api/tickets',
      contactForm({ email: await replyTo(await mailTo(own, number)) }),
    );
    expect(await errorOf(loop)).toMatchObject({ code: 'invalid-input', field: 'email' });
    const local = await post(world.app, '/api/tickets', contactForm({ email: 'name@exmaple' }));
    expect(await errorOf(local)).toMatchObject({ code: 'invalid-input', field: 'email', rule: 'email' });
  });

  it('names an order, which belongs to the ticket only when this browser or account has access to it', async () => {
    const buyer = await bought(world.app);
    const order = buyer.order.number;
    const claimed = await open({ order: `#${order.toLowerCase()}` });
    expect(await ticketOf(claimed.number)).toMatchObject({ order_number: order, order_id: null });
    expect((await mailTo(MERCHANT, claimed.number)).text).toContain(`${order} (stated, not verified)`);
    const proven = await open({ order }, { cookie: buyer.cookie });
    expect(await ticketOf(proven.number)).toMatchObject({ order_number: order, order_id: buyer.order.id });
    const unknown = await open({ order: 'ABCD1234' });
    expect(await ticketOf(unknown.number)).toMatchObject({ order_number: 'ABCD1234', order_id: null });
    expect((await post(world.app, '/api/tickets', contactForm({ order: 'my last one' }))).status).toBe(400);
  });
});

describe('a mail', () => {
  it('received twice, or again after a lost response: one message, one mail to the other side', async () => {
    const { number, email } = await open();
    const to = await replyTo(await mailTo(email, number));
    await mailTo(MERCHANT, number);
    await control(world.mail, { fail: { call: 'mail.forward', when: 'after', times: 2, hangup: true } });
    await send({ to, messageId: '<once@elsewhere.example>', text: 'Only once.' });
    await send({ to, messageId: '<once@elsewhere.example>', text: 'Only once.' });
    await send({ to, text: 'The last.' });
    await arrives(number, 'The last.');
    await mailTo(MERCHANT, number, 3);
    const stored = (await messagesOf(number)).filter(({ via }) => via === 'mail');
    expect(stored.map(({ text }) => text).sort()).toEqual(['Only once.', 'The last.']);
    expect(await mailsTo(MERCHANT, number)).toHaveLength(3);
  });

  it("keeps pictures, re-encoded, and says on the ticket's page what it dropped", async () => {
    const { number, email } = await open();
    const to = await replyTo(await mailTo(email, number));
    const png = await sharp({ create: { width: 3_000, height: 1_000, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Copyright: 'a secret place' } })
      .png()
      .toBuffer();
    await send({
      to,
      text: 'See the screen.',
      attachments: [
        { filename: 'screen.png', content: png },
        { filename: 'bill.pdf', content: Buffer.from('%PDF-1.7') },
        { filename: 'fake.jpg', content: Buffer.from('no picture'), contentType: 'image/jpeg' },
        { filename: 'huge.png', content: Buffer.alloc(5 * 1024 * 1024 + 1), contentType: 'image/png' },
      ],
    });
    expect(await arrives(number, 'See the screen.')).toMatchObject({
      pictures: 1,
      dropped: ['bill.pdf', 'huge.png', 'fake.jpg'],
    });
    const note = await mailTo(email, number, 2);
    for (const name of ['bill.pdf', 'huge.png', 'fake.jpg']) expect(note.text).toContain(name);
    expect(note.text).not.toContain('screen.png');
    const notice = await mailTo(MERCHANT, number, 2);
    expect(notice.attachments).toMatchObject([{ contentType: 'image/webp' }]);
    const kept = Buffer.from(notice.attachments[0]!.contentBase64, 'base64');
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'webp', width: 2_000, height: 667 });
    expect(kept.includes('a secret place')).toBe(false);
    expect(await messages(world.mail, 'ada@elsewhere.example')).toEqual([]);
  });

  it('from a program is stored and never answered: it reopens nothing', async () => {
    const { number, email } = await open();
    const to = await replyTo(await mailTo(email, number));
    await mailTo(MERCHANT, number);
    await desk().closeTicket((await desk().findTicket(number))!);
    await send({
      to,
      headers: { 'Auto-Submitted': 'auto-replied' },
      text: 'I am on holiday.',
      attachments: [{ filename: 'a.pdf', content: 'x' }],
    });
    expect(await arrives(number, 'I am on holiday.')).toMatchObject({ automatic: true });
    await send({ to, envelope: { from: '', to }, text: 'Your mail bounced.' });
    expect(await arrives(number, 'Your mail bounced.')).toMatchObject({ automatic: true });
    expect((await ticketOf(number)).status).toBe('closed');
    expect(await rows(world, sql`select 1 from mails where subject_id = ${(await ticketOf(number)).id}`)).toHaveLength(
      2,
    );
  });

  inFull(() => {
    it('in HTML only, in another charset, or malformed is stored as text', async () => {
      const { number, email } = await open();
      const to = await replyTo(await mailTo(email, number));
      await send({ to, html: '<p>In <b>bold</b> words</p>' });
      await arrives(number, 'In bold words');
      const deep = Array.from(
        { length: 300 },
        (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
      ).join('');
      await send({ envelope: { from: 'ada@elsewhere.example', to }, to, raw: `${deep}deep words` });
      expect(await arrives(number, 'deep words')).toMatchObject({ automatic: false, pictures: 0 });
    });
  });

  it('finds its ticket by the secret address alone: not by subject, From or another domain', async () => {
    const { number, email } = await open();
    await mailTo(MERCHANT, number);
    const secret = /\+([^@]+)@/.exec(await replyTo(await mailTo(email, number)))![1]!;
    const dropped: Parameters<typeof send>[0][] = [
      { to: 'support@cairn.example', from: email, subject: `Re: ticket ${number}`, text: 'by subject' },
      { to: `reply+${number.toLowerCase()}@cairn.example`, from: email, text: 'by number' },
      { to: `reply+${secret.slice(0, -1)}@cairn.example`, text: 'by half' },
      { to: `reply+${'0'.repeat(52)}@cairn.example`, text: 'by guess' },
      { to: `reply+${secret}@evil.example`, text: 'elsewhere' },
    ];
    const sent = (await messages(world.mail)).length;
    for (const mail of dropped) await send(mail);
    await send({ to: `REPLY+${secret.toUpperCase()}@CAIRN.example`, text: 'in capitals' });
    await arrives(number, 'in capitals');
    // The second mail in this mailbox is the one that was addressed by subject.
    await mailTo(MERCHANT, number, 3);
    expect((await messagesOf(number)).map(({ text }) => text)).toEqual(['No data in Japan.', 'in capitals']);
    // The incoming mails and the one notice: nothing was sent back.
    expect((await messages(world.mail)).length).toBe(sent + dropped.length + 2);
  });

  it('is handed in by the pipe script, which reports the result to the mail server', async () => {
    const { number, email } = await open();
    const to = await replyTo(await mailTo(email, number));
    const pipe = async (text: string, env: Record<string, string>) => {
      const child = spawn(process.execPath, ['scripts/mail-pipe.mjs', to], {
        stdio: ['pipe', 'inherit', 'inherit'],
        env,
      });
      child.stdin.end(`From: ada@elsewhere.example\r\nSubject: x\r\n\r\n${text}`);
      return ((await once(child, 'exit')) as [number])[0];
    };
    const env = { PUBLIC_URL: world.app.url, INBOUND_MAIL_SECRET: world.env['INBOUND_MAIL_SECRET']! };
    expect(await pipe('By a pipe.', env)).toBe(0);
    expect((await messagesOf(number)).map(({ text }) => text)).toContain('By a pipe.');
    expect(await pipe('Forged.', { ...env, INBOUND_MAIL_SECRET: 'x' })).toBe(69);
    expect(await pipe('Nobody there.', { ...env, PUBLIC_URL: 'http://127.0.0.1:1' })).toBe(75);
  });

  it('that is forged is refused', async () => {
    const url = `${world.app.url}/webhooks/mail`;
    const refused = await fetch(url, {
      method: 'POST',
      body: 'To: x',
      headers: { 'mail-recipient': 'reply+x@cairn.example' },
    });
    expect(refused.status).toBe(400);
    const forged = await fetch(url, {
      method: 'POST',
      body: 'To: x',
      headers: { 'mail-signature': `t=${Math.floor(Date.now() / 1000)},sha256=${'0'.repeat(64)},v1=${'0'.repeat(64)}` },
    });
    expect((await errorOf(forged)).code).toBe('invalid-signature');
  });
});

test('the export of an account has its tickets, and its deletion deletes them with all their data', async () => {
  const { email, idToken } = await createAccount(world.app);
  const bearer = { authorization: `Bearer ${idToken}` };
  const { number } = await open({ email, message: 'From my account.' }, bearer);
  const elsewhere = await open({ email, message: 'As a guest, by an address that is not proven.' });
  await mailTo(email, number);
  const file = await (await fetch(`${world.app.url}/api/account/export`, { headers: bearer })).json();
  expect(file).toMatchObject({ tickets: [{ number, messages: [{ from: 'you', text: 'From my account.' }] }] });
  const { id } = await ticketOf(number);
  const gone = await fetch(`${world.app.url}/identity/v1/accounts:delete?key=cairn-web`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ idToken }),
  });
  expect(gone.status).toBe(200);
  expect(await ticketOf(number)).toBeUndefined();
  expect(await ticketOf(elsewhere.number)).toBeDefined();
  for (const table of ['ticket_messages', 'ticket_addresses'])
    expect(await rows(world, sql`select 1 from ${sql.identifier(table)} where ticket_id = ${id}`)).toEqual([]);
  expect(await rows(world, sql`select 1 from mails where subject_id = ${id} and recipient = ${email}`)).toEqual([]);
});
