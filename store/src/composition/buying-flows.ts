import { createRemoveCustomer } from '../flows/account/remove-customer.ts';
import { createSavedCardFlows } from '../flows/account/saved-cards.ts';
import { createChargeOrder } from '../flows/buying/charge-order.ts';
import { createCheckout } from '../flows/buying/checkout.ts';
import { createClaimOrder } from '../flows/buying/claim-order.ts';
import { createLabelRefund } from '../flows/buying/label-refund.ts';
import { createNextAttempt } from '../flows/buying/next-attempt.ts';
import { createOpenPayment } from '../flows/buying/open-payment.ts';
import { createHandlePaymentEvent, createReceivePaymentEvent } from '../flows/buying/payment-events.ts';
import { createRecoverPayment } from '../flows/buying/recover-payment.ts';
import { createRefunds } from '../flows/buying/refund.ts';
import { createRequestOrderLink } from '../flows/buying/request-order-link.ts';
import { createSettlePayment } from '../flows/buying/settle-payment.ts';
import { createPaymentSync } from '../flows/buying/sync-payment.ts';
import { createTopUp } from '../flows/buying/top-up.ts';
import { createIssueDocuments } from '../flows/documents/issue-documents.ts';
import { createShowDocuments } from '../flows/documents/show-documents.ts';
import { createCardUses } from '../flows/topping-up/card-uses.ts';
import { createCheckoutCountries, createCountryNames } from '../flows/showing/countries.ts';
import { isCountry } from '../flows/buying/sale.ts';
import { createPopularDestinations } from '../flows/showing/popular-destinations.ts';
import { createFactSheet } from '../flows/showing/fact-sheet.ts';
import { createOfferedTopUps } from '../flows/showing/offered-top-ups.ts';
import { createOrderPages } from '../flows/showing/order-pages.ts';
import { describePlan } from '../i18n/describe.ts';
import { formatCountry } from '../i18n/format.ts';
import { asksConsent } from '../modules/tax/tax.ts';
import { orderTexts } from '../shared/legal.ts';
import type { Modules } from './modules.ts';

/** From the checkout to the settled payment, and back by a refund. */
export function createBuyingFlows(modules: Modules) {
  const { config } = modules;
  const savedCards = createSavedCardFlows({
    ...modules,
    cardUses: createCardUses(modules),
    publicUrl: config.publicUrl,
  });
  const { finishSetup, keepCardFor } = savedCards;
  const settlePayment = createSettlePayment(modules);
  const recoverPayment = createRecoverPayment({ ...modules, settlePayment });
  const nextAttempt = createNextAttempt(modules);
  const openPayment = createOpenPayment({
    ...modules,
    settlePayment,
    nextAttempt,
    publicUrl: config.publicUrl,
    describe: describePlan,
  });
  const orderPages = createOrderPages(modules);
  const countryNames = createCountryNames({ ...modules, countryName: formatCountry });
  const topUps = createTopUp({ ...modules, openPayment, texts: orderTexts(config.legalVersions) });
  return {
    savedCards,
    ...createRemoveCustomer(modules),
    paymentSync: createPaymentSync(modules),
    refunds: createRefunds(modules),
    settlePayment,
    recoverPayment,
    openPayment,
    checkout: createCheckout({ ...modules, openPayment, keepCardFor, texts: orderTexts(config.legalVersions) }),
    claimOrder: createClaimOrder(modules),
    requestOrderLink: createRequestOrderLink(modules),
    chargeOrder: createChargeOrder({ ...modules, settlePayment, nextAttempt }),
    receivePaymentEvent: createReceivePaymentEvent(modules),
    handlePaymentEvent: createHandlePaymentEvent({ ...modules, settlePayment, recoverPayment, finishSetup }),
    labelRefund: createLabelRefund(modules),
    ...createIssueDocuments(modules),
    showDocuments: createShowDocuments(modules),
    factSheet: createFactSheet(modules),
    orderPages,
    topUps,
    offeredTopUps: createOfferedTopUps({ orderPages, topUps }),
    isCountry,
    countryNames,
    checkoutCountries: createCheckoutCountries({ ...modules, countryNames, asksConsent }),
    popularDestinations: createPopularDestinations(modules),
  };
}
