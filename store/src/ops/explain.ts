import { causesOf, databaseSentence } from '../db/fault-words.ts';
import { type AppError, type Change, codeOf } from '../shared/errors.ts';
import { fileFaultOf } from './file-faults.ts';
import { amount, time } from './format.ts';
import { OpsError } from './ops-error.ts';

/** The product's refusals, as messages for operators: by code, by code and field, or by code, field and rule. */
const REFUSALS: Record<string, string> = {
  'order-not-refundable':
    'This order cannot be refunded: there is no money to return. It was never paid, or a dispute is open or lost (see "disputes"): the bank decides, and the payment vendor refuses refunds.',
  'order-not-resendable':
    'No eSIM of this order can be sent: none is delivered, its money went back, or a dispute is open ("order show").',
  'esim-not-replaceable':
    'This eSIM can not be replaced: it is not delivered, or its money goes back ("order show"). Nothing was done.',
  'esim-not-replaceable line disputed':
    'A dispute is open or lost ("disputes"): no new eSIM is made. Nothing was done.',
  'esim-not-replaceable line ended': 'Nothing is left of this eSIM: its plan is used up or over. Nothing was done.',
  'esim-not-replaceable line once': 'This eSIM was replaced already ("order show"). Nothing was done.',
  'refund-undecided':
    'A refund of this order names no line and may be for this one: it would be paid twice. See "order show", then "refund assign".',
  'invalid-input lines': 'The order has no such line, or the refund does not reach every line that was named.',
  'not-permitted': 'You do not have the right to do this. Nothing was done.',
  'changed-meanwhile': 'It was changed meanwhile. Nothing was done: look at it again, then decide.',
  'invalid-input reason': 'A reason is missing: --reason takes 1 to 500 characters, which are recorded.',
  'invalid-input amount positive': 'An amount is above 0.',
  'invalid-input amount': 'The amount is more than what is left to refund: MAX.',
  'invalid-input email email': 'No mail can reach this address. An address looks like ana@example.com.',
  'invalid-input email same': 'The order has this address already. "order send" mails its eSIMs again.',
  'invalid-input search':
    "A name is found by at least two of its letters. An e-mail address, an ICCID, an order's number or an id is given whole.",
  'not-found order': 'There is no such order.',
  'not-found receipt':
    'This order has no receipt: it is not paid, or an older version has settled it and it was not asked for.',
  'wrong-state receipt': 'A part of this receipt is credited, and the credit note names it. Nothing was done.',
  'invalid-input receipt same': 'The receipt names this already. Nothing was done.',
  'invalid-input name': 'A name has at most 120 characters, in one line.',
  'invalid-input address': 'An address has at most 300 characters.',
  'invalid-input company': 'The name of a company has at most 160 characters, in one line.',
  'invalid-input vatId': 'A VAT number begins with the two letters of its country, such as FR12345678901.',
  'not-found line': 'The order has no such line.',
  'not-found auto-top-up': 'This eSIM has no auto top-up.',
  'wrong-state auto-top-up': 'This auto top-up is off already.',
  'not-found replacement': 'There is no such replacement.',
  'not-found refund-request': 'There is no such request for a refund.',
  'not-found loss': 'There is no such loss.',
  'not-found withdrawal': 'There is no such withdrawal.',
  'invalid-input answer': 'An answer has 1 to 2000 characters.',
  'not-found ticket': 'There is no such ticket.',
  'not-found': 'There is no such refund or difference, or it is already closed.',
  'wrong-state':
    'The state does not allow it: only a refund that failed can be closed by hand, and only one that names no line can be assigned.',
  'wrong-state owner': 'The owner has deleted the account: this order has no address any more, and nothing is sent.',
  'wrong-state replacement':
    'It does not await a person: it was confirmed, refused or withdrawn ("order show"). Nothing was done.',
  'wrong-state refund-request':
    'It does not await a person: it was answered, or the line was refunded ("order show"). Nothing was done.',
  'wrong-state loss': 'This loss is settled already. Nothing was done.',
  'wrong-state withdrawal':
    'It does not await a person: it was proved, carried out, answered or ended ("withdrawals"). Nothing was done.',
  'wrong-state held': 'This order is not held.',
  'wrong-state refund':
    'Nothing is left to refund: it was refunded already, or its refund is under way ("order show"). Nothing was done.',
  USER_NOT_FOUND: 'There is no account with this address.',
};

/** Codes of refusals with a readable message. */
const FOR_A_PERSON = new Set<string | undefined>([
  'catalogue-error',
  'password-policy-error',
  'config-error',
  'startup-error',
]);

/** The vault's, and those of its library. */
const KEY_MESSAGES = /encrypted with a key that is not configured|unable to authenticate data/;

/**
 * What went wrong, as a sentence for the operator. An error that nobody foresaw is a fault of this program: its name and
 * where it was thrown, because messages of libraries may quote secrets and personal data.
 */
export function explain(error: unknown): string {
  if (error instanceof OpsError || FOR_A_PERSON.has(codeOf(error))) return (error as Error).message;
  const causes = causesOf(error);
  for (const each of causes) {
    const code = codeOf(each);
    if (code === undefined) continue;
    const { path, syscall, field, rule, max, change } = each as { path?: string; syscall?: string } & Partial<AppError>;
    const refusal = REFUSALS[`${code} ${field} ${rule}`] ?? REFUSALS[`${code} ${field}`] ?? REFUSALS[code];
    if (refusal !== undefined)
      return [max ? refusal.replace('MAX', amount(max.amount, max.currency)) : refusal, ...changeLine(change)].join(
        ' ',
      );
    const fileFault = fileFaultOf(code);
    if (fileFault !== undefined && path !== undefined && syscall !== 'connect') return `${path}: ${fileFault}.`;
  }
  const sentence = databaseSentence(error);
  if (sentence !== undefined) return sentence;
  if (causes.some((each) => KEY_MESSAGES.test((each as Error).message)))
    return 'CAIRN_SECRET_KEYS does not hold the keys that this data was written with.';
  return `This is a fault of the program, please report it: ${nameOf(causes.at(-1))}. NODE_DEBUG=ops shows more.`;
}

/** Who last changed the thing that was refused. */
const changeLine = (change: Change | undefined) =>
  change ? [`Last change: ${change.what} by ${change.by ?? 'the store'}, ${time(change.at)}.`] : [];

function nameOf(error: object | undefined): string {
  const { name, stack = '' } = error as Error;
  const place = /\n\s+at (.+)/.exec(stack)?.[1] ?? 'an unknown place';
  return [name, codeOf(error), 'at', place].filter((part) => part !== undefined).join(' ');
}
