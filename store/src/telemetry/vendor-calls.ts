import type { BlockingHook } from '../modules/identity/blocking-hook.ts';
import type { Quiet } from '../modules/installation/quiet.ts';
import { AppError, codeOf } from '../shared/errors.ts';
import type { Telemetry } from '../shared/telemetry.ts';

type Calls = Record<string, unknown>;

/**
 * Wraps the adapter: each call is reported under the name of its function, also those of a capability, which is an
 * object of functions. `local` names what is no call: it is not wrapped.
 */
export function reported<T extends object>(
  adapter: T,
  vendor: string,
  telemetry: Telemetry,
  { local = [] }: { local?: readonly (keyof T & string)[] } = {},
): T {
  const calls = { ...(adapter as Calls) };
  for (const [operation, call] of Object.entries(calls)) {
    if ((local as readonly string[]).includes(operation)) continue;
    if (typeof call === 'object' && call !== null) calls[operation] = reported(call, vendor, telemetry);
    if (typeof call !== 'function') continue;
    calls[operation] = (...given: unknown[]) =>
      telemetry.vendorCall(vendor, operation, () => call.apply(adapter, given) as Promise<unknown>);
  }
  return calls as T;
}

/** Refuses every call while the store is quiet (`modules/installation/quiet.ts`). */
export const silenced = (telemetry: Telemetry, { isOn }: Quiet): Telemetry => ({
  ...telemetry,
  vendorCall: (vendor, operation, call) =>
    isOn() ? Promise.reject(quietError(vendor)) : telemetry.vendorCall(vendor, operation, call),
});

/** Refuses the calls of the merchant's own hook in the same way. */
export const silencedHook =
  (hook: BlockingHook, { isOn }: Quiet): BlockingHook =>
  (question) =>
    isOn() ? Promise.reject(quietError('the blocking endpoint')) : hook(question);

const quietError = (vendor: string) =>
  new AppError('unavailable', { message: `${vendor} is not called: the store is quiet` });

/**
 * The outcome of a vendor call. `refused`: the vendor answered with a refusal. `failed`: no answer, an error of the
 * vendor, or bad credentials.
 */
export type CallOutcome = 'ok' | 'refused' | 'failed';

/** Error codes of the ports for a refusal. */
const REFUSALS: ReadonlySet<unknown> = new Set([
  'payment-refused',
  'mail-refused',
  'mail-not-allowed',
  'provider-refused',
  'provider-cancelled',
  'provider-nonce',
  'invalid-number',
  'refused',
  'not-found',
  'out-of-stock',
  'insufficient-credit',
  'maintenance',
  'invalid-package',
  'invalid-request',
  'price-changed',
  'not-addable',
  'profile-ended',
  'push-gone',
  'push-refused',
]);

/** Some calls return their failures: `{ kind: 'refused', code }`, `{ kind: 'unknown', fault }`. */
export function outcomeOf(answer: unknown): CallOutcome {
  if (typeof answer !== 'object' || answer === null || !('kind' in answer)) return 'ok';
  const { kind, code } = answer as { kind: unknown; code?: unknown };
  if (kind === 'unknown') return 'failed';
  if (kind === 'refused' && code !== undefined) return outcomeOfError(answer);
  return kind === 'refused' || kind === 'disputed' ? 'refused' : 'ok';
}

export const outcomeOfError = (error: unknown): CallOutcome => (REFUSALS.has(codeOf(error)) ? 'refused' : 'failed');
