import type { Page } from '@playwright/test';
import { translator } from '#src/i18n/i18n.ts';
import { createAccount, freshEmail } from '../support/accounts.ts';
import {
  type BrowserWorld,
  expect,
  expectAccessible,
  forEachLanguage,
  type Language,
  test,
} from '../browser/browser.ts';
import { decode, decodeQr } from '../support/qr.ts';
import { payByCard } from '../browser/pages.ts';
import { watchTitle } from '../browser/seen.ts';
import { paidSessions, soldCodes } from '../browser/sold.ts';
import { CARDS, control, held, ledger, messages, until } from '../support/wire.ts';
import { FULL_ONLY } from '../support/full.ts';

const WORDS = {
  en: {
    getEsim: 'Get eSIM',
    email: 'Email',
    password: 'Password',
    signIn: 'Sign In',
    device: 'My phone supports eSIM and is unlocked',
    pay: 'Pay $11.00',
    missingEmail: 'Enter your email address.',
    wrongEmail: 'Enter an email address, such as name@example.com.',
    meant: (email: string) => `Did you mean ${email}?`,
    missingDevice: /Confirm that your phone supports eSIM/,
    leave: /Back to/,
    cancelled: 'Payment not completed',
    retry: 'Try again',
    late: 'Your eSIM is late',
    ready: 'Your France eSIM is ready',
    qr: 'QR code that installs the France eSIM',
    copy: 'Copy activation code',
    copied: 'Activation code copied',
    closed: 'This order isn’t open in this browser',
    mailIt: 'Email it',
    send: 'Send',
    save: 'Save',
    iphone: 'Install on iPhone',
    android: 'Install on Android',
    details: /^View Details/,
    unreachable: /We could not reach the store/,
  },
  fr: {
    getEsim: 'Obtenir une eSIM',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    signIn: 'Se connecter',
    device: 'Mon téléphone est compatible eSIM et désimlocké',
    pay: 'Payer 11,00\u00a0$US',
    missingEmail: 'Indiquez votre adresse e-mail.',
    wrongEmail: 'Indiquez une adresse e-mail valide, par exemple nom@exemple.fr.',
    meant: (email: string) => `Vouliez-vous dire ${email}\u202f?`,
    missingDevice: /Confirmez que votre téléphone est compatible eSIM/,
    leave: /Retour vers/,
    cancelled: 'Paiement non terminé',
    retry: 'Réessayer',
    late: 'Votre eSIM a du retard',
    ready: 'Votre eSIM France est prête',
    qr: 'Code QR qui installe l’eSIM France',
    copy: 'Copier le code d’activation',
    copied: 'Code d’activation copié',
    closed: 'Cette commande n’est pas ouverte dans ce navigateur',
    mailIt: 'Envoyer par e-mail',
    send: 'Envoyer',
    save: 'Enregistrer',
    iphone: 'Installer sur iPhone',
    android: 'Installer sur Android',
    details: /^Voir le détail/,
    unreachable: /Impossible de joindre la boutique/,
  },
};

const PLAN = '/checkout/france-3gb';

/** The email field of the checkout. A dialog may have a field of the same name. */
const emailField = (page: Page, language: Language) => page.locator('form').getByLabel(WORDS[language].email).first();

async function fillCheckout(page: Page, language: Language, email: string): Promise<void> {
  await emailField(page, language).fill(email);
  await page.getByLabel(WORDS[language].device).check();
}

async function toHostedPage(page: Page, language: Language): Promise<void> {
  await page.getByRole('button', { name: WORDS[language].pay }).click();
  await page.waitForURL(/\/c\/pay\//);
}

const readySign = (page: Page, language: Language) =>
  page.getByRole('heading', { level: 1, name: WORDS[language].ready });

async function readyMail(world: BrowserWorld, email: string) {
  return until(
    async () =>
      (await messages(world.mail, email)).find(({ attachments }) =>
        attachments.some(({ contentType }) => contentType === 'image/png'),
      ),
    { what: 'the mail with the QR code' },
  );
}

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

forEachLanguage((language) => {
  const words = WORDS[language];

  test("a guest buys a plan and gets the wholesaler's QR code on screen, in the clipboard and by mail", async ({
    page,
    world,
    browser,
    isMobile,
    browserErrors,
  }) => {
    // Another browser asks for the order.
    browserErrors.expect(/status of 404/);
    const email = freshEmail();
    await page.goto('/plans/local/france?plan=france-3gb');
    await page.getByRole('main').getByRole('link', { name: words.getEsim }).filter({ visible: true }).first().click();
    await page.waitForURL(`**${PLAN}`);
    await expectAccessible(page);
    await fillCheckout(page, language, email);
    await toHostedPage(page, language);
    await payByCard(page, language, CARDS.good);

    // No more actions from here: the page updates by itself.
    await page.waitForURL(/\/orders\//);
    await expect(readySign(page, language)).toBeVisible({ timeout: 60_000 });
    const lpa = await decodeQr(page.getByRole('img', { name: words.qr }));
    expect((await soldCodes(world)).filter((code) => code === lpa)).toHaveLength(1);
    expect(await paidSessions(world, email)).toBe(1);
    await expect(page.getByRole('link', { name: words.iphone })).toHaveAttribute(
      'href',
      `https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=${encodeURIComponent(lpa)}`,
    );
    await expect(page.getByRole('link', { name: words.android })).toHaveAttribute(
      'href',
      `https://esimsetup.android.com/esim_qrcode_provisioning?carddata=${encodeURIComponent(lpa)}`,
    );
    // On a computer the QR code leads, on a phone the link for it.
    await expect(page.getByRole('link', { name: words.iphone })).toHaveClass(/btn--secondary/);
    await expect(page.getByRole('link', { name: words.android })).toHaveClass(
      isMobile ? /^(?!.*secondary)/ : /secondary/,
    );
    await expectAccessible(page);

    await page.getByRole('button', { name: words.copy }).click();
    await expect(page.getByText(words.copied)).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(lpa.split('$')[2]);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: words.save }).click();
    expect((await download).suggestedFilename()).toMatch(/^esim-france-\w{8}\.png$/);

    const mail = await readyMail(world, email);
    expect(await decode(Buffer.from(mail.attachments[0]!.contentBase64, 'base64'))).toBe(lpa);
    expect(mail.subject).toContain(words.ready.slice(0, 10));
    // The receipt shows the same date on the page, in the mail and in print.
    const paidOn = page.locator('.order-receipt time');
    expect(mail.text).toContain(await paidOn.textContent());
    await page.emulateMedia({ media: 'print' });
    await expect(paidOn).toBeVisible();

    // In another browser the order's URL alone opens nothing. The mailed link does.
    const elsewhere = await browser.newContext({ locale: language === 'fr' ? 'fr-FR' : 'en-US' });
    const other = await elsewhere.newPage();
    const refused = await other.goto(page.url());
    expect(refused?.status()).toBe(404);
    expect(refused?.headers()['cache-control']).toBe('private, no-store');
    expect(refused?.headers()['referrer-policy']).toBe('no-referrer');
    await expect(other.getByRole('heading', { level: 1, name: words.closed })).toBeVisible();
    expect(await other.content()).not.toContain(lpa);
    await other.goto(mail.links.find((link) => link.includes('/open?key='))!);
    await expect(readySign(other, language)).toBeVisible();
    expect(other.url()).toBe(page.url());
    expect(await decodeQr(other.getByRole('img', { name: words.qr }))).toBe(lpa);
    await elsewhere.close();
  });

  test('a buyer who signs in during the checkout keeps the form, buys, and finds the order in the account', async ({
    page,
    world,
  }) => {
    const account = await createAccount(world.app, language);
    await page.goto(PLAN);
    await page.getByLabel(words.device).check();
    await page
      .locator('form')
      .getByRole('button', { name: language === 'fr' ? 'Connectez-vous' : 'Sign In' })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(words.email).fill(account.email);
    await dialog.getByLabel(words.password, { exact: true }).fill(account.password);
    await dialog.getByRole('button', { name: words.signIn, exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(emailField(page, language)).toHaveValue(account.email);
    await expect(page.getByLabel(words.device)).toBeChecked();

    await toHostedPage(page, language);
    await payByCard(page, language, CARDS.good);
    await expect(readySign(page, language)).toBeVisible({ timeout: 60_000 });
    const address = page.url();
    const lpa = await decodeQr(page.getByRole('img', { name: words.qr }));
    expect(await soldCodes(world)).toContain(lpa);

    // Without the cookie, the account alone opens the order. No refusal shows before the session is known.
    await page.context().clearCookies({ name: /^order_/ });
    const wasRefused = await watchTitle(page, words.closed);
    await page.goto(address);
    await expect(readySign(page, language)).toBeVisible();
    expect(await wasRefused()).toBe(false);
    await page.goto('/profile');
    await page.getByRole('link', { name: words.details }).click();
    await expect(readySign(page, language)).toBeVisible();
    expect(page.url()).toBe(address);
  });

  test('the checkout shows what each field misses, and keeps the input when the network fails', async ({
    page,
    world,
    context,
    browserErrors,
  }) => {
    // The service worker may look for a newer version of itself then.
    browserErrors.expect(/ERR_INTERNET_DISCONNECTED|error occurred when fetching the script/);
    const email = freshEmail();
    await page.goto(PLAN);
    await page.getByRole('button', { name: words.pay }).click();
    await expect(page.getByText(words.missingEmail)).toBeVisible();
    await expect(page.getByText(words.missingDevice)).toBeVisible();
    await expect(emailField(page, language)).toBeFocused();
    await expect(page.getByText(words.email, { exact: true }).filter({ visible: true })).toHaveCount(1);

    await fillCheckout(page, language, email);
    await expect(page.getByText(words.missingEmail)).toBeHidden();
    await expect(page.getByText(words.missingDevice)).toBeHidden();
    await context.setOffline(true);
    await page.getByRole('button', { name: words.pay }).click();
    await expect(page.getByRole('alert')).toContainText(words.unreachable);
    await expect(emailField(page, language)).toHaveValue(email);
    await expectAccessible(page);
    await context.setOffline(false);
    await page.getByRole('button', { name: words.retry }).click();
    await page.waitForURL(/\/c\/pay\//);
    const { sessions } = await ledger<{ sessions: { customer_email: string | null }[] }>(world.stripe);
    expect(sessions.filter((session) => session.customer_email === email)).toHaveLength(1);
  });

  test(
    'an address that no mail reaches is an error of the field, and a slip is mended with one tap',
    FULL_ONLY,
    async ({ page }) => {
      const orders: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/api/orders')) orders.push(request.url());
      });
      const field = emailField(page, language);
      const steps = page.getByRole('heading', { level: 2 }).filter({ hasText: translator(language)('checkout.done') });
      await page.goto(PLAN);
      await fillCheckout(page, language, 'name@exmaple');
      await expect(page.getByText(words.wrongEmail)).toBeVisible();
      // Only the device's step is done.
      await expect(steps).toHaveCount(1);
      await page.getByRole('button', { name: words.pay }).click();
      await expect(field).toBeFocused();
      await expect(field).toHaveAccessibleDescription(new RegExp(words.wrongEmail.replaceAll('.', '\\.')));
      await expectAccessible(page);
      expect(orders).toEqual([]);

      await field.fill('amara@gmial.com');
      await expect(page.getByText(words.wrongEmail)).toBeHidden();
      await field.press('Tab');
      await expect(page.getByRole('button', { name: words.meant('amara@gmail.com') })).toBeVisible();
      // An address that is asked about is not done.
      await expect(steps).toHaveCount(1);
      await page.getByRole('button', { name: words.meant('amara@gmail.com') }).click();
      await expect(steps).toHaveCount(2);
      await expect(field).toHaveValue('amara@gmail.com');
      await expect(field).toBeFocused();
      await expect(page.getByRole('button', { name: words.meant('amara@gmail.com') })).toHaveCount(0);
      await page.getByLabel(words.device).focus();
      await expect(page.getByRole('button', { name: words.meant('amara@gmail.com') })).toHaveCount(0);
    },
  );

  test('the payment page reports a declined card, and a second card then pays the same order once', async ({
    page,
    world,
  }) => {
    const email = freshEmail();
    await page.goto(PLAN);
    await fillCheckout(page, language, email);
    // A double click.
    await page.getByRole('button', { name: words.pay }).dblclick();
    await page.waitForURL(/\/c\/pay\//);
    await payByCard(page, language, CARDS.declined);
    await expect(page.getByRole('alert')).toBeVisible();
    await payByCard(page, language, CARDS.good);
    await expect(readySign(page, language)).toBeVisible({ timeout: 60_000 });
    expect(await paidSessions(world, email)).toBe(1);
  });

  test('a buyer who leaves the payment page reads that nothing was charged, and can retry', async ({ page, world }) => {
    const email = freshEmail();
    await page.goto(PLAN);
    await fillCheckout(page, language, email);
    await toHostedPage(page, language);
    await page.getByRole('link', { name: words.leave }).click();
    await expect(page.getByRole('heading', { level: 1, name: words.cancelled })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: words.pay }).click();
    await page.waitForURL(/\/c\/pay\//);
    await payByCard(page, language, CARDS.good);
    await expect(readySign(page, language)).toBeVisible({ timeout: 60_000 });
    expect(await paidSessions(world, email)).toBe(1);
  });
});

test(
  'back on the checkout, the form is enabled again and leads to the same payment page',
  FULL_ONLY,
  async ({ page }) => {
    const email = freshEmail();
    await page.goto(PLAN);
    await fillCheckout(page, 'en', email);
    await toHostedPage(page, 'en');
    const paymentPage = page.url();
    await page.goBack();
    await expect(page.getByRole('button', { name: WORDS.en.pay })).toBeEnabled();
    await expect(emailField(page, 'en')).toHaveValue(email);
    await expect(page.getByLabel(WORDS.en.device)).toBeChecked();
    await toHostedPage(page, 'en');
    expect(page.url()).toBe(paymentPage);
  },
);

test(
  'when the wholesaler is down, the page says what happens next, and shows the QR code after recovery',
  FULL_ONLY,
  async ({ page, world }) => {
    await page.goto(PLAN);
    await fillCheckout(page, 'en', freshEmail());
    await toHostedPage(page, 'en');
    // Both fail: the other wholesaler would deliver. Long enough to read the page: each call is searched for first.
    for (const wholesaler of [world.airalo, world.esimAccess])
      await control(wholesaler, { fail: { call: 'orders.create', status: 503 } });
    await payByCard(page, 'en', CARDS.good);
    await expect(page.getByText(WORDS.en.late, { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(/we refund the full \$11\.00 automatically/)).toBeVisible();
    await expect(readySign(page, 'en')).toBeVisible({ timeout: 60_000 });
  },
);

test(
  'without event streams the page polls until the eSIM is there',
  FULL_ONLY,
  async ({ page, world, browserErrors }) => {
    browserErrors.expect(/ERR_FAILED.*\/events/);
    await page.route('**/api/orders/*/events', (route) => route.abort());
    await page.goto(PLAN);
    await fillCheckout(page, 'en', freshEmail());
    await toHostedPage(page, 'en');
    await control(world.airalo, { hold: { call: 'orders.create', when: 'before' } });
    try {
      await payByCard(page, 'en', CARDS.good);
      await page.waitForURL(/\/orders\//);
      await held(world.airalo, 'orders.create');
    } finally {
      await control(world.airalo, { release: { call: 'orders.create' } });
    }
    await expect(readySign(page, 'en')).toBeVisible({ timeout: 60_000 });
  },
);

test('the buyer corrects the address and has the eSIM mailed again', FULL_ONLY, async ({ page, world }) => {
  const [mistyped, right] = [freshEmail(), freshEmail()];
  await page.goto(PLAN);
  await fillCheckout(page, 'en', mistyped);
  await toHostedPage(page, 'en');
  await payByCard(page, 'en', CARDS.good);
  await expect(readySign(page, 'en')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: WORDS.en.mailIt }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel(WORDS.en.email)).toHaveValue(mistyped);
  await dialog.getByLabel(WORDS.en.email).fill(right);
  await dialog.getByRole('button', { name: WORDS.en.send, exact: true }).click();
  await expect(dialog.getByText(`The eSIM is on its way to ${right}`)).toBeVisible();
  await expectAccessible(page);
  await readyMail(world, right);
});
