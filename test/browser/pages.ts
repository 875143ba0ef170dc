import type { Page } from '@playwright/test';
import { WORDS as VENDOR_WORDS } from '#sandbox/stripe/page/words.ts';
import type { BrowserWorld, Language } from './browser.ts';
import { onDatabase } from '../support/database-access.ts';
import { type Buyer, order } from '../support/shop.ts';
import { control, held, payHosted } from '../support/wire.ts';

/** Every public page that needs no preparation. */
export const PUBLIC_PAGES = [
  '/',
  '/how-it-works',
  '/coverage',
  '/coverage/countries',
  '/coverage/popular',
  '/coverage/operators',
  '/support',
  '/help',
  '/help?q=refund',
  '/help/no-connection',
  '/help/devices',
  '/help/devices?model=iphone+17',
  '/help/installation',
  '/contact',
  '/plans',
  '/plans?q=tailand',
  '/plans?compare=thailand-5gb,asia-5gb,global-5gb',
  '/plans/data',
  '/plans/data?to=france&video=60',
  '/plans/trip?stop=france:4&stop=italy:5&stop=morocco:5&habit=700',
  '/plans/trip?stop=atlantis:2&stop=france:0&habit=none',
  '/plans/local',
  '/plans/regional',
  '/plans/global',
  '/plans/local/france',
  '/plans/local/japan',
  '/plans/regional/europe',
  '/legal/privacy',
  '/legal/compliance',
  '/about',
  '/press',
  '/careers',
  '/blog',
  '/blog/data-by-habit',
  '/checkout/france-3gb',
  '/auth',
  '/auth/action',
  '/_sandbox',
] as const;

/** Gives the page the cookie for this buyer's order. */
export async function asBuyer(page: Page, world: BrowserWorld, buyer: Buyer): Promise<void> {
  const [name = '', value = ''] = buyer.cookie.split(/=(.*)/);
  await page.context().addCookies([{ name, value, url: world.app.url, httpOnly: true, sameSite: 'Lax' }]);
}

export const ORDER_STATES = [
  'waiting',
  'cancelled',
  'preparing',
  'ready',
  'expired',
  'payment_failed',
  'refunded',
  'disputed',
] as const;
export type OrderPageState = (typeof ORDER_STATES)[number];

/**
 * Creates an order whose page is in this state, and returns its URL. For `preparing` the responses of both wholesalers are
 * held: call `release`.
 */
export async function orderIn(
  world: BrowserWorld,
  state: OrderPageState,
  language: Language,
): Promise<{ buyer: Buyer; path: string; release(): Promise<void> }> {
  const atBoth = (verb: Record<string, unknown>) =>
    Promise.all([world.airalo, world.esimAccess].map((wholesaler) => control(wholesaler, verb)));
  const release = async () => void (state === 'preparing' && (await atBoth({ release: { call: 'orders.create' } })));
  if (state === 'preparing') await atBoth({ hold: { call: 'orders.create', when: 'before', times: 20 } });
  const buyer = await order(world.app, { locale: language });
  if (state === 'preparing' || state === 'ready') await payHosted(buyer.paymentUrl);
  if (state === 'preparing') await held(world.airalo, 'orders.create');
  if (!['waiting', 'cancelled', 'preparing', 'ready'].includes(state))
    await onDatabase(world.databaseUrl, `update orders set status = '${state}' where id = '${buyer.order.id}'`);
  return { buyer, path: `/orders/${buyer.order.id}${state === 'cancelled' ? '?payment=cancelled' : ''}`, release };
}

/** Fills in the payment vendor's page and submits it. */
export async function payByCard(page: Page, language: Language, card: string): Promise<void> {
  const words = VENDOR_WORDS[language];
  await page.getByLabel(words.cardNumber).fill(card);
  await page.getByLabel(words.expiry).fill('12 / 40');
  await page.getByLabel(words.cvc).fill('123');
  await page.getByLabel(words.name).fill('Amara Diallo');
  await page.getByRole('button', { name: words.pay.replace('{{amount}}', '') }).click();
}
