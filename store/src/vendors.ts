import { createFastlyPurge } from './adapters/fastly-purge.ts';
import { createHttpPurge } from './adapters/http-purge.ts';
import { AIRALO, createAiralo } from './adapters/airalo.ts';
import { createEsimAccess } from './adapters/esim-access.ts';
import { createFacebook } from './adapters/oauth/facebook.ts';
import { createGoogle } from './adapters/oauth/google.ts';
import { createRecaptcha } from './adapters/recaptcha.ts';
import { createSmtp } from './adapters/smtp.ts';
import { createStripeGateway } from './adapters/stripe.ts';
import { createStripeLedger } from './adapters/stripe/ledger.ts';
import { createTwilio } from './adapters/twilio.ts';
import { createWebPush } from './adapters/web-push.ts';
import type { Config } from './config/config.ts';
import type { Clock } from './db/clock.ts';
import { type Copies, NO_COPIES } from './modules/catalogue/copies.ts';
import type { TokenStore } from './modules/fulfilment/wholesaler.ts';
import { createWholesalers } from './modules/fulfilment/wholesalers.ts';
import { createPaymentProviders } from './modules/payments/providers.ts';
import type { ServerKey } from './modules/push/push.ts';
import { isLoopback } from './shared/loopback.ts';
import type { Telemetry } from './shared/telemetry.ts';
import { reported } from './telemetry/vendor-calls.ts';

export type MakeVendors = typeof createVendors;
export type Vendors = ReturnType<MakeVendors>;
type TokensOf = (vendor: string, account: string) => TokenStore;

/** Creates the adapter of each configured vendor; its calls are reported under the vendor's name. */
export function createVendors(
  config: Config,
  telemetry: Telemetry,
  { tokensOf, clock }: { tokensOf: TokensOf; clock: Clock },
) {
  const { mail, twilio, google, facebook, recaptcha } = config;
  return {
    wholesalers: wholesalersOf(config, telemetry, { tokensOf, clock }),
    transport: reported(
      createSmtp({
        url: mail.smtpUrl.href,
        from: mail.from,
        timeoutMs: mail.timeoutSeconds * 1000,
        requireTls: !isLoopback(mail.smtpUrl.hostname),
        allowList: mail.allowList,
      }),
      'smtp',
      telemetry,
    ),
    paymentProviders: paymentProvidersOf(config, telemetry, clock),
    sms:
      twilio &&
      reported(createTwilio({ ...twilio, statusUrl: `${config.publicUrl}/webhooks/sms` }), 'twilio', telemetry, {
        local: ['readReport'],
      }),
    /** Needs the key of the database, or the configured one. */
    pushService: (serverKey: ServerKey) =>
      reported(createWebPush({ ...config.push, serverKey, now: () => clock.now().getTime() }), 'push', telemetry, {
        local: ['isKnown'],
      }),
    copies: copiesOf(config, telemetry),
    recaptcha: recaptcha && reported(createRecaptcha(recaptcha), 'recaptcha', telemetry),
    providers: {
      ...(google && { 'google.com': reported(createGoogle(google), 'google', telemetry) }),
      ...(facebook && { 'facebook.com': reported(createFacebook(facebook), 'facebook', telemetry) }),
    },
  };
}

/** The registry of wholesalers, in order of preference. */
export function wholesalersOf(
  { wholesalers: { airalo, esimAccess }, fulfilment }: Config,
  telemetry: Telemetry,
  { tokensOf, clock }: { tokensOf: TokensOf; clock: Clock },
) {
  const common = { timeoutMs: fulfilment.callTimeoutSeconds * 1000, now: () => clock.now().getTime() };
  return createWholesalers(
    [
      createAiralo({
        url: airalo.apiUrl.origin,
        clientId: airalo.clientId,
        clientSecret: airalo.clientSecret,
        ...common,
        tokenStore: tokensOf(AIRALO, airalo.clientId),
      }),
      ...(esimAccess ? [createEsimAccess({ ...esimAccess, url: esimAccess.apiUrl.origin, ...common })] : []),
    ].map((each) => reported(each, each.name, telemetry, { local: ['address', 'capabilities', 'readHint'] })),
  );
}

/** The copies of public answers in the cache in front of the store. */
export function copiesOf({ cdn }: Config, telemetry: Telemetry): Copies {
  const purge = cdn?.purge;
  if (purge === undefined) return NO_COPIES;
  return reported(purge.by === 'http' ? createHttpPurge(purge) : createFastlyPurge(purge), 'cdn', telemetry);
}

/** The registry of payment providers, in order of preference: new payments are made at the first. */
export function paymentProvidersOf({ stripe }: Config, telemetry: Telemetry, clock: Clock) {
  return createPaymentProviders([
    {
      name: 'stripe',
      address: stripe.apiUrl ?? new URL('https://api.stripe.com'),
      gateway: reported(createStripeGateway({ ...stripe, now: () => clock.now().getTime() }), 'stripe', telemetry, {
        local: ['verifyEvent', 'eventKind'],
      }),
      ledger: reported(createStripeLedger(stripe), 'stripe', telemetry),
    },
  ]);
}
