import { MESSAGES } from '#src/i18n/i18n.ts';
import { signIn } from '../browser/account-pages.ts';
import { createAccount } from '../support/accounts.ts';
import { expect, expectAccessible, forEachLanguage, test } from '../browser/browser.ts';
import { codeFor, textsTo, wrongCode } from '../support/phones.ts';

// Proof of work is on, which each text message needs, and so is the resend pause.
test.use({ settings: { CAPTCHA: 'on', CAPTCHA_TRIES: '50', TEXT_PAUSE_SECONDS: '600' } });

forEachLanguage((language) => {
  const { auth, phone, settings, errors } = MESSAGES[language];
  // Each language uses its own phone numbers.
  const [mine, other] = language === 'en' ? ['+33639980101', '+33639980102'] : ['+33639980201', '+33639980202'];
  const national = (number: string) => `0${number.slice(3)}`;

  test('a phone number signs in with a texted code', async ({ page, world, browserErrors }) => {
    // A wrong code.
    browserErrors.expect(/status of 400/);
    await page.goto('/auth');
    await page.getByRole('button', { name: auth.phone.ask }).click();
    await expect(page.getByRole('heading', { name: phone.signIn.title, level: 1 })).toBeVisible();
    await expect(page.getByText(phone.signIn.text)).toBeVisible();
    const number = page.getByRole('textbox', { name: phone.number });
    await expect(number).toBeFocused();
    await expectAccessible(page);

    const send = page.getByRole('button', { name: phone.send });
    await send.click();
    await expect(page.getByText(phone.missing)).toBeVisible();
    await number.fill('+44 12');
    await send.click();
    await expect(page.getByText(phone.invalid)).toBeVisible();
    await number.fill('+1 876 555 1234');
    await send.click();
    await expect(page.getByText(phone.notThere)).toBeVisible();

    // The number in national format, with the country selected.
    await page.getByRole('combobox', { name: phone.country }).selectOption('FR');
    await number.fill(national(mine));
    await send.click();
    await expect(page.getByRole('heading', { name: phone.enter.title })).toBeVisible();
    await expect(page.getByText(/\+33 6 ·· ·· 0[12] 01/)).toBeVisible();
    await expect(page.getByText(new RegExp(phone.newIn.replace('{{time}}', '\\d+:\\d\\d')))).toBeVisible();
    const field = page.getByRole('textbox', { name: phone.code });
    await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
    await expectAccessible(page);

    const code = await codeFor(world.sms, mine);
    await page.getByRole('button', { name: phone.signIn.submit }).click();
    await expect(page.getByText(phone.codeShort)).toBeVisible();
    await field.pressSequentially(wrongCode(code));
    await expect(page.getByText(errors.auth['invalid-verification-code'])).toBeVisible();
    await expect(field).toHaveValue('');
    // The code is pasted with its space. The sixth digit submits it.
    await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await expect(page).toHaveURL(/\/profile$/);
    const [text] = await textsTo(world.sms, mine);
    expect(text!.body).toMatch(new RegExp(`\n\n@127\\.0\\.0\\.1 #${code}$`));
  });

  test('a phone number joins an account, is replaced and is removed', async ({ page, world }) => {
    const { email, password } = await createAccount(world.app, language);
    await signIn(page, { email, password }, language);
    await page.goto('/profile/settings#phone');
    const section = page.getByRole('region', { name: settings.phone.title });
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('textbox', { name: phone.code });
    const send = async (number: string) => {
      await dialog.getByRole('textbox', { name: phone.number }).fill(number);
      await dialog.getByRole('button', { name: phone.send }).click();
    };

    await section.getByRole('button', { name: settings.phone.add }).click();
    await send(other);
    await field.fill(await codeFor(world.sms, other));
    await expect(section.getByText(other)).toBeVisible();
    await expectAccessible(page);

    await section.getByRole('button', { name: settings.phone.change }).click();
    const later = `${other.slice(0, -1)}9`;
    await send(later);
    await field.fill(await codeFor(world.sms, later));
    await expect(section.getByText(later)).toBeVisible();

    await section.getByRole('button', { name: settings.phone.remove }).click();
    await dialog.getByRole('button', { name: settings.phone.remove }).click();
    await expect(section.getByText(settings.phone.none)).toBeVisible();
  });
});
