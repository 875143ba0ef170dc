import type { Page } from '@playwright/test';
import { openDatabase } from '#src/db/database.ts';
import { type BrowserWorld, expect, expectAccessible, type Language, test } from '../browser/browser.ts';
import { report } from '../browser/esim-page.ts';
import { BY_HAND, createDesk } from '../support/desk.ts';
import { FULL } from '../support/full.ts';
import { decodeQr } from '../support/qr.ts';
import { bought, type Buyer, look } from '../support/shop.ts';
import { control } from '../support/wire.ts';

/** "I changed my phone", from the question to each of its ends. */

const WORDS = {
  en: {
    title: 'I changed my phone',
    gone: /^It is lost, stolen or broken/,
    reset: /^I have it, but I reset it/,
    newTitle: 'A new eSIM for the rest',
    free: '$0.00',
    broken: 'Broken',
    send: 'Ask for a new eSIM',
    waiting: 'A person is looking at it',
    withdraw: 'Withdraw the request',
    withdrawn: 'Withdrawn',
    refused: 'We could not agree to your request',
    done: 'Your new eSIM is ready',
    qr: 'QR code that installs the France eSIM',
    toOrder: 'To the order',
    ready: 'Your France eSIM is ready',
    old: 'The old eSIM',
    used: '1.8GB of 3GB used',
    deleted: 'I deleted it',
    notYet: 'The code is not free yet',
    again: 'The same code works now',
    over: 'Nothing is left to move',
  },
  fr: {
    title: 'J’ai changé de téléphone',
    gone: /^Il est perdu, volé ou cassé/,
    reset: /^Je l’ai, mais je l’ai réinitialisé/,
    newTitle: 'Une nouvelle eSIM pour le reste',
    free: '0,00\u00a0$US',
    broken: 'Cassé',
    send: 'Demander une nouvelle eSIM',
    waiting: 'Nous examinons votre demande',
    withdraw: 'Annuler la demande',
    withdrawn: 'Demande annulée',
    refused: 'Nous n’avons pas accepté votre demande',
    done: 'Votre nouvelle eSIM est prête',
    qr: 'Code QR qui installe l’eSIM France',
    toOrder: 'Voir la commande',
    ready: 'Votre eSIM France est prête',
    old: 'L’ancienne eSIM',
    used: '1,8\u00a0Go utilisés sur 3\u00a0Go',
    deleted: 'Je l’ai supprimée',
    notYet: 'Le code n’est pas encore libre',
    again: 'Le même code fonctionne de nouveau',
    over: 'Il ne reste rien à déplacer',
  },
};

const h1 = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Opens the page in the browser of a guest who has the cookie of the order. */
async function open(page: Page, world: BrowserWorld, buyer: Buyer): Promise<void> {
  const [name = '', value = ''] = buyer.cookie.split(/=(.*)/);
  await page.context().addCookies([{ name, value, url: world.app.url, httpOnly: true, sameSite: 'Lax' }]);
  await page.goto(`/orders/${buyer.order.id}/phone`);
}

const IN_USE = { status: 'ACTIVE', remaining: 1229, expired_at: '2040-01-01 00:00:00' };

/** What an operator does on the command line about the newest request of this order. */
async function decide(world: BrowserWorld, buyer: Buyer, what: 'approve' | 'refuse'): Promise<void> {
  const database = openDatabase(world.databaseUrl, { max: 1, onError: () => undefined });
  try {
    const desk = createDesk(database.db);
    const [newest] = await desk.orders.replacements.ofOrders([buyer.order.id]);
    await desk[`${what}Replacement`](newest!.id, BY_HAND);
  } finally {
    await database.close();
  }
}

async function askForNew(page: Page, language: Language): Promise<void> {
  const words = WORDS[language];
  await page.getByRole('link', { name: words.gone }).press('Enter');
  await expect(h1(page, words.newTitle)).toBeVisible();
  await expect(page.getByText(words.free)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('radio', { name: words.broken }).check();
  await page.getByRole('button', { name: words.send }).press('Enter');
  await expect(h1(page, words.waiting)).toBeVisible();
}

function story(language: Language): void {
  const words = WORDS[language];
  test('a guest without the old phone asks, a person confirms, and the page shows the new code; the old one is folded', async ({
    page,
    world,
  }) => {
    const buyer = await bought(world.app);
    const before = (await look(world.app, buyer)).esim!;
    await report(world, buyer, IN_USE);
    await open(page, world, buyer);
    await expect(h1(page, words.title)).toBeVisible();
    await expectAccessible(page);
    await askForNew(page, language);
    await expect(h1(page, words.waiting)).toBeFocused();
    await expect(page.getByRole('button', { name: words.withdraw })).toBeVisible();
    await expectAccessible(page);

    await decide(world, buyer, 'approve');
    await expect(h1(page, words.done)).toBeVisible({ timeout: 30_000 });
    const lpa = await decodeQr(page.getByRole('img', { name: words.qr }));
    expect(lpa).toMatch(/^LPA:1\$/);
    expect(lpa).not.toBe(before.lpa);
    await expectAccessible(page);

    await page.getByRole('link', { name: words.toOrder }).click();
    await expect(h1(page, words.ready)).toBeVisible();
    expect(await decodeQr(page.getByRole('img', { name: words.qr }))).toBe(lpa);
    const old = page.getByText(words.old, { exact: true });
    await expect(page.getByText(words.used)).toBeHidden();
    await old.click();
    await expect(page.getByText(words.used)).toBeVisible();
    await expectAccessible(page);
  });
}

story('en');

if (FULL) {
  test.describe('[fr] on a phone', () => {
    test.use({ language: 'fr', isMobile: true, hasTouch: true, viewport: { width: 390, height: 844 } });
    story('fr');
  });

  for (const language of ['en', 'fr'] as const) {
    test.describe(`[${language}]`, () => {
      test.use({ language });
      const words = WORDS[language];

      test('a request is withdrawn, and another one refused', async ({ page, world }) => {
        const buyer = await bought(world.app);
        await open(page, world, buyer);
        await askForNew(page, language);
        const withdraw = page.getByRole('button', { name: words.withdraw });
        await expect(withdraw).toBeEnabled();
        await withdraw.press('Enter');
        await expect(page.getByText(words.withdrawn, { exact: true })).toBeVisible();
        await expectAccessible(page);
        await page.goto(`/orders/${buyer.order.id}/phone`);
        await askForNew(page, language);
        await decide(world, buyer, 'refuse');
        await expect(page.getByText(words.refused, { exact: true })).toBeVisible({ timeout: 30_000 });
        await expectAccessible(page);
      });

      test('the second wholesaler releases the code again, once the network says so', async ({ page, world }) => {
        await control(world.airalo, {
          fail: { call: 'orders.create', status: 422, body: { code: 34, reason: 'no stock' } },
        });
        const buyer = await bought(world.app);
        const { iccid, lpa } = (await look(world.app, buyer)).esim!;
        const set = (change: object) => control(world.esimAccess, { profile: { iccid, set: change } });
        await set({ smdpStatus: 'ENABLED', esimStatus: 'IN_USE', orderUsage: 1024 ** 2 });
        await open(page, world, buyer);
        await page.getByRole('link', { name: words.reset }).press('Enter');
        await page.getByRole('button', { name: words.deleted }).press('Enter');
        await expect(page.getByText(words.notYet, { exact: true })).toBeVisible();
        await expectAccessible(page);
        await set({ smdpStatus: 'RELEASED' });
        await page.getByRole('button', { name: words.deleted }).press('Enter');
        await expect(h1(page, words.again)).toBeVisible();
        expect(await decodeQr(page.getByRole('img', { name: words.qr }))).toBe(lpa);
        await expectAccessible(page);
      });

      test('nothing moves when nothing is left', async ({ page, world }) => {
        const buyer = await bought(world.app);
        await report(world, buyer, { status: 'FINISHED', remaining: 0 });
        await open(page, world, buyer);
        await expect(async () => {
          await page.reload();
          await expect(h1(page, words.over)).toBeVisible({ timeout: 2_000 });
        }).toPass();
        await expectAccessible(page);
      });
    });
  }

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false });
    test('a guest asks and withdraws', async ({ page, world }) => {
      const words = WORDS.en;
      const buyer = await bought(world.app);
      await open(page, world, buyer);
      await page.getByRole('link', { name: words.gone }).click();
      await page.getByRole('radio', { name: words.broken }).check();
      await page.getByRole('button', { name: words.send }).click();
      await expect(h1(page, words.waiting)).toBeVisible();
      await page.getByRole('button', { name: words.withdraw }).click();
      await expect(page.getByText(words.withdrawn, { exact: true })).toBeVisible();
    });
  });
}
