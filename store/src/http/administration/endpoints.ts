import type { AdminEndpoint, AdminPorts } from './admin-call.ts';
import { createAccountCalls } from './account-calls.ts';
import { createBatchCalls } from './batch-calls.ts';
import { createConfigCalls } from './config-calls.ts';
import { createSessionCalls } from './session-calls.ts';

/** Method and path of every call of administrators that is built; `{p}` is our project, `{id}` a name. */
export function createAdminEndpoints(ports: AdminPorts): Record<string, AdminEndpoint> {
  return {
    ...createAccountCalls(ports),
    ...createBatchCalls(ports),
    ...createSessionCalls(ports),
    ...createConfigCalls(ports),
  };
}
