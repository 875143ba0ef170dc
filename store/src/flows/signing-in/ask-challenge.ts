import type { Limits, Spending } from '../../db/limits.ts';
import type { Captcha, WorkChallenge } from '../../modules/captcha/captcha.ts';
import type { CaptchaAction } from '../../shared/captcha-actions.ts';
import { foldEmail } from '../../shared/email.ts';
import type { Caller } from './sign-in-facts.ts';

export type AskChallenge = (input: {
  action: CaptchaAction;
  /** The address in the coming call, if it has one. */
  email: string;
  caller: Pick<Caller, 'address' | 'deviceSecret'>;
}) => Promise<WorkChallenge | null>;

/**
 * A captcha challenge for the call that a page is about to make; null when none is needed. The answer depends only on
 * counters, which exist equally for addresses with and without an account. Throws AppError `too-many-requests`.
 */
export function createAskChallenge({ captcha, limits }: { captcha: Captcha; limits: Limits }): AskChallenge {
  return async ({ action, email, caller }) => {
    const { used } = await limits.used(limitsOf(action, foldEmail(email), caller));
    if (!captcha.isDue(action, used)) return null;
    // Each challenge costs a key derivation.
    await limits.consume({ 'challenges-per-address': caller.address });
    return captcha.challenge(action);
  };
}

/** The limits that the call itself will use. */
function limitsOf(
  action: CaptchaAction,
  email: string,
  { address, deviceSecret }: Pick<Caller, 'address' | 'deviceSecret'>,
): Spending {
  switch (action) {
    case 'sign-up':
      return { 'sign-ups-per-address': address };
    case 'sign-in':
      return {
        'wrong-passwords-per-address': address,
        'wrong-passwords-per-account': email,
        'wrong-passwords-per-device': JSON.stringify([email, deviceSecret]),
      };
    case 'send-link':
      return { 'link-mails-per-address': address, 'link-mails-per-email': email };
    case 'send-code':
      return {};
  }
}
