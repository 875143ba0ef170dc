import { expect, expectAccessible, test } from '../browser/browser.ts';

test('help by keyboard: the search updates while typing, an answer opens, and Back returns to the results', async ({
  page,
}) => {
  const main = page.getByRole('main');
  await page.goto('/help');
  await expectAccessible(page);
  const field = page.getByRole('searchbox', { name: 'Search help' });
  await field.focus();
  // Letters typed before hydration are lost, so they are typed again.
  await expect(async () => {
    await field.fill('');
    await field.pressSequentially('refnud');
    await expect(main.getByRole('status')).toHaveText(/answers? for “refnud”/, { timeout: 3_000 });
  }).toPass();
  await expect(main.getByRole('heading', { level: 2 }).first()).toHaveText('How do refunds work?');
  // A way to a person stands below the answers, and above them when the question asks for one.
  const person = main.getByRole('link', { name: 'Write to a person' });
  await expect(main.getByRole('heading', { level: 2 }).last()).toHaveText('Not your question?');
  await expect(person).toHaveAttribute('href', '/contact');
  await expectAccessible(page);
  await field.fill('talk to someone');
  await expect(main.getByRole('heading', { level: 2 }).first()).toHaveText('Ask a person');
  await expect(person).toBeVisible();

  // A question in the other language finds the same answer in the language of the page.
  await field.fill('téléphone verrouillé');
  await expect(main.getByRole('status')).toContainText('téléphone verrouillé');
  const answer = main.getByRole('link', { name: 'Is my phone locked to one operator?' });
  await expect(answer).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(main.getByRole('button', { name: 'Search' })).toBeFocused();
  await answer.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/help/locked-phone');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Is my phone locked to one operator?');
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Have it unlocked' }).click();
  await expect(page).toHaveURL('/help/locked-phone#unlock');
  await expectAccessible(page);

  // Changing the language changes the answer at once.
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: 'Français' }).click();
  await expect(page).toHaveURL('/fr/help/locked-phone#unlock');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('verrouillé par un opérateur');

  // Goes back past the section entry to the question.
  await page.goBack();
  await page.goBack();
  await expect(main.getByRole('link', { name: 'Mon téléphone est-il verrouillé par un opérateur' })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('téléphone verrouillé');

  // A search without results offers the contact page.
  await page.getByRole('searchbox').fill('xylophone');
  await expect(main.getByRole('status')).toContainText('xylophone');
  await expect(main.getByRole('link', { name: 'Nous écrire' })).toHaveAttribute('href', /\/contact$/);
  await page.getByRole('button', { name: 'Voir tous les sujets' }).click();
  await expect(main.getByRole('heading', { name: 'Toutes les réponses' })).toBeVisible();
});

test('on a phone the contents of an answer are folded before its steps, and Support is the current entry', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/help/no-connection');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await expect(contents).toHaveCount(1);
  const link = contents.getByRole('link', { name: 'No bars at all' });
  await expect(link).toBeHidden();
  await contents.getByText('On this page').click();
  await link.click();
  await expect(page).toHaveURL('/help/no-connection#no-bars');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Support' })).toHaveAttribute('aria-current', 'true');
});
