import { html } from 'hono/html';
import type Stripe from 'stripe';
import { htmlDocument } from '../../kit/document.ts';
import { TEST_CARDS, type TestCard } from '../cards.ts';
import { formatMoney } from '../money.ts';
import type { Checkout } from '../store.ts';
import { STYLE } from './style.ts';
import { fill, WORDS, type ErrorCode } from './words.ts';

type Html = ReturnType<typeof html>;

/** What every page needs of its session. */
export interface View {
  language: 'en' | 'fr';
  merchant: string;
  session: Stripe.Checkout.Session;
  checkout: Checkout;
}

const formatAmount = ({ session, language }: View) =>
  session.mode === 'setup'
    ? ''
    : formatMoney(session.amount_total!, session.currency!, language === 'fr' ? 'fr-FR' : 'en-US');

function layout(language: 'en' | 'fr', title: string, body: Html): Html {
  const words = WORDS[language];
  return htmlDocument({
    language,
    title,
    style: STYLE,
    body: html`<header class="mark"><strong>${words.sandbox}</strong> ${words.sandboxNote}</header>
      ${body}`,
  });
}

function summary(view: View): Html {
  const { merchant, session, checkout, language } = view;
  const words = WORDS[language];
  return html`<section class="summary" aria-labelledby="summary">
    ${session.cancel_url ? html`<a class="back" href="${session.cancel_url}"><span aria-hidden="true">← </span>${fill(words.back, { merchant })}</a>` : ''}
    <h1 id="summary">${fill(session.mode === 'setup' ? words.saveFor : words.payTo, { merchant })}</h1>
    <p class="${session.mode === 'setup' ? 'nothing' : 'amount'}">
      ${session.mode === 'setup' ? words.nothing : formatAmount(view)}
    </p>
    <ul>
      ${checkout.line_items.map((line) => html`<li>${line.description}${line.quantity! > 1 ? html` × ${line.quantity}` : ''}</li>`)}
    </ul>
  </section>`;
}

/** The form of an open session, with the reason of a failed payment. */
export function payPage(view: View, error: ErrorCode | undefined): Html {
  const { session, checkout, language } = view;
  const words = WORDS[language];
  const email = checkout.entered?.email ?? session.customer_email ?? '';
  const isSetup = session.mode === 'setup';
  const title = `${isSetup ? words.setupTitle : words.title} · ${view.merchant}`;
  return layout(
    language,
    title,
    html`<main>
      ${summary(view)}
      <form method="post">
        ${error ? html`<p class="error" role="alert">${words.errors[error]}</p>` : ''}
        <label for="email">${words.email}</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="email"
          required
          value="${email}"
          ${session.customer_email ? 'readonly' : ''}
        />
        ${cardFields(words)}
        <label for="billingName">${words.name}</label>
        <input
          id="billingName"
          name="billingName"
          autocomplete="cc-name"
          required
          maxlength="200"
          value="${checkout.entered?.name ?? ''}"
        />
        <button type="submit">${isSetup ? words.save : fill(words.pay, { amount: formatAmount(view) })}</button>
        ${testCards(words)}
      </form>
    </main>`,
  );
}

type Words = (typeof WORDS)[View['language']];

function cardFields(words: Words): Html {
  return html`<label for="cardNumber">${words.cardNumber}</label>
    <input
      id="cardNumber"
      name="cardNumber"
      inputmode="numeric"
      autocomplete="cc-number"
      required
      maxlength="23"
      placeholder="4242 4242 4242 4242"
    />
    <div class="pair">
      <div>
        <label for="cardExpiry">${words.expiry}</label>
        <input
          id="cardExpiry"
          name="cardExpiry"
          inputmode="numeric"
          autocomplete="cc-exp"
          required
          maxlength="9"
          placeholder="${words.expiryHint}"
        />
      </div>
      <div>
        <label for="cardCvc">${words.cvc}</label>
        <input
          id="cardCvc"
          name="cardCvc"
          inputmode="numeric"
          autocomplete="cc-csc"
          required
          maxlength="4"
          placeholder="123"
        />
      </div>
    </div>`;
}

function testCards(words: Words): Html {
  return html`<details>
    <summary>${words.cards}</summary>
    <p>${words.anyDate}</p>
    <ul class="cards">
      ${TEST_CARDS.map((card) => html`<li><code>${card.number}</code> ${shortly(card, words.card)}</li>`)}
    </ul>
  </details>`;
}

function shortly(card: TestCard, say: (typeof WORDS)['en']['card']): string {
  if (card.onceSetUp) return say.onceSetUp;
  if (card.onlyAttaches) return say.onlyAttaches;
  if (card.challenge) return say.challenge;
  if (card.decline) return card.decline.decline_code === 'insufficient_funds' ? say.insufficient : say.declined;
  if (card.refund) return card.refund === 'fails_later' ? say.refundFails : say.refundWaits;
  return card.raises ? say[card.raises] : say.pays;
}

/** The bank's 3-D Secure step. */
export function challengePage(view: View): Html {
  const words = WORDS[view.language];
  return layout(
    view.language,
    words.challengeTitle,
    html`<main class="narrow">
      <form method="post">
        <h1>${words.challengeTitle}</h1>
        <p>
          ${fill(view.session.mode === 'setup' ? words.challengeSetup : words.challenge, { amount: formatAmount(view), merchant: view.merchant })}
        </p>
        <button type="submit" name="outcome" value="complete">${words.challengeComplete}</button>
        <button type="submit" name="outcome" value="fail" class="quiet">${words.challengeFail}</button>
      </form>
    </main>`,
  );
}

/** A closed session, with a link back to the shop. */
export function closedPage(view: View): Html {
  const words = WORDS[view.language];
  const { session, merchant } = view;
  const complete = session.status === 'complete';
  const way = complete ? successAddress(session) : session.cancel_url;
  return layout(
    view.language,
    words.title,
    html`<main class="narrow">
      <section>
        <h1>${complete ? (session.mode === 'setup' ? words.saved : words.complete) : words.expired}</h1>
        ${way ? html`<a class="button" href="${way}">${fill(words.back, { merchant })}</a>` : ''}
      </section>
    </main>`,
  );
}

export function unknownPage(language: 'en' | 'fr'): Html {
  const words = WORDS[language];
  return layout(
    language,
    words.title,
    html`<main class="narrow">
      <section><h1>${words.unknown}</h1></section>
    </main>`,
  );
}

/** The URL for the payer after a payment. */
export function successAddress(session: Stripe.Checkout.Session): string {
  return session.success_url!.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}
