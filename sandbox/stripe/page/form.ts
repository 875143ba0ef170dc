import { hasRightCheckDigit } from '../cards.ts';
import type { PaidWith } from '../store.ts';
import type { ErrorCode } from './words.ts';

/** The submitted payment form: the card, or the first invalid field. Spaces and separators are ignored. */
export function readPayForm(form: URLSearchParams, now: Date): { entered: PaidWith } | { fault: ErrorCode } {
  const field = (name: string) => (form.get(name) ?? '').trim();
  const email = field('email');
  const name = field('billingName');
  const number = field('cardNumber').replaceAll(/[\s-]/g, '');
  const cvc = field('cardCvc');
  const expiry = /^(\d{1,2})\s*[/-]?\s*(\d{4}|\d{2})$/.exec(field('cardExpiry'));
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) || email.length > 800) return { fault: 'email_invalid' };
  // One documented test card has a wrong check digit. It reaches the bank, which declines it.
  if (!/^\d{13,19}$/.test(number) || (!hasRightCheckDigit(number) && number !== '4242424242424241'))
    return { fault: 'incorrect_number' };
  const exp_month = Number(expiry?.[1]);
  const exp_year = expiry?.[2]?.length === 2 ? 2000 + Number(expiry[2]) : Number(expiry?.[2]);
  // A card is valid until the end of its month.
  if (!expiry || exp_month < 1 || exp_month > 12 || Date.UTC(exp_year, exp_month, 1) <= now.getTime())
    return { fault: 'invalid_expiry' };
  if (!new RegExp(`^\\d{${number.startsWith('3') && number.length === 15 ? 4 : 3}}$`).test(cvc))
    return { fault: 'invalid_cvc' };
  if (!name) return { fault: 'name_missing' };
  return { entered: { number, exp_month, exp_year, email, name: name.slice(0, 200) } };
}
