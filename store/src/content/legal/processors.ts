import type { Merchant } from '../../shared/merchant.ts';

/** A service that processes data for the shop. `company` and `place` are its own names for itself, alike in all languages. */
export type Processor = {
  name: 'payment' | 'wholesale' | 'mail' | 'sms' | 'google' | 'facebook' | 'host';
  company: string;
  /** ISO code of the country of its seat; null where the configuration does not say. */
  country: string | null;
  /** A stand-in on this machine: nothing leaves it. */
  isSandbox: boolean;
};

/** What of the configuration says who receives data. `google`, `facebook` and `twilio` are undefined where they are not set up. */
export type ProcessorSettings = {
  mode: 'sandbox' | 'live';
  merchant: Pick<Merchant, 'host'>;
  google: object | undefined;
  facebook: object | undefined;
  mail: { smtpUrl: URL };
  twilio: object | undefined;
};

/** Who receives data, from what is really set up: a way to sign in that is not configured is not listed. */
export function processorsOf({ mode, merchant, google, facebook, mail, twilio }: ProcessorSettings): Processor[] {
  const isSandbox = mode === 'sandbox';
  const vendor = (name: Processor['name'], company: string, country: string | null): Processor => ({
    name,
    company,
    country,
    isSandbox,
  });
  return [
    vendor('payment', 'Stripe Payments Europe, Ltd.', 'IE'),
    vendor('wholesale', 'AirGSM Pte. Ltd. (Airalo)', 'SG'),
    vendor('mail', mail.smtpUrl.hostname, null),
    ...(twilio ? [vendor('sms', 'Twilio Ireland Limited', 'IE')] : []),
    ...(google ? [vendor('google', 'Google Ireland Limited', 'IE')] : []),
    ...(facebook ? [vendor('facebook', 'Meta Platforms Ireland Limited', 'IE')] : []),
    ...(merchant.host === undefined ? [] : [{ ...vendor('host', merchant.host, null), isSandbox: false }]),
  ];
}
