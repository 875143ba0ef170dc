import type { Merchant } from '../../shared/merchant.ts';
import { type Mode, modeFacts } from '../../shared/mode.ts';

/** A service that processes data for the store. `company` and `place` are its own names, the same in all languages. */
export type Processor = {
  name: 'payment' | 'wholesale' | 'mail' | 'sms' | 'accounts' | 'google' | 'facebook' | 'host';
  company: string;
  /** ISO code of the country of its seat; null when the configuration does not say. */
  country: string | null;
  /** A sandbox on this machine: no data leaves it. */
  isSandbox: boolean;
};

/**
 * The settings that determine who receives data. `google`, `facebook`, `twilio` and a further wholesaler are undefined when
 * they are not configured, `identity.hosted` when the store keeps the accounts itself.
 */
export type ProcessorSettings = {
  mode: Mode;
  merchant: Pick<Merchant, 'host'>;
  identity: { hosted: object | undefined };
  google: object | undefined;
  facebook: object | undefined;
  wholesalers: { esimAccess: object | undefined };
  mail: { smtpUrl: URL };
  twilio: object | undefined;
};

/** The recipients of data, from the actual configuration: an unconfigured way to sign in is not listed. */
export function processorsOf(settings: ProcessorSettings): Processor[] {
  const { mode, merchant, identity, google, facebook, wholesalers, mail, twilio } = settings;
  const isSandbox = modeFacts(mode).isLocal;
  const vendor = (name: Processor['name'], company: string, country: string | null): Processor => ({
    name,
    company,
    country,
    isSandbox,
  });
  return [
    vendor('payment', 'Stripe Payments Europe, Ltd.', 'IE'),
    vendor('wholesale', 'AirGSM Pte. Ltd. (Airalo)', 'SG'),
    ...(wholesalers.esimAccess ? [vendor('wholesale', 'Redtea Mobile Pte. Ltd. (eSIM Access)', 'SG')] : []),
    vendor('mail', mail.smtpUrl.hostname, null),
    ...(twilio ? [vendor('sms', 'Twilio Ireland Limited', 'IE')] : []),
    ...(identity.hosted ? [vendor('accounts', 'Google Cloud EMEA Limited', 'IE')] : []),
    ...(google ? [vendor('google', 'Google Ireland Limited', 'IE')] : []),
    ...(facebook ? [vendor('facebook', 'Meta Platforms Ireland Limited', 'IE')] : []),
    ...(merchant.host === undefined ? [] : [{ ...vendor('host', merchant.host, null), isSandbox: false }]),
  ];
}
