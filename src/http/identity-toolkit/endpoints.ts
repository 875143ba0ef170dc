import type { IdentityFlows } from '../../flows/identity-flows.ts';
import type { Caller } from '../../flows/start-session.ts';
import type { IdentityModule } from '../../modules/identity/identity.ts';
import type { Locale } from '../../shared/locale.ts';
import { createAccountCalls } from './account-calls.ts';
import { createCodeCalls } from './code-calls.ts';
import { type IdpPorts, signInWithIdp } from './idp.ts';
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
  identity: IdentityModule;
  flows: IdentityFlows;
  idp: IdpPorts;
};

/** One call of the wire: its fields in camelCase, the language for mails, and where it came from. */
export type Call = { fields: Fields; locale: Locale; caller: Caller };
export type Endpoint = (call: Call) => Promise<object>;

/** Method and path of every call that is built; what each one takes and answers is the reference's section 3. */
export function createEndpoints(ports: ToolkitPorts): Record<string, Endpoint> {
  return {
    ...createSignInCalls(ports),
    ...createAccountCalls(ports),
    ...createCodeCalls(ports),
    ...createSettingsCalls(ports),
    'POST v1/accounts:signInWithIdp': (call) => signInWithIdp(ports.idp, call),
  };
}
