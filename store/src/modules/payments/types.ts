/**
 * How buyers can pay on the payment page. `others`: wallets and other methods by the names that they have in every
 * language, such as Apple Pay.
 */
export type PaymentMethods = { card: boolean; others: readonly string[] };
