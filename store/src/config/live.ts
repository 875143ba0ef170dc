import { isLoopback } from '../shared/loopback.ts';
import { checkDeployed, VENDOR_ADDRESSES } from './deployed.ts';
import { faultsOfStagingVariables } from './staging-variables.ts';
import type { Values } from './variables.ts';

/** As a destination these mean this machine; as a listen address they mean every interface. */
const UNSPECIFIED = new Set(['0.0.0.0', '[::]']);

/** Hosts of vendors' sandboxes and mail catchers. Stripe has one host and distinguishes test from live by the key. */
const VENDOR_SANDBOXES = /^(sandbox-partners-api\.airalo\.com|sandbox\.smtp\.mailtrap\.io|smtp\.ethereal\.email)$/;

const ADVISED_PASSWORD_LENGTH = 8;

/**
 * Live mode is all or nothing: real payment, real wholesale, real mail. Each error is a sentence that starts with its
 * variable.
 */
export function checkLive(values: Values): string[] {
  const faults = checkDeployed(values, 'live');
  for (const name of VENDOR_ADDRESSES) {
    const url = values[name];
    if (url) faults.push(...faultsOfVendor(name, url));
  }
  if (values.STRIPE_SECRET_KEY && !/^[sr]k_live_/.test(values.STRIPE_SECRET_KEY))
    faults.push('STRIPE_SECRET_KEY: live mode needs an sk_live_ or rk_live_ key (a test key needs CAIRN_MODE=staging)');
  if (values.PUBLIC_URL && values.PUBLIC_URL.protocol !== 'https:')
    faults.push('PUBLIC_URL: live mode needs an https:// address');
  return [...faults, ...faultsOfStagingVariables(values, 'live')];
}

/** Recommended changes that do not prevent a live start. */
export function warningsOfLive(values: Values, minPasswordLength: number): string[] {
  if (values.CAIRN_MODE !== 'live' || minPasswordLength >= ADVISED_PASSWORD_LENGTH) return [];
  return [
    `IDENTITY_MIN_PASSWORD_LENGTH: passwords of ${minPasswordLength} characters are allowed; at least ${ADVISED_PASSWORD_LENGTH} are advised`,
  ];
}

function faultsOfVendor(name: (typeof VENDOR_ADDRESSES)[number], url: URL): string[] {
  if (isLoopback(url.hostname) || UNSPECIFIED.has(url.hostname)) return [faultOfLoopback(name)];
  if (VENDOR_SANDBOXES.test(url.hostname))
    return [`${name}: is a vendor's sandbox, which live mode refuses (it needs CAIRN_MODE=staging)`];
  // Mail is encrypted anyway: the transport requires STARTTLS outside this machine.
  if (name !== 'SMTP_URL' && url.protocol !== 'https:') return [`${name}: live mode needs an https:// address`];
  return [];
}

/** A sandbox, which takes no real money or sends no mail. A mail server may be meant: the fault says how to name it. */
const faultOfLoopback = (name: (typeof VENDOR_ADDRESSES)[number]) =>
  name === 'SMTP_URL'
    ? 'SMTP_URL: points at this machine, which live mode refuses (a mail catcher sends nothing); name a relay by its host name, such as smtps://user:password@mail.example.com: a mail server on this machine by the name in its certificate'
    : `${name}: points at this machine, which live mode refuses (a sandbox takes no real money)`;
