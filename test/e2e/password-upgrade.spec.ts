import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { translator } from '#src/i18n/i18n.ts';
import { mailedLink, openAuth, signIn } from '../browser/account-pages.ts';
import { createAccount } from '../support/accounts.ts';
import { type BrowserWorld, expect, expectAccessible, forEachLanguage, test } from '../browser/browser.ts';
import { until } from '../support/wire.ts';
import { OPS_BUNDLE } from '../../scripts/launcher/production.mjs';

// This file has its own world, because it changes the password policy.
test.use({ settings: { IDENTITY_MIN_PASSWORD_LENGTH: '6' } });

const NEW_PASSWORD = 'Seven lakes beyond the 7th ridge';

const run = promisify(execFile);

/** Sets the policy by the ops command and waits until it is in force. */
async function setPolicy(world: BrowserWorld, settings: Record<string, string | number | boolean>): Promise<void> {
  const words = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  await run(process.execPath, [OPS_BUNDLE, 'identity', 'policy', 'set', ...words], {
    env: { PATH: process.env.PATH, DATABASE_URL: world.databaseUrl },
  });
  await until(async () => {
    const answer = await fetch(`${world.app.url}/identity/v2/passwordPolicy?key=cairn-web`);
    const found = (await answer.json()) as Record<string, unknown>;
    return ['enforcementState', 'forceUpgradeOnSignin'].every((name) => found[name] === settings[name]);
  });
}

forEachLanguage((language) => {
  const t = translator(language);

  test('a forced password upgrade: a correct but weak password is refused with its missing rules, and a mailed link sets a new one', async ({
    page,
    world,
    browserErrors,
  }) => {
    browserErrors.expect(/status of 400/);
    await setPolicy(world, { minPasswordLength: 6, enforcementState: 'OFF', forceUpgradeOnSignin: false });
    const account = await createAccount(world.app, language);
    await setPolicy(world, {
      minPasswordLength: 8,
      containsUppercaseCharacter: true,
      containsNumericCharacter: true,
      enforcementState: 'ENFORCE',
      forceUpgradeOnSignin: true,
    });

    await openAuth(page, language);
    await page.getByLabel(t('auth.email'), { exact: true }).fill(account.email);
    await page.getByLabel(t('auth.password'), { exact: true }).fill(account.password);
    await page.getByRole('button', { name: t('auth.signIn.submit'), exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('auth.upgrade.title') })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveText(t('errors.auth.password-does-not-meet-requirements'));
    const requirements = page.getByRole('list', { name: t('auth.requirements.label') }).getByRole('listitem');
    const unmet = t('auth.requirements.unmet');
    await expect(requirements).toHaveText([t('auth.requirements.upper') + unmet, t('auth.requirements.digit') + unmet]);
    await expect(page.getByLabel(t('auth.email'), { exact: true })).toHaveValue(account.email);
    await expectAccessible(page);
    await page.getByRole('button', { name: t('auth.upgrade.send') }).click();
    await expect(page.getByText(t('auth.upgrade.sent', { email: account.email }))).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expectAccessible(page);

    await page.goto(await mailedLink(world, account.email, 'resetPassword'));
    const field = page.getByLabel(t('auth.newPassword'), { exact: true });
    const marks = async (typed: string) => {
      await field.fill(typed);
      return (await requirements.allTextContents()).map((text) => text.endsWith(t('auth.requirements.met')));
    };
    // The last rule is the one against repeats and sequences.
    await expect.poll(() => marks('aaaaaa')).toEqual([false, false, false, false]);
    await expect.poll(() => marks('Short')).toEqual([false, true, false, true]);
    await expectAccessible(page);
    await expect.poll(() => marks(NEW_PASSWORD)).toEqual([true, true, true, true]);
    await page.getByLabel(t('auth.confirmPassword'), { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: t('auth.action.reset.save') }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('auth.action.reset.done') })).toBeVisible();
    await signIn(page, { email: account.email, password: NEW_PASSWORD }, language);
  });
});
