import type { Limits, Spending } from '../../db/limits.ts';
import type { Captcha, WorkChallenge } from '../../modules/captcha/captcha.ts';
import type { CaptchaAction } from '../../shared/captcha-actions.ts';
import { foldEmail } from '../../shared/email.ts';
import type { Caller } from './sign-in-facts.ts';

export type AskChallenge = (input: {
  action: CaptchaAction;
  /** The address that the call will name, where it names one. */
  email: string;
  caller: Pick<Caller, 'address' | 'deviceSecret'>;
}) => Promise<WorkChallenge | null>;

/**
 * A challenge for a call that a page is about to make; null when it needs none. The answer depends on counters only, which
 * are kept alike for addresses with and without an account. Throws AppError `too-many-requests`.
 */
export function createAskChallenge({ captcha, limits }: { captcha: Captcha; limits: Limits }): AskChallenge {
  return async ({ action, email, caller }) => {
    const { used } = await limits.used(limitsOf(action, foldEmail(email), caller));
    if (!captcha.isDue(action, used)) return null;
    // Each is a derived key.
    await limits.consume({ 'challenges-per-address': caller.address });
    return captcha.challenge(action);
  };
}

/** The limits that the call itself will spend from. */
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
