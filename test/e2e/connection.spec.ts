import type { Page } from '@playwright/test';
import {
  type BrowserWorld,
  expect,
  expectAccessible,
  forEachLanguage,
  type Language,
  test,
} from '../browser/browser.ts';
import { onDatabase } from '../support/database-access.ts';
import { inFull } from '../support/full.ts';
import { bought, type Buyer, look } from '../support/shop.ts';
import { control } from '../support/wire.ts';

/** "No connection?" in a browser: by keyboard to a ticket, and what changes by itself. Without script: test/flows/connection.test.ts. */

const WORDS = {
  en: {
    heading: 'Let us find the reason',
    installed: 'Is the eSIM on this phone?',
    there: 'Yes, it is there',
    where: 'Where are you?',
    country: 'Country',
    here: 'I am here',
    covered: 'It works in France',
    line: 'Turn the line on',
    was: 'It was on',
    roaming: 'Turn data roaming on, for this line only',
    data: 'Make it the line for data',
    support: 'Ask support now',
    note: 'Anything else? (optional)',
    ask: 'Ask support',
    sent: /Support has your request [0-9A-Z]{8}/,
    works: 'You are online',
    online: 'Your eSIM is online',
    used: 'All its data is used',
    ended: 'Its days have ended',
    again: 'Buy again',
    gone: 'The eSIM is gone from your phone',
    changed: 'I changed my phone',
    install: 'Install the eSIM first',
    elsewhere: 'This plan does not work in Japan',
    refund: 'Ask for a refund',
    sentRefund: /request for a refund, [0-9A-Z]{8}/,
    android: 'Android',
    onAndroid: 'Turn the eSIM on',
    roamingOnAndroid: 'Turn roaming on, for this eSIM only',
    otherTitle: 'In another country?',
    notCovered: 'Your France eSIM does not work in Japan',
    offline: 'No connection?',
    keep: 'Keep on this phone',
    kept: 'Kept on this phone',
    offlineLine: 'Turn the eSIM on',
  },
  fr: {
    heading: 'Cherchons la cause',
    installed: 'L’eSIM est-elle sur ce téléphone\u202f?',
    there: 'Oui, elle y est',
    where: 'Où êtes-vous\u202f?',
    country: 'Pays',
    here: 'Je suis ici',
    covered: 'Elle fonctionne en France',
    line: 'Activez la ligne',
    was: 'Elle l’était déjà',
    roaming: 'Activez les données à l’étranger, pour cette ligne seulement',
    data: 'Choisissez-la pour les données',
    support: 'Écrire à l’assistance dès maintenant',
    note: 'Autre chose\u202f? (facultatif)',
    ask: 'Demander de l’aide',
    sent: /L’assistance a reçu votre demande [0-9A-Z]{8}/,
    works: 'Vous êtes en ligne',
    online: 'Votre eSIM est en ligne',
    used: 'Toutes ses données sont utilisées',
    ended: 'Sa durée est écoulée',
    again: 'Racheter ce forfait',
    gone: 'L’eSIM n’est plus sur votre téléphone',
    changed: 'J’ai changé de téléphone',
    install: 'Installez d’abord l’eSIM',
    elsewhere: 'Ce forfait ne fonctionne pas au Japon',
    refund: 'Demander un remboursement',
    sentRefund: /votre demande de remboursement [0-9A-Z]{8}/,
    android: 'Android',
    onAndroid: 'Activez l’eSIM',
    roamingOnAndroid: 'Activez l’itinérance, pour cette eSIM seulement',
    otherTitle: 'Dans un autre pays\u202f?',
    notCovered: 'Votre eSIM France ne fonctionne pas au Japon',
    offline: 'Pas de connexion\u202f?',
    keep: 'Garder sur ce téléphone',
    kept: 'Conservé sur ce téléphone',
    offlineLine: 'Activez l’eSIM',
  },
};

test.use({ timezoneId: 'Europe/Paris' });

async function open(page: Page, world: BrowserWorld, { cookie, order: { id } }: Buyer, query = ''): Promise<void> {
  const [name = '', value = ''] = cookie.split(/=(.*)/);
  await page.context().addCookies([{ name, value, url: world.app.url, httpOnly: true, sameSite: 'Lax' }]);
  await page.goto(`/orders/${id}/connection?line=1${query}`);
}

/** What the wholesaler will report; the figures that the store holds are an hour old. */
async function report(world: BrowserWorld, buyer: Buyer, set: object): Promise<void> {
  const { lines } = await look(world.app, buyer);
  await control(world.airalo, { usage: { iccid: lines[0]?.esim?.iccid, set } });
  await onDatabase(
    world.databaseUrl,
    `update esims set refreshed_at = now() - interval '1 hour' where order_id = '${buyer.order.id}'`,
  );
}

const step = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });
/** The words of the menus: those of the phone that shows the page. */
async function menusOf(page: Page, language: Language) {
  const { line, roaming, onAndroid, roamingOnAndroid } = WORDS[language];
  const isAndroid = /Android/.test(await page.evaluate(() => navigator.userAgent));
  return isAndroid ? { line: onAndroid, roaming: roamingOnAndroid } : { line, roaming };
}
const tried = (...answers: string[]) =>
  `&tried=${answers.map((each) => `${each}-${Math.floor(Date.now() / 1000).toString(36)}`).join('_')}`;

/** Moves the focus by Tab until it is on this element, and presses Enter. */
async function press(page: Page, role: 'link' | 'button', name: string): Promise<void> {
  const wanted = page.getByRole('main').getByRole(role, { name, exact: true });
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 60; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reaches "${name}"`);
}

async function toTicket(page: Page, world: BrowserWorld, language: Language): Promise<void> {
  const words = WORDS[language];
  await open(page, world, await bought(world.app, { locale: language }));
  await expect(page.getByRole('heading', { level: 1, name: words.heading })).toBeVisible();
  await expect(step(page, words.installed)).toBeVisible();
  await expectAccessible(page);
  await press(page, 'link', words.there);
  // The next step has the focus, and the clock of the device chooses the country.
  await expect(step(page, words.where)).toBeVisible();
  await expect(page.getByLabel(words.country)).toHaveValue('FR');
  await expectAccessible(page);
  await press(page, 'button', words.here);
  await expect(page.getByText(words.covered)).toBeVisible();
  const menus = await menusOf(page, language);
  await expect(step(page, menus.line)).toBeVisible();
  await press(page, 'link', words.was);
  await expect(step(page, menus.roaming)).toBeFocused();
  await expectAccessible(page);
  await page.getByText(words.support).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel(words.note).fill('Pixel 8');
  await press(page, 'button', words.ask);
  await expect(page.getByText(words.sent)).toBeVisible();
  await expectAccessible(page);
}

test('by keyboard: three steps, then a ticket', ({ page, world }) => toTicket(page, world, 'en'));

inFull(() => {
  forEachLanguage((language) => {
    const words = WORDS[language];

    test.describe('on a phone', () => {
      test.use({
        viewport: { width: 390, height: 844 },
        userAgent:
          'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
        isMobile: true,
        hasTouch: true,
      });

      test('the menus are those of the phone, and the steps go on without a network', async ({
        page,
        context,
        world,
      }) => {
        const buyer = await bought(world.app, { locale: language });
        await open(page, world, buyer, `${tried('installed-yes')}&in=FR`);
        await expect(step(page, words.onAndroid)).toBeVisible();
        await expectAccessible(page);

        await page.goto(`/orders/${buyer.order.id}`);
        await page.getByRole('button', { name: words.keep }).click();
        await expect(page.getByRole('heading', { name: words.kept })).toBeVisible();
        await context.setOffline(true);
        await page.goto('/');
        await page.getByText(words.offline, { exact: true }).click();
        await page.getByRole('button', { name: words.there }).click();
        await expect(page.getByRole('heading', { level: 2, name: words.offlineLine })).toBeFocused();
        await expectAccessible(page);
      });
    });

    test('every end by keyboard', async ({ page, world }) => {
      if (language !== 'en') await toTicket(page, world, language);
      const buyer = await bought(world.app, { locale: language });
      await open(page, world, buyer, tried('installed-no'));
      await expect(step(page, words.install)).toBeVisible();
      await expectAccessible(page);
      await open(page, world, buyer, tried('installed-gone'));
      await expect(step(page, words.gone)).toBeVisible();
      await expect(page.getByRole('link', { name: words.changed })).toBeVisible();
      await expectAccessible(page);
      await open(page, world, buyer, `${tried('installed-yes')}&in=JP`);
      await expect(step(page, words.elsewhere)).toBeVisible();
      await expectAccessible(page);

      await open(page, world, buyer, `&in=FR${tried('installed-yes', 'line-was', 'roaming-works')}`);
      await expect(step(page, words.works)).toBeVisible();
      await expectAccessible(page);

      const settings = ['line-was', 'roaming-was', 'data-was', 'network-none', 'restart-done', 'switching-was'];
      await open(page, world, buyer, `&in=FR${tried('installed-yes', ...settings)}`);
      await press(page, 'button', words.refund);
      await expect(page.getByText(words.sentRefund)).toBeVisible();
      await expectAccessible(page);

      // The page changes by itself when data is used.
      await open(page, world, buyer, `&in=FR${tried('installed-yes')}`);
      await expect(step(page, (await menusOf(page, language)).line)).toBeVisible();
      await report(world, buyer, { status: 'ACTIVE', remaining: 2048, expired_at: '2040-01-01 00:00:00' });
      await expect(step(page, words.online)).toBeVisible({ timeout: 30_000 });
      await expectAccessible(page);
      await report(world, buyer, { status: 'FINISHED', remaining: 0 });
      await page.reload();
      await expect(step(page, words.used)).toBeVisible({ timeout: 30_000 });
      await press(page, 'link', words.again);
      await expect(page).toHaveURL(/\/plans\/local\/france\?plan=france-3gb$/);

      const late = await bought(world.app, { locale: language });
      await report(world, late, { status: 'EXPIRED', remaining: 300, expired_at: '2026-01-31 12:00:00' });
      await open(page, world, late);
      await expect(step(page, words.ended)).toBeVisible({ timeout: 30_000 });
      await expectAccessible(page);
    });

    test('in another country: the plan that works there', async ({ page, world }) => {
      const buyer = await bought(world.app, { locale: language });
      await open(page, world, buyer);
      await page.goto(`/orders/${buyer.order.id}/country?line=1`);
      await expect(page.getByRole('heading', { level: 1, name: words.otherTitle })).toBeVisible();
      await expect(page.getByLabel(words.country)).toHaveValue('FR');
      await page.getByLabel(words.country).selectOption('JP');
      await press(page, 'button', words.here);
      await expect(page.getByText(words.notCovered)).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('main').getByRole('link', { name: / - / }).first().click();
      await expect(page).toHaveURL(/\/checkout\/[\w-]+\?for=japan$/);
    });
  });
});
