import type { Resolver } from 'node:dns/promises';
import type { Config } from '../../config/config.ts';
import type { Site } from '../site.ts';

/** `not-checked`: cannot be checked here, with the reason. A warning does not make the doctor fail. */
export type State = 'ok' | 'warning' | 'failed' | 'not-checked';

/** `says`: the finding, without any secret; several of them are lines. `advice`: the remedy, in one line. */
export type Finding = { state: State; says: string; advice?: string };

export const ok = (says: string): Finding => ({ state: 'ok', says });
export const warning = (says: string, advice: string): Finding => ({ state: 'warning', says, advice });
export const failed = (says: string, advice: string): Finding => ({ state: 'failed', says, advice });
export const notChecked = (reason: string): Finding => ({ state: 'not-checked', says: reason });

/** The input of the checks. */
export type Patient = {
  site: Site;
  config: Config;
  /** The DNS resolver. */
  dns: Pick<Resolver, 'resolveTxt' | 'resolveMx'>;
};

/** One check. Stops when `signal` aborts. Throws only for a bug in the check or a missing response. */
export type Check = { name: string; run(patient: Patient, signal: AbortSignal): Promise<Finding> };

/** The code of a failed connection or call. Messages of libraries may contain addresses and keys. */
export function codeIn(error: unknown): string {
  for (let each = error; typeof each === 'object' && each !== null; each = (each as Error).cause) {
    const { code, name } = each as { code?: unknown; name?: string };
    if (typeof code === 'string') return code;
    if (name === 'TimeoutError' || name === 'AbortError') return 'no answer in time';
  }
  return 'no answer';
}
