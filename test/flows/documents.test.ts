import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountDocuments, DocumentView } from '#src/shared/document-view.ts';
import { createAccount, type TestAccount } from '#test/support/accounts.ts';
import { rows, startBuiltShop } from '#test/support/books.ts';
import { createDesk } from '#test/support/desk.ts';
import { realMerchantFile } from '#test/support/merchant.ts';
import { inFull } from '#test/support/full.ts';
import { ops as opsOn } from '#test/support/ops.ts';
import { readPdf } from '#test/support/pdf.ts';
import { backupKeys, createRestores } from '#test/support/restores.ts';
import { becomes, bought, type Buyer, look, order } from '#test/support/shop.ts';
import { control, messages, payHosted, until } from '#test/support/wire.ts';
import { startBeside, type World } from '#test/support/world.ts';
import { documentFaults } from '../../bench/chaos/document-verdict.ts';

/** Receipts and credit notes: their numbers, their sums, their files, and who may see them. */

let world: World;
const restores = createRestores(() => world);
beforeAll(async () => {
  world = await startBuiltShop({ ...backupKeys(), SWEEP_SECONDS: '3600', MERCHANT_FILE: realMerchantFile() });
});
afterAll(async () => {
  await restores.close();
  await world?.close();
});

/** The store of the test's own merchant. Its year begins in Paris. */
const YEAR = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Paris', year: 'numeric' }).format();

const withToken = ({ idToken }: TestAccount) => ({ authorization: `Bearer ${idToken}` });
const faults = (store: Pick<World, 'db'> = world) =>
  documentFaults({ query: (text: string) => rows(store, sql.raw(text)) as never });

const documentsOf = async ({ order: { id }, cookie }: Buyer, app = world.app) => {
  const answer = await fetch(`${app.url}/api/orders/${id}/documents`, { headers: { cookie } });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { documents: DocumentView[] }).documents;
};
const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(world.app.url + path, { headers, redirect: 'manual' });

async function pdfAt(path: string, headers: Record<string, string>) {
  const answer = await open(path, headers);
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'application/pdf',
    'private, no-store',
  ]);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return { bytes, name: answer.headers.get('content-disposition'), ...(await readPdf(bytes)) };
}

/** An order whose lines are taxed at 20 % in France; paid. */
async function taxed(planIds: string[], changes: object = {}, headers: Record<string, string> = {}): Promise<Buyer> {
  const buyer = await order(world.app, { planId: undefined, planIds, ...changes }, headers);
  await rows(
    world,
    sql`update order_lines set tax_country = 'FR', tax_rate_bp = 2000, tax_amount = round(unit_amount * 2000 / 12000.0)
        where order_id = ${buyer.order.id}`,
  );
  await payHosted(buyer.paymentUrl);
  await becomes(world.app, buyer, 'fulfilled');
  return buyer;
}

/** A partial refund by an operator, carried out. */
async function refundPart(buyer: Buyer, amountCents: number) {
  const order = (await world.services.orders.find(buyer.order.id))!;
  await createDesk(world.db).refund(order, null, { amountCents });
  await refundsAreDone(buyer);
}
const refundsAreDone = (buyer: Buyer) =>
  until(
    async () => {
      const open = sql`select id from refunds where order_id = ${buyer.order.id} and status in ('requested', 'pending')`;
      return (await rows(world, open)).length === 0;
    },
    { what: 'the refunds are made' },
  );

describe('a receipt', () => {
  let account: TestAccount;
  let buyer: Buyer;

  it('has the next number with the payment, and prints in the buyer’s language what the account wants on it', async () => {
    account = await createAccount(world.app);
    const billing = {
      name: '山田 太郎',
      address: '12 rue des Lilas\n69003 Lyon, France',
      company: 'محمد للسفر',
      vatId: 'FR99 123456789',
    };
    const put = await fetch(`${world.app.url}/api/account/billing`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...withToken(account) },
      body: JSON.stringify(billing),
    });
    expect([put.status, await put.json()]).toEqual([200, billing]);

    buyer = await taxed(['france-3gb', 'egypt-3gb'], { email: account.email, locale: 'fr' }, withToken(account));
    const [receipt, ...others] = await documentsOf(buyer);
    expect(others).toEqual([]);
    expect(receipt).toMatchObject({
      kind: 'receipt',
      number: `R-${YEAR}-0001`,
      of: null,
      total: { amount: 2_100, currency: 'USD' },
      tax: { amount: 350, currency: 'USD' },
    });
    expect((await look(world.app, buyer)).documents).toEqual([
      { id: receipt!.id, kind: 'receipt', number: `R-${YEAR}-0001` },
    ]);

    const pdf = await pdfAt(`/orders/${buyer.order.id}/receipt.pdf`, { cookie: buyer.cookie });
    expect(pdf).toMatchObject({
      name: `inline; filename="recu-R-${YEAR}-0001.pdf"`,
      title: `Reçu R-${YEAR}-0001`,
      language: 'fr-FR',
      isMarked: true,
      claims: true,
    });
    expect(pdf.pages).toHaveLength(1);
    expect(pdf.tags).toEqual(expect.arrayContaining(['Document', 'Sect', 'H1', 'P', 'Table', 'TR', 'TH', 'TD']));
    for (const words of [
      'Tested Travel Data',
      'TVA FR12345678901',
      'Commande',
      buyer.order.number,
      'eSIM France, 3 Go',
      'Service fourni par voie électronique.',
      'dont TVA France 20',
      'dont montant HT',
      'Page 1 sur 1',
      'TVA FR99 123456789',
    ])
      expect(pdf.text, words).toContain(words);
    expect(pdf.text.replaceAll(/\s/g, '')).toMatch(/Total21,00\$US.*3,50\$US.*17,50\$US/);
    expect(pdf.text).not.toContain('?');
    // Each font that is named is in the file, the ones for names too.
    for (const font of pdf.fonts) expect(font).toMatch(/^(?:Inter|NotoSans)/);
    expect(pdf.fonts.filter((font) => font.startsWith('Noto'))).not.toEqual([]);
    expect(pdf.embedded).toBe(pdf.fonts.length);
    // The same row gives the same bytes.
    const again = await pdfAt(`/orders/${buyer.order.id}/receipt.pdf`, { cookie: buyer.cookie });
    expect(Buffer.compare(pdf.bytes, again.bytes)).toBe(0);
  });

  it('is followed by credit notes whose parts add up to it to the cent, and by what cancels one that came back', async () => {
    for (const cents of [333, 1, 700]) await refundPart(buyer, cents);
    const [sent] = await rows<{ vendor_id: string; id: string }>(
      world,
      sql`select id, vendor_id from refunds where order_id = ${buyer.order.id} and amount = 700`,
    );
    await control(world.stripe, { fail_refund: { refund: sent!.vendor_id } });
    await until(async () => (await documentsOf(buyer)).some(({ kind }) => kind === 'cancellation'), {
      what: 'the credit note is cancelled',
    });
    const order = (await world.services.orders.find(buyer.order.id))!;
    await createDesk(world.db).refund(order);
    await refundsAreDone(buyer);

    const papers = await documentsOf(buyer);
    expect(papers.map(({ kind, number, of }) => [kind, number, of])).toEqual([
      ['receipt', `R-${YEAR}-0001`, null],
      ['credit-note', `C-${YEAR}-0001`, `R-${YEAR}-0001`],
      ['credit-note', `C-${YEAR}-0002`, `R-${YEAR}-0001`],
      ['credit-note', `C-${YEAR}-0003`, `R-${YEAR}-0001`],
      ['cancellation', `A-${YEAR}-0001`, `C-${YEAR}-0003`],
      ['credit-note', `C-${YEAR}-0004`, `R-${YEAR}-0001`],
    ]);
    const sum = (of: (paper: DocumentView) => number) => papers.reduce((total, paper) => total + of(paper), 0);
    expect([sum(({ total }) => total.amount), sum(({ tax }) => tax!.amount)]).toEqual([0, 0]);
    expect(await faults()).toEqual([]);

    const last = papers.at(-1)!;
    const pdf = await pdfAt(`/orders/${buyer.order.id}/documents/${last.id}.pdf`, { cookie: buyer.cookie });
    expect(pdf.title).toBe(`Avoir C-${YEAR}-0004`);
    expect(pdf.text).toContain(`Remboursement du reçu R-${YEAR}-0001.`);
    expect(pdf.text).toContain('\u221217,66');
  });

  it('is listed for its account by year, and all of a year are one file; others see none of it', async () => {
    const other = await createAccount(world.app);
    const list = async (who: TestAccount, query = '') =>
      (await (await open(`/api/account/documents${query}`, withToken(who))).json()) as AccountDocuments;
    const mine = await list(account);
    expect(mine).toMatchObject({ years: [Number(YEAR)], year: Number(YEAR), billing: { company: 'محمد للسفر' } });
    expect(mine.documents.map(({ number }) => number)[0]).toBe(`C-${YEAR}-0004`);
    expect((await list(account, '?year=2020')).documents).toEqual([]);
    expect(await list(other)).toMatchObject({ years: [], year: null, documents: [], billing: { company: '' } });

    const year = await pdfAt(`/profile/receipts/${YEAR}.pdf`, { ...withToken(account), 'accept-language': 'en' });
    expect([year.pages.length, year.title]).toEqual([6, `Receipts of ${YEAR}`]);
    expect((await open(`/profile/receipts/${YEAR}.pdf`, withToken(other))).status).toBe(404);
    expect((await open(`/profile/receipts/${YEAR}.pdf`)).headers.get('location')).toBe(
      `/profile/receipts?year=${YEAR}`,
    );

    const [receipt] = await documentsOf(buyer);
    const stranger = await bought(world.app);
    const files = [`/orders/${buyer.order.id}/receipt.pdf`, `/orders/${buyer.order.id}/documents/${receipt!.id}.pdf`];
    for (const file of files)
      for (const headers of [{}, withToken(other), { cookie: stranger.cookie }] as Record<string, string>[]) {
        const answer = await open(file, headers);
        expect([answer.status, answer.headers.get('location')]).toEqual([303, `/orders/${buyer.order.id}`]);
      }
    // A document of another order is not reached through one's own.
    const through = `/orders/${stranger.order.id}/documents/${receipt!.id}.pdf`;
    expect((await open(through, { cookie: stranger.cookie })).status).toBe(303);
    expect((await open(`/api/orders/${buyer.order.id}/documents`, { cookie: stranger.cookie })).status).toBe(404);
  });

  it('is linked in the mail with the eSIM, and loses its buyer with the account, but not its number and sums', async () => {
    const mail = await until(
      async () =>
        (await messages(world.mail)).find(({ to, text }) => to.includes(account.email) && text.includes('&receipt')),
      { what: 'the mail with the link' },
    );
    const [link] = /https?:\S+&receipt/.exec(mail.text)!;
    const opened = await fetch(link, { redirect: 'manual' });
    expect(opened.headers.get('location')).toBe(`/orders/${buyer.order.id}/receipt.pdf`);

    const exported = await (await open('/api/account/export', withToken(account))).json();
    expect(exported).toMatchObject({
      account: { onReceipts: { name: '山田 太郎' } },
      documents: expect.arrayContaining([
        expect.objectContaining({ number: `R-${YEAR}-0001`, order: buyer.order.number }),
      ]),
    });
    const guest = await bought(world.app);
    const before = await documentsOf(guest);
    await rows(
      world,
      sql`update documents set buyer = jsonb_set(buyer, '{company}', '""') where order_id = ${buyer.order.id} and kind = 'receipt'`,
    );
    await world.db.transaction((tx) => world.services.documents.forget(tx, [buyer.order.id, guest.order.id]));
    expect(await documentsOf(guest)).toEqual(before);
    const buyers = await rows<{ kind: string; buyer: unknown }>(
      world,
      sql`select kind, buyer from documents where order_id = ${buyer.order.id} order by issued_at limit 2`,
    );
    expect(buyers[0]!.buyer).toBeNull();
    // A company stays on its invoice, without the person and the address of the person.
    expect(buyers[1]!.buyer).toMatchObject({ company: 'محمد للسفر', name: '', email: '' });
    const pdf = await pdfAt(`/orders/${buyer.order.id}/receipt.pdf`, { cookie: buyer.cookie });
    expect(pdf.text).toContain('Supprimé à la demande de l’acheteur');
  });
});

describe('numbers', () => {
  it('have no gap and no double when two processes give twelve at once', async () => {
    const beside = await startBeside(world);
    try {
      const buyers = await Promise.all(Array.from({ length: 12 }, () => order(world.app)));
      await Promise.all(
        buyers.map(async (each, at) => {
          await payHosted(each.paymentUrl);
          const [attempt] = await rows<{ id: string }>(
            world,
            sql`select id from payment_attempts where order_id = ${each.order.id}`,
          );
          const services = at % 2 === 0 ? world.services : beside.services;
          await Promise.all([services.settlePayment(attempt!.id), beside.services.issueDocuments(each.order.id)]);
        }),
      );
      const numbers = await Promise.all(buyers.map(async (each) => (await documentsOf(each))[0]!.number));
      expect(new Set(numbers).size).toBe(12);
      expect(await faults()).toEqual([]);
    } finally {
      await beside.stop();
    }
  });

  inFull(() => {
    it('go on in a series of their own after a restore, so that none is given twice', async () => {
      const backup = await restores.backup();
      const lost = await bought(world.app);
      const [before] = await documentsOf(lost);
      const restored = await backup.restore();
      // Its payment is not reported to the store that was backed up.
      await control(world.stripe, { hold: { call: 'webhooks.deliver', when: 'before', times: 1000 } });
      const after = await order(restored.app);
      await payHosted(after.paymentUrl);
      const [attempt] = await rows<{ id: string }>(
        restored,
        sql`select id from payment_attempts where order_id = ${after.order.id}`,
      );
      expect(await restored.services.settlePayment(attempt!.id)).toBe('paid');
      const [number] = (await documentsOf(after, restored.app)).map((each) => each.number);
      expect(number).toMatch(new RegExp(`^R-${YEAR}B\\d{10}-0001$`));
      const given = await rows<{ number: number }>(
        restored,
        sql`select number from documents where series = ${before!.number.slice(0, -5)} and number >= ${Number(before!.number.slice(-4))}`,
      );
      expect(given).toEqual([]);
      expect(await faults(restored)).toEqual([]);
      await control(world.stripe, { release: { call: 'webhooks.deliver' } });
    });
  });

  it('of a corrected receipt: it is cancelled, another one comes in its place, and credit notes name that', async () => {
    const buyer = await taxed(['france-3gb']);
    const [first] = await documentsOf(buyer);
    const ops = (...words: string[]) =>
      opsOn(world, ['receipt', 'correct', buyer.order.number, ...words, '--reason', 'asked by mail']);
    await expect(ops('vatId=1')).rejects.toMatchObject({ field: 'vatId' });
    await ops('company=Example SARL', 'address=1 rue Exemple\n75000 Paris', 'vatId=FR12345678901');
    const papers = await until(
      async () => {
        const all = await documentsOf(buyer);
        return all.length === 3 ? all : undefined;
      },
      { what: 'another receipt' },
    );
    const [, cancelled, second] = papers;
    expect([cancelled, second]).toMatchObject([
      { kind: 'cancellation', of: first!.number, total: { amount: -1_100 }, tax: { amount: -183 } },
      { kind: 'receipt', of: first!.number, total: { amount: 1_100 }, tax: { amount: 183 } },
    ]);
    const pdf = await pdfAt(`/orders/${buyer.order.id}/receipt.pdf`, { cookie: buyer.cookie });
    expect(pdf.title).toBe(`Receipt ${second!.number}`);
    for (const words of ['Example SARL', '75000 Paris', `In place of receipt ${first!.number}`])
      expect(pdf.text).toContain(words);
    // A long address takes several lines.
    expect(pdf.text.replaceAll(' ', '')).toContain(buyer.email);

    await refundPart(buyer, 500);
    expect((await documentsOf(buyer)).at(-1)).toMatchObject({ kind: 'credit-note', of: second!.number });
    await expect(ops('company=')).rejects.toMatchObject({ code: 'wrong-state', field: 'receipt' });
    expect(await faults()).toEqual([]);
  });

  it('are given when first asked for to an order that an older version has settled, and by the sweep', async () => {
    const [first, second] = [await bought(world.app), await bought(world.app)];
    await rows(world, sql`delete from documents where order_id in (${first.order.id}, ${second.order.id})`);
    expect((await documentsOf(first)).filter(({ kind }) => kind === 'receipt')).toHaveLength(1);
    await world.services.sweepDocuments();
    await until(
      async () =>
        (await rows(world, sql`select 1 from documents where order_id = ${second.order.id} and kind = 'receipt'`))
          .length === 1,
      { what: 'the sweep has issued it' },
    );
  });
});
