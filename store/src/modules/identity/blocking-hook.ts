import type { SignInProvider } from './types.ts';

/** The request to a merchant's endpoint before a session opens. For a sign-up, `account` is the future account. */
export type BlockingQuestion = {
  event: 'sign-up' | 'sign-in';
  provider: SignInProvider;
  /** The second factor that was proved. */
  secondFactor: string | null;
  account: {
    /** Null at a sign-up. */
    localId: string | null;
    email: string | null;
    emailVerified: boolean;
    phoneNumber: string | null;
    displayName: string | null;
  };
  /** The origin of the call. `device` such as `Chrome, Android`. */
  caller: { address: string; device: string };
};

/** `reason` consists of lower-case letters, digits and hyphens; it goes to the audit log. */
export type BlockingAnswer = { allow: boolean; reason?: string };

/** Asks the merchant's endpoint. Rejects when it does not answer in time or as documented. */
export type BlockingHook = (question: BlockingQuestion) => Promise<BlockingAnswer>;
