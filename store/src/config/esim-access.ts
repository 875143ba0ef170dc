import { isLoopback } from '../shared/loopback.ts';
import type { Mode } from '../shared/mode.ts';
import type { Settled, Values } from './variables.ts';

const CODE = 'ESIM_ACCESS_CODE';
const KEY = 'ESIM_ACCESS_SECRET_KEY';

/** eSIM Access is optional: both credentials or none. A sandbox never calls the real one. */
export function checkEsimAccess(values: Values, mode: Mode | undefined): string[] {
  const { [CODE]: code, [KEY]: key, ESIM_ACCESS_API_URL: url } = values;
  const faults: string[] = [];
  if ((code === undefined) !== (key === undefined))
    faults.push(`${code === undefined ? CODE : KEY}: is missing (${CODE} and ${KEY} belong together)`);
  if (mode === 'sandbox' && (code ?? key) !== undefined && url === undefined)
    faults.push('ESIM_ACCESS_API_URL: is not set, and sandbox mode never calls the vendor (start with "npm start")');
  return faults;
}

/**
 * Its credentials; undefined: not configured, or off. It has no test environment and every order is real, so that staging
 * mode uses it only at a sandbox on this machine.
 */
export function esimAccessOf(values: Settled, mode: Mode) {
  const { [CODE]: accessCode, [KEY]: secretKey, ESIM_ACCESS_API_URL: apiUrl } = values;
  if (accessCode === undefined || secretKey === undefined || isOff(mode, apiUrl)) return undefined;
  return { accessCode, secretKey, apiUrl };
}

/** Says that staging mode leaves it off. */
export function warningsOfEsimAccess(values: Settled): string[] {
  if (values[CODE] === undefined || !isOff(values.CAIRN_MODE, values.ESIM_ACCESS_API_URL)) return [];
  return [
    'ESIM_ACCESS_API_URL: eSIM Access has no test environment and its orders are real, so that staging mode leaves it off: nothing is read or ordered there (a sandbox on this machine may be set)',
  ];
}

const isOff = (mode: Mode, url: URL) => mode === 'staging' && !isLoopback(url.hostname);
