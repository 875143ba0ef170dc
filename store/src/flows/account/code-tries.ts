import type { Limits } from '../../db/limits.ts';

/**
 * Runs `work`, which redeems a mailed code, and counts wrong or used codes against the caller's network address. Throws
 * what `work` throws, and AppError `too-many-requests`.
 */
export type WithCodeTry = <T>(address: string, work: () => Promise<T>) => Promise<T>;

const WRONG = new Set(['INVALID_OOB_CODE', 'INVALID_CODE', 'INVALID_MFA_PENDING_CREDENTIAL']);

export function createWithCodeTry(limits: Limits): WithCodeTry {
  return (address, work) => limits.countFailures({ 'code-tries-per-address': address }, WRONG, work);
}
