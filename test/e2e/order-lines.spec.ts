import { createCatalogueDesk } from '#test/support/catalogue-desk.ts';
import { openDatabase } from '#src/db/database.ts';
import { DEFAULT_CURRENCY } from '#src/shared/money.ts';
import { freshEmail } from '../support/accounts.ts';
import { expect, expectAccessible, forEachLanguage, test } from '../browser/browser.ts';
import { payByCard } from '../browser/pages.ts';
import { soldCodes } from '../browser/sold.ts';
import { decodeQr } from '../support/qr.ts';

const WORDS = {
  en: {
    email: 'Email',
    device: 'My phone supports eSIM and is unlocked',
    sum: '2 eSIMs',
    pay: /^Pay \$/,
    changed: 'it is now $20.50',
    confirm: 'Pay $20.50',
    ready: 'Your 2 eSIMs are ready',
    qr: /QR code that installs/,
  },
  fr: {
    email: 'Adresse e-mail',
    device: 'Mon téléphone est compatible eSIM et désimlocké',
    sum: '2 eSIM',
    pay: /^Payer/,
    changed: 'il est maintenant de 20,50',
    confirm: 'Payer 20,50\u00a0$US',
    ready: 'Vos 2 eSIM sont prêtes',
    qr: /Code QR qui installe/,
  },
};

/** One plan per language. The test changes its price. */
const CHANGING = { en: 'morocco-5gb', fr: 'zanzibar-5gb' } as const;

forEachLanguage((language) => {
  const words = WORDS[language];

  test('an order of two plans: a changed price is shown and confirmed, then each plan has its QR code', async ({
    page,
    world,
    browserErrors,
  }) => {
    // The price that the buyer saw is refused.
    browserErrors.expect(/status of 409/);
    const database = openDatabase(world.databaseUrl, { max: 1, onError: () => undefined });
    const setPrice = (cents: number) =>
      createCatalogueDesk({ db: database.db, currency: DEFAULT_CURRENCY }).price(CHANGING[language], cents, {
        by: 'test',
        dryRun: false,
      });
    await setPrice(1500);
    const email = page.locator('form').getByLabel(words.email).first();
    await page.goto(`/checkout/${CHANGING[language]},france-1gb`);
    await email.fill(freshEmail());
    await page.getByLabel(words.device).check();
    // The summary beside the form names the plans and their sum; the form's button repeats the sum alone.
    await expect(page.locator('form').getByText(words.sum, { exact: true })).toBeHidden();
    await expectAccessible(page);

    await setPrice(1600);
    await database.close();
    await page.getByRole('button', { name: words.pay }).click();
    await expect(page.getByRole('alert')).toContainText(words.changed);
    // The new price shows in the alert and at the bottom of the form. The address is kept.
    await page.getByRole('button', { name: words.confirm }).first().click();
    await page.waitForURL(/\/c\/pay\//);
    await payByCard(page, language, '4242 4242 4242 4242');

    await expect(page.getByRole('heading', { level: 1, name: words.ready })).toBeVisible({ timeout: 60_000 });
    const codes = page.getByRole('img', { name: words.qr });
    await expect(codes).toHaveCount(2);
    const shown = [await decodeQr(codes.first()), await decodeQr(codes.last())];
    const sold = await soldCodes(world);
    expect(new Set(shown).size).toBe(2);
    for (const code of shown) expect(sold).toContain(code);
    await expectAccessible(page);
  });
});
