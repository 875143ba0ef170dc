import type { SignInProvider } from './types.ts';

/** What a merchant's endpoint is asked before a session opens. `account` of a sign-up is what the account is about to be. */
export type BlockingQuestion = {
  event: 'sign-up' | 'sign-in';
  provider: SignInProvider;
  /** The factor that was proved beside the first one. */
  secondFactor: string | null;
  account: {
    /** Null at a sign-up. */
    localId: string | null;
    email: string | null;
    emailVerified: boolean;
    phoneNumber: string | null;
    displayName: string | null;
  };
  /** Where the call came from. `device` such as `Chrome, Android`. */
  caller: { address: string; device: string };
};

/** `reason` in small letters, digits and hyphens: for the audit log. */
export type BlockingAnswer = { allow: boolean; reason?: string };

/** Asks the merchant's endpoint. Rejects when it does not answer in time, or not as documented. */
export type BlockingHook = (question: BlockingQuestion) => Promise<BlockingAnswer>;
