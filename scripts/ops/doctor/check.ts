import type { Resolver } from 'node:dns/promises';
import type { Config } from '#src/config/config.ts';
import type { Site } from '../site.ts';

/** `not-checked`: it can't be known here; says why. A warning does not make the doctor fail. */
export type State = 'ok' | 'warning' | 'failed' | 'not-checked';

/** `says`: what was found, without any secret. `advice`: what to do, in one line. */
export type Finding = { state: State; says: string; advice?: string };

export const ok = (says: string): Finding => ({ state: 'ok', says });
export const warning = (says: string, advice: string): Finding => ({ state: 'warning', says, advice });
export const failed = (says: string, advice: string): Finding => ({ state: 'failed', says, advice });
export const notChecked = (reason: string): Finding => ({ state: 'not-checked', says: reason });

/** What the checks look at. */
export type Patient = {
  site: Site;
  config: Config;
  /** Asks the domain name system. */
  dns: Pick<Resolver, 'resolveTxt' | 'resolveMx'>;
};

/** One thing to look at. Ends when `signal` aborts. Throws only where the check itself is broken or something does not answer. */
export type Check = { name: string; run(patient: Patient, signal: AbortSignal): Promise<Finding> };

/** What a failed connection or call says by its code: messages of libraries may repeat addresses and keys. */
export function codeIn(error: unknown): string {
  for (let each = error; typeof each === 'object' && each !== null; each = (each as Error).cause) {
    const { code, name } = each as { code?: unknown; name?: string };
    if (typeof code === 'string') return code;
    if (name === 'TimeoutError' || name === 'AbortError') return 'no answer in time';
  }
  return 'no answer';
}
