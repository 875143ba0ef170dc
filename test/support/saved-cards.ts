import { CARD_TEXT_VERSION } from '#src/shared/saved-cards.ts';
import { until } from './wire.ts';

type Caller = { app: { url: string }; idToken: string };

/** The saved cards of an account. */
export async function cardsOf({ app, idToken }: Caller): Promise<{ id: string }[]> {
  const answer = await fetch(`${app.url}/api/account/cards`, { headers: { authorization: `Bearer ${idToken}` } });
  if (!answer.ok) throw new Error(`cards not shown: ${answer.status}`);
  return ((await answer.json()) as { cards: { id: string }[] }).cards;
}

/** Saves a card on the hosted page that charges nothing. Its bank is satisfied where it asks. */
export async function saveCard(caller: Caller, card: string): Promise<void> {
  const before = await cardsOf(caller);
  const answer = await fetch(`${caller.app.url}/api/account/cards/setup`, {
    method: 'POST',
    headers: { authorization: `Bearer ${caller.idToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ consent: CARD_TEXT_VERSION, locale: 'en' }),
  });
  if (!answer.ok) throw new Error(`no page for a card: ${answer.status} ${await answer.text()}`);
  await enterCard(((await answer.json()) as { url: string }).url, card);
  await until(async () => (await cardsOf(caller)).length > before.length, { what: 'the card is saved' });
}

/** Enters a card on a hosted page. */
export async function enterCard(page: string, card: string): Promise<void> {
  const fields = new URLSearchParams({
    email: 'traveller@example.com',
    cardNumber: card,
    cardExpiry: '12/40',
    cardCvc: '123',
    billingName: 'Test Traveller',
  });
  const sent = await post(page, fields);
  if (sent?.includes('/3ds/')) await post(new URL(sent, page).href, new URLSearchParams({ outcome: 'complete' }));
}

const post = async (url: string, body: URLSearchParams) =>
  (await fetch(url, { method: 'POST', body, redirect: 'manual' })).headers.get('location');
