import type { Page } from '@playwright/test';
import { freshEmail } from '../support/accounts.ts';
import {
  type BrowserWorld,
  expect,
  expectAccessible,
  forEachLanguage,
  type Language,
  test,
} from '../browser/browser.ts';
import { payByCard } from '../browser/pages.ts';
import { merchantFile } from '../support/merchant.ts';
import { FULL_ONLY } from '../support/full.ts';
import { CARDS, messages, until } from '../support/wire.ts';

test.use({
  settings: {
    MERCHANT_FILE: merchantFile({ tax: { home: 'FR', territories: ['FR', 'DE', 'FI', 'CH'], gb: true } }),
    TRUSTED_PROXIES: '127.0.0.1',
    COUNTRY_HEADER: 'cf-ipcountry',
  },
});

const WORDS = {
  en: {
    email: 'Email',
    device: 'My phone supports eSIM and is unlocked',
    country: 'Country of residence',
    consent: /^I ask that my plan begins during the 14 days/,
    missingHere: 'Tick this box to continue.',
    payTopUp: /^Pay \$/,
    missing: 'Tick this box to continue. If you live elsewhere, change your country of residence above.',
    notSold: 'We can’t sell to this country right now. You have not been charged.',
    pay: 'Pay $11.00',
    tax: { DE: 'Includes $1.76 of VAT (19%)', FI: 'Includes $2.24 of VAT (25.5%)' },
    ready: 'Your France eSIM is ready',
    receipt: 'Of which VAT (19%)',
    mailed: /you asked that your plan begins during the 14 days/,
  },
  fr: {
    email: 'Adresse e-mail',
    device: 'Mon téléphone est compatible eSIM et désimlocké',
    country: 'Pays de résidence',
    consent: /^Je demande que mon forfait commence pendant les 14 jours/,
    missingHere: 'Cochez cette case pour continuer.',
    payTopUp: /^Payer /,
    missing: 'Cochez cette case pour continuer. Si vous vivez ailleurs, changez votre pays de résidence plus haut.',
    notSold: 'Nous ne pouvons pas vendre dans ce pays pour le moment. Vous n’avez pas été débité.',
    pay: 'Payer 11,00\u00a0$US',
    tax: { DE: 'Dont 1,76\u00a0$US de TVA (19\u00a0%)', FI: 'Dont 2,24\u00a0$US de TVA (25,5\u00a0%)' },
    ready: 'Votre eSIM France est prête',
    receipt: 'Dont TVA (19\u00a0%)',
    mailed: /vous avez demandé que votre forfait commence pendant les 14 jours/,
  },
};

/** Opens the checkout from a network of this country, as a proxy says it. */
async function open(page: Page, network: string): Promise<void> {
  await page.setExtraHTTPHeaders({ 'cf-ipcountry': network });
  await page.goto('/checkout/france-3gb');
}

const onPage = (page: Page, language: Language) => {
  const words = WORDS[language];
  return {
    words,
    country: page.getByLabel(words.country),
    consent: page.getByLabel(words.consent),
    pay: page.getByRole('button', { name: words.pay }),
    fill: async () => {
      await page.getByLabel(words.email).first().fill(freshEmail());
      await page.getByLabel(words.device).check();
    },
    tax: (text: string) => page.getByText(text, { exact: true }).filter({ visible: true }),
  };
};

async function mailWith(world: BrowserWorld, email: string) {
  return until(async () => (await messages(world.mail, email)).find(({ attachments }) => attachments.length > 0), {
    what: 'the mail with the eSIM',
  });
}

forEachLanguage((language) => {
  test('the country of the network is preselected, and where the law asks for it the consent is required', async ({
    page,
    world,
    isMobile,
  }) => {
    const { words, country, consent, pay, fill, tax } = onPage(page, language);
    await open(page, 'DE');
    await expect(country).toHaveValue('DE');
    await expect(consent).not.toBeChecked();
    if (!isMobile) await expect(tax(words.tax.DE)).toBeVisible();
    await fill();
    await pay.click();
    await expect(page.getByText(words.missing)).toBeVisible();
    await expect(consent).toBeFocused();
    await expectAccessible(page);

    // A state without a rate: said at once, and by the store.
    await country.selectOption('CH');
    await expect(consent).toBeHidden();
    await expect(page.getByText(words.notSold)).toBeVisible();

    // By keyboard: letters find a country.
    await country.focus();
    await page.keyboard.type('Finl');
    await expect(country).toHaveValue('FI');
    if (!isMobile) await expect(tax(words.tax.FI)).toBeVisible();
    await country.selectOption('DE');
    await consent.check();
    const email = await page.getByLabel(words.email).first().inputValue();
    await pay.click();
    await payByCard(page, language, CARDS.good);
    await expect(page.getByRole('heading', { level: 1, name: words.ready })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(words.receipt)).toBeVisible();
    expect((await mailWith(world, email)).text).toMatch(words.mailed);

    // A further plan on the eSIM asks again.
    await page.goto(`${new URL(page.url()).pathname}/top-up`);
    const payTopUp = page.getByRole('button', { name: words.payTopUp });
    await payTopUp.click();
    await expect(page.getByText(words.missingHere, { exact: true })).toBeVisible();
    await expect(consent).toBeFocused();
    await expectAccessible(page);
    await consent.press('Space');
    await payTopUp.click();
    await page.waitForURL(/\/c\/pay\//);
  });

  test('outside nothing is asked: an address and the box of the phone buy', FULL_ONLY, async ({ page }) => {
    const { country, consent, pay, fill } = onPage(page, language);
    await open(page, 'US');
    await expect(country).toHaveValue('US');
    await expect(consent).toBeHidden();
    await fill();
    await pay.click();
    await page.waitForURL(/\/c\/pay\//);
  });

  test('without a network the merchant’s state is presumed; what is chosen is kept', FULL_ONLY, async ({ page }) => {
    const { country, consent, words } = onPage(page, language);
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await open(page, 'XX');
      await expect(country).toHaveValue(width === 320 ? 'FR' : 'JP');
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `at ${width}`).toBeLessThanOrEqual(0);
      await country.selectOption('JP');
      await expect(consent).toBeHidden();
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    await country.selectOption('FR');
    await expect(consent).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByText(words.missing)).toBeHidden();
  });
});
