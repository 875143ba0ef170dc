import { afterEach, expect, it } from 'vitest';
import { startBuiltShop } from '#test/support/books.ts';
import { control, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

/** How buyers can pay is said before they pay, as the payment vendor is configured. */

let world: World | undefined;
afterEach(() => world?.close());

const read = async ({ app }: World, path: string, language = 'en') =>
  (await (await fetch(app.url + path, { headers: { 'accept-language': language } })).text()).replaceAll('\u00a0', ' ');

it('the checkout names cards and wallets; the claim stands', async () => {
  const shop = (world = await startBuiltShop());
  await until(
    async () => (await read(shop, '/checkout/france-3gb')).includes('Card, Apple Pay, Google Pay, and Link'),
    {
      what: 'the methods are named',
    },
  );
  expect(await read(shop, '/checkout/france-3gb', 'fr')).toContain('Carte bancaire, Apple Pay, Google Pay et Link');
  expect(await read(shop, '/')).toContain('Multiple payment options');
  expect(await read(shop, '/plans/local/france')).toContain('Multiple payment options');
});

it('with cards alone, pages that were kept with the claim say the fact', async () => {
  const shop = (world = await startBuiltShop());
  const call = 'payment_method_configurations.list';
  await control(shop.stripe, { payment_methods: { on: ['card'] }, hold: { call } });
  const paths = ['/', '/plans/local/france'];
  // Until the vendor answers the claim stands. The second answer comes from memory.
  for (const path of [...paths, ...paths]) expect(await read(shop, path)).toContain('Multiple payment options');
  await control(shop.stripe, { release: { call } });
  for (const path of paths) {
    await until(async () => (await read(shop, path)).includes('Payment by card'), { what: `${path} says the fact` });
    expect(await read(shop, path)).not.toContain('Multiple payment options');
  }
  expect(await read(shop, '/checkout/france-3gb')).not.toContain('Apple Pay');
});

it('while the vendor does not answer, the checkout is shown at once, and does not say that it is cards alone', async () => {
  const shop = (world = await startBuiltShop());
  await control(shop.stripe, { delay: { call: 'payment_method_configurations.list', ms: 600_000, times: 9 } });
  const page = await read(shop, '/checkout/france-3gb');
  expect(page).toContain('By card, or as the next page offers');
  expect(page).not.toContain('>Card<');
  expect(await read(shop, '/checkout/france-3gb', 'fr')).toContain('Par carte, ou par un autre moyen');
});
