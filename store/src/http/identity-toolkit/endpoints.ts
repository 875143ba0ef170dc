import type { IdentityFlows } from '../../flows/signing-in/identity-flows.ts';
import type { Caller } from '../../flows/signing-in/start-session.ts';
import type { Assessments } from '../../modules/captcha/captcha.ts';
import type { IdentityModule } from '../../modules/identity/identity.ts';
import type { PhoneModule } from '../../modules/phone/phone.ts';
import type { Locale } from '../../shared/locale.ts';
import { createAccountCalls } from './account-calls.ts';
import { createCodeCalls } from './code-calls.ts';
import { createFactorCalls } from './factor-calls.ts';
import { type IdpPorts, signInWithIdp } from './idp.ts';
import { createPhoneCalls } from './phone-calls.ts';
import type { Fields } from './requests.ts';
import { createSettingsCalls } from './settings-calls.ts';
import { createSignInCalls } from './sign-in-calls.ts';

export type ToolkitPorts = {
  config: {
    publicUrl: string;
    requests: { bodySeconds: number };
    identity: {
      apiKey: string;
      projectId: string;
      authorizedDomains: readonly string[];
      enumerationProtection: boolean;
      anonymous: boolean;
    };
  };
  /** Answer of recaptchaConfig for the hosted captcha; undefined when it is not configured. */
  hostedCaptcha: Pick<Assessments, 'siteKey' | 'projectId' | 'enforcement'> | undefined;
  identity: IdentityModule;
  phone: PhoneModule;
  flows: IdentityFlows;
  idp: IdpPorts;
};

/** One call of the wire: its fields in camelCase, the language for mails, and where it came from. */
export type Call = {
  fields: Fields;
  locale: Locale;
  caller: Caller;
  /** The cookie of a solved challenge, if our own page calls. */
  proofCookie: string | null;
  /** A page of ours calls, in a browser. */
  isOwnPage: boolean;
};
export type Endpoint = (call: Call) => Promise<object>;

/** Method and path of every call that is built; what each one takes and answers is the reference's section 3. */
export function createEndpoints(ports: ToolkitPorts): Record<string, Endpoint> {
  return {
    ...createSignInCalls(ports),
    ...createAccountCalls(ports),
    ...createCodeCalls(ports),
    ...createPhoneCalls(ports),
    ...createSettingsCalls(ports),
    ...createFactorCalls(ports),
    'POST v1/accounts:signInWithIdp': (call) => signInWithIdp(ports.idp, call),
  };
}
