import { type Browser, expect, type Page } from '@playwright/test';
import type { TestAccount } from '../support/accounts.ts';
import type { BrowserWorld, Language } from './browser.ts';
import { messages, until } from '../support/wire.ts';

const SIGN_IN = {
  en: { email: 'Email', password: 'Password', submit: 'Sign In' },
  fr: { email: 'Adresse e-mail', password: 'Mot de passe', submit: 'Se connecter' },
};

/** Opens /auth and waits for hydration. */
export async function openAuth(page: Page, language: Language = 'en'): Promise<void> {
  await page.goto('/auth');
  await expect(page.getByRole('button', { name: SIGN_IN[language].submit, exact: true })).toBeEnabled();
}

/** Signs in on /auth and waits for the profile. */
export async function signIn(
  page: Page,
  account: Pick<TestAccount, 'email' | 'password'>,
  language: Language = 'en',
): Promise<void> {
  const words = SIGN_IN[language];
  await openAuth(page, language);
  await page.getByLabel(words.email, { exact: true }).fill(account.email);
  await page.getByLabel(words.password, { exact: true }).fill(account.password);
  await page.getByRole('button', { name: words.submit, exact: true }).click();
  await expect(page).toHaveURL(/\/profile$/);
}

/** Links of this mode in the mailbox of an address, oldest first. Security notices contain some, too. */
export async function mailedLinks(world: BrowserWorld, email: string, mode: string): Promise<string[]> {
  const links = (await messages(world.mail, email)).flatMap((message) => message.links);
  return [...new Set(links.filter((link) => new URL(link).searchParams.get('mode') === mode))];
}

/** The newest such link, once there is one that is not in `earlier`. */
export async function mailedLink(
  world: BrowserWorld,
  email: string,
  mode: string,
  earlier: string[] = [],
): Promise<string> {
  return until(async () => (await mailedLinks(world, email, mode)).findLast((link) => !earlier.includes(link)), {
    what: `a mailed ${mode}`,
  });
}

/** A page in a new browser context with empty storage. */
export async function anotherBrowser(browser: Browser, world: BrowserWorld, language: Language = 'en'): Promise<Page> {
  const context = await browser.newContext({ baseURL: world.app.url, locale: language === 'fr' ? 'fr-FR' : 'en-US' });
  return context.newPage();
}

/** Verifies the address of an account with its mailed code, by the API. */
export async function confirmAddress(
  world: BrowserWorld,
  account: Pick<TestAccount, 'email' | 'idToken'>,
): Promise<void> {
  const link = new URL(await mailedLink(world, account.email, 'verifyEmail'));
  const answer = await fetch(`${world.app.url}/identity/v1/accounts:update?key=cairn-web`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ oobCode: link.searchParams.get('oobCode'), idToken: account.idToken }),
  });
  if (!answer.ok) throw new Error(`code refused: ${answer.status} ${await answer.text()}`);
}
