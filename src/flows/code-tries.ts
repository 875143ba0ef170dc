import type { Limits } from '../db/limits.ts';
import { codeOf } from '../shared/errors.ts';

/**
 * Does what a mailed code asks for; codes that are wrong or used up count for the network address they came from.
 * Throws what `work` throws, and AppError `too-many-requests`.
 */
export type WithCodeTry = <T>(address: string, work: () => Promise<T>) => Promise<T>;

export function createWithCodeTry(limits: Limits): WithCodeTry {
  return async (address, work) => {
    // Spent first, so that many guesses at once can't all start below the limit.
    await limits.consume('code-tries-per-address', address);
    try {
      const result = await work();
      await limits.giveBack('code-tries-per-address', address);
      return result;
    } catch (error) {
      if (codeOf(error) !== 'INVALID_OOB_CODE') await limits.giveBack('code-tries-per-address', address);
      throw error;
    }
  };
}
