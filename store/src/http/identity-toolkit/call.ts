import type { IdentityFlows } from '../../flows/signing-in/identity-flows.ts';
import type { Caller } from '../../flows/signing-in/sign-in-facts.ts';
import type { Assessments } from '../../modules/captcha/captcha.ts';
import type { IdentityModule } from '../../modules/identity/identity.ts';
import type { PhoneModule } from '../../modules/phone/phone.ts';
import type { Locale } from '../../shared/locale.ts';
import type { Fields } from './requests.ts';
import type { IdpPorts } from './idp.ts';

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
  /** The answer of recaptchaConfig for the hosted captcha; undefined when it is not configured. */
  hostedCaptcha: Pick<Assessments, 'siteKey' | 'projectId' | 'enforcement'> | undefined;
  identity: IdentityModule;
  phone: PhoneModule;
  flows: IdentityFlows;
  idp: IdpPorts;
};

/** One call of the wire: its fields in camelCase, the language for mails, and its origin. */
export type Call = {
  fields: Fields;
  locale: Locale;
  caller: Caller;
  /** The cookie with a solved challenge, for calls of our own pages. */
  proofCookie: string | null;
  /** True for a call from a page of ours. */
  isOwnPage: boolean;
};
export type Endpoint = (call: Call) => Promise<object>;
