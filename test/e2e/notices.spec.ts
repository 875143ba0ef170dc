import type { Page } from '@playwright/test';
import { signIn } from '../browser/account-pages.ts';
import { type BrowserWorld, expect, expectAccessible, forEachLanguage, test } from '../browser/browser.ts';
import { createAccount } from '../support/accounts.ts';
import { onDatabase } from '../support/database-access.ts';
import { FULL } from '../support/full.ts';
import { bought, type Buyer, look } from '../support/shop.ts';
import { control, messages, until } from '../support/wire.ts';

const WORDS = {
  en: {
    settings: 'Settings',
    notices: 'Notices',
    lowByMail: 'Data is low, by mail',
    endsByPush: 'Plan ends soon, by push',
    always: 'Always',
    saved: 'Saved.',
    low: /left on your France eSIM$/,
    stop: 'Stop these emails',
    ask: 'Stop emails about low data?',
    stopped: 'No more emails about low data',
    still: 'What still comes',
    undo: 'Undo',
    again: 'You get these emails again.',
    byMail: 'Notices, by mail',
    travel: 'Travel date',
    save: 'Set date',
    dateSaved: 'Travel date saved',
    wrong: 'Choose a day from today on, within a year.',
    fold: 'Travel date (optional)',
    when: 'When do you travel?',
    pay: /^Pay \$/,
  },
  fr: {
    settings: 'Paramètres',
    notices: 'Notifications',
    lowByMail: 'Données bientôt épuisées, par e-mail',
    endsByPush: 'Fin du forfait, par push',
    always: 'Toujours',
    saved: 'Enregistré.',
    low: /^Il vous reste .* sur votre eSIM France$/,
    stop: 'Ne plus les recevoir',
    ask: 'Ne plus recevoir d’e-mails sur vos données\u202f?',
    stopped: 'Plus d’e-mails sur vos données',
    still: 'Ce que vous recevrez encore',
    undo: 'Annuler',
    again: 'Vous les recevez de nouveau.',
    byMail: 'Notifications, par e-mail',
    travel: 'Date de départ',
    save: 'Retenir la date',
    dateSaved: 'Date de départ enregistrée',
    wrong: 'Choisissez un jour à partir d’aujourd’hui, dans l’année qui vient.',
    fold: 'Date de départ (facultatif)',
    when: 'Quand partez-vous\u202f?',
    pay: /^Payer /,
  },
};

/** The wholesaler reports so much of the order's eSIM as left, and the store reads it. */
async function report(world: BrowserWorld, buyer: Buyer, remaining: number): Promise<void> {
  const { lines } = await look(world.app, buyer);
  const set = { status: 'ACTIVE', remaining, expired_at: '2040-01-01 00:00:00' };
  await control(world.airalo, { usage: { iccid: lines[0]?.esim?.iccid, set } });
  await onDatabase(
    world.databaseUrl,
    `update esims set refreshed_at = now() - interval '1 hour' where order_id = '${buyer.order.id}'`,
  );
  await until(async () => (await look(world.app, buyer)).lines[0]?.esim?.remainingMb === remaining, {
    what: 'the usage was read',
  });
}

const noticesTo = async (world: BrowserWorld, { email }: Buyer) =>
  (await messages(world.mail, email)).flatMap(({ subject, headers }) => {
    const link = headers.find(({ name }) => name.toLowerCase() === 'list-unsubscribe')?.value;
    return link === undefined ? [] : { subject, link: link.slice(1, -1) };
  });

const isWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

forEachLanguage((language) => {
  const words = WORDS[language];

  test('what is turned off in the settings is not mailed; a link in a mail ends it too, and undoes it', async ({
    page,
    world,
  }) => {
    const account = await createAccount(world.app);
    const own = { authorization: `Bearer ${account.idToken}` };
    const [first, second] = [
      await bought(world.app, { locale: language }, own),
      await bought(world.app, { locale: language }, own),
    ];
    await signIn(page, account, language);
    await page.goto('/profile/settings');
    await page.getByRole('link', { name: words.notices, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: words.notices })).toBeVisible();
    const low = page.getByRole('switch', { name: words.lowByMail });
    await expect(low).toBeEnabled();
    await expect(low).toBeChecked();
    await expect(page.getByText(words.always, { exact: true })).toHaveCount(3);
    await expectAccessible(page);
    for (const width of FULL ? [320, 390, 768, 1440] : [320]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await isWide(page), `${width}`).toBe(false);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await low.focus();
    await page.keyboard.press('Space');
    await expect(page.getByRole('status').filter({ hasText: words.saved })).toBeVisible();
    await page.getByRole('switch', { name: words.endsByPush }).click();
    await page.reload();
    await expect(low).not.toBeChecked();
    await expect(page.getByRole('switch', { name: words.endsByPush })).not.toBeChecked();
    await report(world, first, 700);

    await low.click();
    await expect(page.getByRole('status').filter({ hasText: words.saved })).toBeVisible();
    await report(world, second, 700);
    const [mail] = await until(
      async () => {
        const found = await noticesTo(world, second);
        return found.length > 0 && found;
      },
      { what: 'the notice arrives' },
    );
    expect(mail!.subject).toMatch(words.low);
    expect(await noticesTo(world, first)).toEqual([]);

    await page.goto(mail!.link);
    await expect(page.getByRole('heading', { level: 1, name: words.ask })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: words.stop }).click();
    await expect(page.getByRole('heading', { level: 1, name: words.stopped })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: words.still })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await isWide(page)).toBe(false);
    await page.getByRole('button', { name: words.undo }).click();
    await expect(page.getByText(words.again)).toBeVisible();
  });

  test('a guest gives a travel date at the checkout, changes it on the order page, and turns notices off', async ({
    page,
    world,
  }) => {
    await page.goto('/checkout/france-3gb');
    await expect(page.getByRole('button', { name: words.pay })).toBeEnabled();
    await page.getByText(words.fold, { exact: true }).click();
    const date = page.getByLabel(words.when);
    await expect(date).toBeVisible();
    await date.fill('2020-01-01');
    // Tab goes through the parts of a date.
    await date.blur();
    await expect(page.getByText(words.wrong)).toBeVisible();

    const buyer = await bought(world.app, { locale: language });
    const [name = '', value = ''] = buyer.cookie.split(/=(.*)/);
    await page.context().addCookies([{ name, value, url: world.app.url, httpOnly: true, sameSite: 'Lax' }]);
    await page.goto(`/orders/${buyer.order.id}`);
    const travel = page.getByLabel(words.travel);
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    await travel.fill(day);
    await page.getByRole('button', { name: words.save }).click();
    await expect(page.getByText(words.dateSaved)).toBeVisible();
    const mails = page.getByRole('switch', { name: words.byMail });
    await mails.click();
    await expect(mails).not.toBeChecked();
    await expect(mails).toBeEnabled();
    expect(await look(world.app, buyer)).toMatchObject({
      travelDate: day,
      timeZone: 'Europe/Paris',
      noticesByMail: false,
    });
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await isWide(page)).toBe(false);
  });
});

test('the link of a mail works without script', async ({ browser, world }) => {
  const buyer = await bought(world.app);
  await report(world, buyer, 700);
  const [mail] = await until(
    async () => {
      const found = await noticesTo(world, buyer);
      return found.length > 0 && found;
    },
    { what: 'the notice arrives' },
  );
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(mail!.link);
  await page.getByRole('button', { name: WORDS.en.stop }).click();
  await expect(page.getByRole('heading', { level: 1, name: WORDS.en.stopped })).toBeVisible();
  await context.close();
});
