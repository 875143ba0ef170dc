import type { AdminEndpoint, AdminPorts } from './admin-call.ts';
import { createAccountCalls } from './account-calls.ts';
import { createBatchCalls } from './batch-calls.ts';
import { createConfigCalls } from './config-calls.ts';
import { createSessionCalls } from './session-calls.ts';

/** Method and path of every implemented call of administrators; `{p}` is our project, `{id}` a name. */
export function createAdminEndpoints(ports: AdminPorts): Record<string, AdminEndpoint> {
  return {
    ...createAccountCalls(ports),
    ...createBatchCalls(ports),
    ...createSessionCalls(ports),
    ...createConfigCalls(ports),
  };
}
