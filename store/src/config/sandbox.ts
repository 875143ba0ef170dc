import { isLoopback } from '../shared/loopback.ts';
import { VENDOR_ADDRESSES, VENDOR_CREDENTIALS } from './deployed.ts';
import { faultsOfStagingVariables } from './staging-variables.ts';
import type { Values } from './variables.ts';

/**
 * A sandbox never calls a real vendor, and only this machine reaches it. Each error is a sentence that starts with its variable.
 * `at`: the listen address of the store, and its public address.
 */
export function checkSandbox(values: Values, at: { host: string; publicUrl: URL }): string[] {
  const faults = faultsOfStagingVariables(values, 'sandbox');
  if (values.DATABASE_URL === undefined)
    faults.push('DATABASE_URL: is not set (start with "npm start", which brings a PostgreSQL and sets it)');
  for (const name of VENDOR_CREDENTIALS) {
    if (values[name] === undefined) {
      faults.push(
        `${name}: is not set (start with "npm start", which runs the sandboxes and sets it, or go live with CAIRN_MODE=live)`,
      );
    }
  }
  if (values.STRIPE_SECRET_KEY && !values.STRIPE_SECRET_KEY.startsWith('sk_test_')) {
    faults.push(
      'STRIPE_SECRET_KEY: sandbox mode refuses anything but an sk_test_ key (real money needs CAIRN_MODE=live)',
    );
  }
  for (const name of VENDOR_ADDRESSES) {
    const url = values[name];
    if (url && !isLoopback(url.hostname))
      faults.push(
        name === 'SMTP_URL'
          ? 'SMTP_URL: sandbox mode refuses a mail server outside this machine, which could mail to travellers (it needs CAIRN_MODE=live, or staging with MAIL_ALLOW_LIST)'
          : `${name}: sandbox mode refuses an address outside this machine (a vendor needs CAIRN_MODE=live, its test environment CAIRN_MODE=staging)`,
      );
  }
  for (const name of ['STRIPE_API_URL', 'AIRALO_API_URL'] as const) {
    if (values[name] === undefined)
      faults.push(`${name}: is not set, and sandbox mode never calls the vendor (start with "npm start")`);
  }
  if (values.CAIRN_ALLOW_SANDBOX) return faults;
  const allow = 'would show the sandbox to others: set CAIRN_ALLOW_SANDBOX=1 if that is what you want';
  if (!isLoopback(at.host)) faults.push(`HOST: ${allow}`);
  if (!isLoopback(at.publicUrl.hostname)) faults.push(`PUBLIC_URL: ${allow}`);
  return faults;
}
