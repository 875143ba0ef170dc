import type { Page } from '@playwright/test';
import { type BrowserWorld, expect, expectAccessible, type Language, test } from '../browser/browser.ts';
import { payByCard } from '../browser/pages.ts';
import { soldCodes } from '../browser/sold.ts';
import { freshEmail } from '../support/accounts.ts';
import { FULL } from '../support/full.ts';
import { decodeQr } from '../support/qr.ts';
import { CARDS, control, held, ledger, messages, until } from '../support/wire.ts';

/**
 * Each plan of the sandbox has a source at each of two wholesalers. A traveller gets the eSIM from the second one while the
 * first one fails, and pays once; the ledgers of both wholesalers and of the payment vendor agree.
 */

// A world of its own: failures here open the breaker of a wholesaler. The window is long enough to look during it.
test.use({ settings: { WHOLESALE_TIMEOUT_WINDOW_SECONDS: '6' } });

const PLAN = '/checkout/france-3gb';

const WORDS = {
  en: {
    email: 'Email',
    device: 'My phone supports eSIM and is unlocked',
    pay: 'Pay $11.00',
    late: 'Your eSIM is late',
    ready: 'Your France eSIM is ready',
    qr: 'QR code that installs the France eSIM',
  },
  fr: {
    email: 'Adresse e-mail',
    device: 'Mon téléphone est compatible eSIM et désimlocké',
    pay: 'Payer 11,00\u00a0$US',
    late: 'Votre eSIM a du retard',
    ready: 'Votre eSIM France est prête',
    qr: 'Code QR qui installe l’eSIM France',
  },
};

type Session = { customer_email: string | null; payment_status: string; amount_total: number };
type Second = { orders: { transactionId: string; esimList: { ac: string }[] }[] };

/** What the ledgers hold: activation codes at the wholesalers, paid sessions of this address, refunds. */
async function ledgers(world: BrowserWorld, email: string) {
  const [first, second, money] = await Promise.all([
    soldCodes(world),
    ledger<Second>(world.esimAccess),
    ledger<{ sessions: Session[]; refunds: unknown[] }>(world.stripe),
  ]);
  return {
    first,
    second: second.orders.flatMap(({ esimList }) => esimList.map(({ ac }) => ac)),
    paid: money.sessions
      .filter((each) => each.customer_email === email && each.payment_status === 'paid')
      .map(({ amount_total: amount }) => amount),
    refunds: money.refunds,
  };
}

/** Fills the checkout and pays; the order's page follows. */
async function pay(page: Page, language: Language, email: string): Promise<void> {
  const words = WORDS[language];
  await page.goto(PLAN);
  await page.locator('form').getByLabel(words.email).first().fill(email);
  await page.getByLabel(words.device).check();
  await page.getByRole('button', { name: words.pay }).click();
  await page.waitForURL(/\/c\/pay\//);
  await payByCard(page, language, CARDS.good);
  await page.waitForURL(/\/orders\//);
}

const ready = (page: Page, language: Language) => page.getByRole('heading', { level: 1, name: WORDS[language].ready });

/** The code on the page, which must be the second wholesaler's, in the mail too; nobody paid twice or for nothing. */
async function isFromSecond(page: Page, world: BrowserWorld, language: Language, email: string, before: string[]) {
  await expect(ready(page, language)).toBeVisible({ timeout: 60_000 });
  const lpa = await decodeQr(page.getByRole('img', { name: WORDS[language].qr }));
  const after = await ledgers(world, email);
  expect(after.second).toContain(lpa);
  expect(after.first).toEqual(before);
  expect(after.paid).toEqual([1100]);
  expect(after.refunds).toEqual([]);
  const mail = await until(
    async () => (await messages(world.mail, email)).find(({ attachments }) => attachments.length > 0),
    { what: 'the mail with the QR code' },
  );
  expect(mail.text).toContain(lpa.split('$')[2]!);
}

const refusal = (code: number) => ({ status: 422, body: { code, reason: 'refused' } });
const REFUSALS = [
  ['has no stock', refusal(34)],
  ['has no credit', refusal(11)],
  ['is under maintenance', refusal(13)],
  ['does not know the package', { status: 422, body: { data: { package_id: 'is invalid' } } }],
  ['refuses the credentials', { status: 401, body: { data: [] } }],
] as const;

for (const [what, answer] of REFUSALS.filter((_, at) => FULL || at < 1)) {
  test(`the first wholesaler ${what}: the eSIM comes from the second, after a search at the first`, async ({
    page,
    world,
  }) => {
    const email = freshEmail();
    const before = (await ledgers(world, email)).first;
    await control(world.airalo, { hold: { call: 'orders.list', when: 'before' } });
    await control(world.airalo, { fail: { call: 'orders.create', ...answer } });
    await pay(page, 'en', email);
    await held(world.airalo, 'orders.list');
    // The search has no answer yet: nothing was ordered elsewhere.
    await expect(ready(page, 'en')).toBeHidden();
    const second = (await ledgers(world, email)).second.length;
    await control(world.airalo, { release: { call: 'orders.list' } });
    await isFromSecond(page, world, 'en', email, before);
    expect((await ledgers(world, email)).second).toHaveLength(second + 1);
  });
}

test.describe('[fr]', () => {
  test.use({ language: 'fr' });

  test('the first wholesaler hangs after the order was sent: the second delivers after the window, and the page says that it is late', async ({
    page,
    world,
  }) => {
    const email = freshEmail();
    const before = await ledgers(world, email);
    await control(world.airalo, { hold: { call: 'orders.create', when: 'before' } });
    try {
      await pay(page, 'fr', email);
      await held(world.airalo, 'orders.create');
      await expect(page.getByText(WORDS.fr.late, { exact: true })).toBeVisible({ timeout: 30_000 });
      await expectAccessible(page);
      expect((await ledgers(world, email)).second).toEqual(before.second);
      await isFromSecond(page, world, 'fr', email, before.first);
      await expectAccessible(page);
    } finally {
      await control(world.airalo, { release: { call: 'orders.create' } });
    }
  });
});
