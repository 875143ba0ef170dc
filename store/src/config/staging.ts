import { isAllowedEmail } from '../shared/allow-list.ts';
import { isLoopback } from '../shared/loopback.ts';
import type { Merchant } from '../shared/merchant.ts';
import { checkDeployed, VENDOR_ADDRESSES } from './deployed.ts';
import type { Values } from './variables.ts';

/**
 * Staging is a rehearsal of live mode: the vendors' test environments, or stand-ins on this machine, and nothing real.
 * What a test environment can't keep from strangers (mail, texts, orders at the wholesaler) is limited by variables
 * that must be set. Each error is a sentence that starts with its variable.
 */
export function checkStaging(values: Values): string[] {
  const faults = checkDeployed(values, 'staging');
  for (const name of [...VENDOR_ADDRESSES, 'PUBLIC_URL'] as const) {
    const url = values[name];
    // Mail is encrypted anyway: the transport requires STARTTLS outside this machine.
    if (url && name !== 'SMTP_URL' && url.protocol !== 'https:' && !isLoopback(url.hostname))
      faults.push(`${name}: staging mode needs an https:// address, unless it is on this machine`);
  }
  if (values.STRIPE_SECRET_KEY && !/^[sr]k_test_/.test(values.STRIPE_SECRET_KEY))
    faults.push('STRIPE_SECRET_KEY: staging mode needs an sk_test_ or rk_test_ key (real money needs CAIRN_MODE=live)');
  if (!values.AIRALO_SANDBOX_ACCOUNT)
    faults.push(
      "AIRALO_SANDBOX_ACCOUNT: set it to 1 when the wholesaler has put this account into its sandbox mode; staging mode can't see that, and would buy real eSIMs otherwise",
    );
  if (values.MAIL_ALLOW_LIST === undefined)
    faults.push('MAIL_ALLOW_LIST: is required in staging mode (the addresses or domains to which mail may leave)');
  if (values.TWILIO_ACCOUNT_SID !== undefined && values.SMS_ALLOW_LIST === undefined)
    faults.push(
      'SMS_ALLOW_LIST: is required in staging mode with TWILIO_ACCOUNT_SID (the numbers to which texts may leave; without TWILIO_… there are none)',
    );
  return faults;
}

/** The merchant's own mailbox is not on the list of staging mode, so it would get no ticket. */
export function warningsOfStaging({ MAIL_ALLOW_LIST: list, SUPPORT_MAIL: mail }: Values, merchant: Merchant): string[] {
  const mailbox = mail ?? merchant.email;
  if (list === undefined || mailbox === undefined || isAllowedEmail(list, mailbox)) return [];
  const named = mail === undefined ? 'MERCHANT_FILE: its email, which gets the tickets,' : 'SUPPORT_MAIL:';
  return [`${named} is not on MAIL_ALLOW_LIST, so that no notice of a ticket is sent`];
}
