import { createAccountCalls } from './account-calls.ts';
import { createCodeCalls } from './code-calls.ts';
import { createFactorCalls } from './factor-calls.ts';
import type { Endpoint, ToolkitPorts } from './call.ts';
import { signInWithIdp } from './idp.ts';
import { createPhoneCalls } from './phone-calls.ts';
import { createSettingsCalls } from './settings-calls.ts';
import { createSignInCalls } from './sign-in-calls.ts';

/** Method and path of every implemented call; the reference's section 3 describes input and output. */
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
