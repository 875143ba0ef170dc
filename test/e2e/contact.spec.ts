import { contact } from '#src/i18n/fr/contact.ts';
import { expect, expectAccessible, test } from '../browser/browser.ts';
import { messages, until } from '../support/wire.ts';

test.use({ language: 'fr' });

test('by keyboard alone the form shows errors under fields, keeps the input when rate limited, then shows a ticket number', async ({
  page,
  world,
  browserErrors,
}) => {
  browserErrors.expect(/status of 429/);
  const { form, faults, problem, sent } = contact;
  const email = 'clavier@example.com';
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.goto('/fr/contact');
  const topic = page.getByLabel(form.topic);
  const message = page.getByLabel(form.message, { exact: true });
  await page.getByRole('link', { name: contact.needs.other.action, exact: true }).focus();
  await press('Enter', 'Tab');
  await expect(topic).toBeFocused();

  // An empty form is submitted: the first invalid field gets the focus, and every field shows its error.
  await page.getByRole('button', { name: form.send }).focus();
  await press('Enter');
  await expect(topic).toBeFocused();
  await expect(topic).toHaveAccessibleDescription(faults.topic);
  await expect(message).toHaveAccessibleDescription(`${form.messageHint} ${faults.messageMissing}`);
  await expectAccessible(page);

  await page.keyboard.type('Pas');
  await press('Tab', 'Tab');
  await page.keyboard.type(email);
  // The answer may be in any language of the merchant; the page's is the default.
  const answerIn = page.getByLabel(form.language);
  await expect(answerIn).toHaveValue('fr');
  await press('Tab', 'Tab');
  await expect(answerIn).toBeFocused();
  await page.keyboard.type('Alle');
  await expect(answerIn).toHaveValue('de');
  await press('Tab');
  await page.keyboard.type('Aucun réseau à Tokyo.');
  await expect(page.getByText(faults.messageMissing)).toBeHidden();

  // A rate limited request keeps the input.
  await page.route('**/api/tickets', (route) =>
    route.fulfill({ status: 429, json: { error: { code: 'too-many-requests', message: '' } } }),
  );
  await press('Tab', 'Enter');
  await expect(page.getByRole('alert')).toContainText(problem.tooMany);
  await expect(message).toHaveValue('Aucun réseau à Tokyo.');
  await page.unroute('**/api/tickets');

  await page.getByRole('button', { name: form.send }).focus();
  await press('Enter');
  await expect(page.getByRole('heading', { name: sent.title })).toBeFocused();
  const [number = ''] = /[0-9A-Z]{8}/.exec(await page.getByText(/^Numéro de suivi/).innerText()) ?? [];
  await expectAccessible(page);
  const mail = await until(async () => (await messages(world.mail, email))[0], { what: 'the confirmation' });
  expect(mail.subject).toContain(number);
  expect(mail.text).toMatch(/Langue de la réponse\s*:?\s*Allemand/);

  await press('Tab', 'Enter');
  await expect(message).toHaveValue('');
});
