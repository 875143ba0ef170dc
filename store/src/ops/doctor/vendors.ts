import Stripe from 'stripe';
import { createStripeClient } from '../../adapters/stripe/client.ts';
import { HANDLED_EVENTS } from '../../adapters/stripe/events.ts';
import { modeFacts } from '../../shared/mode.ts';
import { type Check, codeIn, failed, notChecked, ok, type Patient, warning } from './check.ts';
import { CLOCK_MS } from './database.ts';

const stripeOf = ({ config }: Patient) => createStripeClient(config.stripe);
/** One attempt, within the time limit of a check. */
const ONCE = { maxNetworkRetries: 0, timeout: 8_000 };

/** The type of a Stripe error, and its status. Messages contain parts of keys. */
const stripeFault = (error: unknown) =>
  error instanceof Stripe.errors.StripeError
    ? `${error.type}${error.statusCode ? `, status ${error.statusCode}` : ''}`
    : codeIn(error);

const mayNot = (error: unknown) => error instanceof Stripe.errors.StripePermissionError;

export const VENDOR_CHECKS: Check[] = [
  {
    name: 'clock, vendors',
    async run({ config }, signal) {
      const url = config.stripe.apiUrl ?? new URL('https://api.stripe.com');
      const sentAt = Date.now();
      const answer = await fetch(url, { method: 'HEAD', signal, redirect: 'manual' });
      const date = Date.parse(answer.headers.get('date') ?? '');
      if (Number.isNaN(date)) return notChecked('the payment vendor’s answer has no date');
      // The header has a resolution of one second.
      const off = Math.max(0, Math.abs(date - (sentAt + Date.now()) / 2) - 1_000);
      if (off > CLOCK_MS)
        return failed(
          `this machine's clock is ${Math.round(off / 1000)} s off`,
          'turn on time synchronisation (NTP): webhooks are refused when it is off by five minutes',
        );
      return ok('agrees with the payment vendor’s');
    },
  },
  {
    name: 'stripe',
    async run(patient) {
      const { mode } = patient.config;
      const { isReal, isRehearsal } = modeFacts(mode);
      try {
        const { livemode } = await stripeOf(patient).balance.retrieve({}, ONCE);
        if (livemode !== isReal)
          return failed(
            `the key is for ${livemode ? 'real' : 'test'} money, and the store is in ${mode} mode`,
            'set the STRIPE_SECRET_KEY of this mode, or CAIRN_MODE to that of the key',
          );
      } catch (error) {
        if (mayNot(error))
          return notChecked('the key may not read the balance: a restricted key needs "Balance: read" for this');
        const advice =
          error instanceof Stripe.errors.StripeAuthenticationError
            ? 'set the STRIPE_SECRET_KEY that the dashboard shows (Developers, API keys)'
            : 'look at status.stripe.com and at the network';
        return failed(`returned an error: ${stripeFault(error)}`, advice);
      }
      try {
        const account = await stripeOf(patient).accounts.retrieveCurrent({}, ONCE);
        if (!account.charges_enabled) {
          // Test payments need no activated account.
          const judge = isRehearsal ? warning : failed;
          return judge(
            `the account cannot accept ${isRehearsal ? 'real ' : ''}payments yet`,
            'finish its set-up in the dashboard (Settings, Account)',
          );
        }
        return ok(`account ${account.id} takes payments, ${isReal ? 'real' : 'test'} money, API ${Stripe.API_VERSION}`);
      } catch (error) {
        if (mayNot(error)) return ok(`answers; API ${Stripe.API_VERSION}`);
        return failed(`returned an error: ${stripeFault(error)}`, 'look at status.stripe.com and at the network');
      }
    },
  },
  {
    name: 'stripe webhook',
    async run(patient) {
      const address = `${patient.config.publicUrl}/webhooks/stripe`;
      try {
        const { data } = await stripeOf(patient).webhookEndpoints.list({ limit: 100 }, ONCE);
        const endpoint = data.find(({ url }) => url === address);
        if (!endpoint)
          return failed(
            `no endpoint is registered for ${address}`,
            'add it in the dashboard (Developers, Webhooks), and set its secret in STRIPE_WEBHOOK_SECRET',
          );
        if (endpoint.status !== 'enabled')
          return failed('the endpoint is disabled', 'enable it in the dashboard (Developers, Webhooks)');
        const { enabled_events: sent } = endpoint;
        const missing = HANDLED_EVENTS.filter((event) => !sent.includes(event) && !sent.includes('*'));
        if (missing.length > 0)
          return failed(
            `the endpoint is not sent ${missing.join(', ')}`,
            'add these events to the endpoint in the dashboard',
          );
        return ok(`${address} is sent all ${HANDLED_EVENTS.length} events`);
      } catch (error) {
        if (mayNot(error))
          return notChecked(
            'the key may not read webhook endpoints: a restricted key needs "Webhook Endpoints: read" for this',
          );
        return failed(`the endpoints cannot be read: ${stripeFault(error)}`, 'see "stripe"');
      }
    },
  },
  {
    name: 'twilio',
    async run({ config: { twilio, sms } }, signal) {
      if (!twilio) return notChecked('not configured: phone numbers are not offered');
      const { accountSid, authToken, apiUrl } = twilio;
      const answer = await fetch(new URL(`/2010-04-01/Accounts/${accountSid}.json`, apiUrl), {
        headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
        signal,
        redirect: 'manual',
      });
      if (answer.status === 401)
        return failed(
          'refuses the credentials',
          'set the TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN that the console shows',
        );
      const { status } = (await answer.json().catch(() => ({}))) as { status?: string };
      if (answer.status !== 200)
        return failed(`answers ${answer.status}`, 'look at status.twilio.com and at the network');
      return status === 'active'
        ? ok(`the account is active${sms.allowList ? '; texts leave only to SMS_ALLOW_LIST' : ''}`)
        : failed(`the account is ${status}`, 'fix it in the console: no text message is sent');
    },
  },
];
