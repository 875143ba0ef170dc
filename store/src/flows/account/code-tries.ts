import type { Limits } from '../../db/limits.ts';

/**
 * Does what a mailed code asks for; codes that are wrong or used up count for the network address they came from.
 * Throws what `work` throws, and AppError `too-many-requests`.
 */
export type WithCodeTry = <T>(address: string, work: () => Promise<T>) => Promise<T>;

const WRONG = new Set(['INVALID_OOB_CODE', 'INVALID_CODE', 'INVALID_MFA_PENDING_CREDENTIAL']);

export function createWithCodeTry(limits: Limits): WithCodeTry {
  return (address, work) => limits.countFailures({ 'code-tries-per-address': address }, WRONG, work);
}
