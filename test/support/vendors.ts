import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { start as startAiralo } from '#sandbox/airalo/server.ts';
import { start as startEsimAccess } from '#sandbox/esim-access/server.ts';
import { start as startMail } from '#sandbox/mail/server.ts';
import { start as startOauth } from '#sandbox/oauth/server.ts';
import { start as startSms } from '#sandbox/sms/server.ts';
import { start as startStripe } from '#sandbox/stripe/server.ts';
import { freePort } from '#sandbox/postgres/port.ts';
import type { Address } from './wire.ts';

/** The vendors, in this process, and the environment that points an application at them. */
export type Vendors = {
  /** Complete except for `DATABASE_URL`. */
  env: Record<string, string>;
  /** The application's future URL. */
  appUrl: string;
  stripe: Address;
  airalo: Address;
  /** The second wholesaler, when it was asked for. */
  esimAccess?: Address;
  mail: Address;
  /** Google and Facebook. */
  oauth: Address;
  sms: Address;
  close(): Promise<void>;
};

/** Short windows, and limits that do not affect other tests. */
const TEST_SETTINGS = {
  TEXT_PAUSE_SECONDS: '0',
  LIMIT_TEXTS_PER_ADDRESS: '10000',
  LIMIT_TEXTS_PER_PREFIX: '10000',
  LOG_LEVEL: process.env['CAIRN_TEST_LOG'] ?? 'silent',
  DATABASE_POOL_SIZE: '10',
  CAPTCHA: 'off',
  LIMIT_SIGN_UPS_PER_HOUR: '10000',
  LIMIT_WRONG_PASSWORDS_PER_ADDRESS: '10000',
  LIMIT_ORDERS_PER_ADDRESS: '10000',
  LIMIT_ORDERS_PER_EMAIL: '10000',
  LIMIT_PHOTOS_PER_ADDRESS: '10000',
  LIMIT_PAYMENTS_PER_ADDRESS: '10000',
  LIMIT_PAYMENTS_PER_ORDER: '1000',
  WHOLESALE_CALL_TIMEOUT_SECONDS: '2',
  WHOLESALE_TIMEOUT_WINDOW_SECONDS: '3',
  STRIPE_TIMEOUT_SECONDS: '5',
  SMTP_TIMEOUT_SECONDS: '5',
  MAIL_FIRST_RETRY_SECONDS: '1',
  FULFILMENT_FIRST_RETRY_SECONDS: '1',
  FULFILMENT_LONGEST_RETRY_SECONDS: '2',
  FULFILMENT_DEADLINE_SECONDS: '60',
  // Each second, both would cost a world at rest twice as much; a test that waits for them sets its own.
  WORKER_HEARTBEAT_SECONDS: '3',
  SWEEP_SECONDS: '3',
  // An idle worker asks the queue once a second; many worlds run side by side here.
  WORKER_CONCURRENCY: '4',
  SHUTDOWN_SECONDS: '5',
};

/** Ports of the application and of the sandboxes. */
export type Ports = Record<'app' | 'stripe' | 'airalo' | 'mail' | 'oauth' | 'sms', number> & { esimAccess?: number };

export type VendorOptions = {
  /** Where browsers reach the application, if not at its own address. */
  publicUrl?: string;
  /** Starts the second wholesaler as well: most tests are about one. */
  secondWholesaler?: boolean;
};

/** Starts the sandboxes with their ledgers under `dataDir`, on `ports` or on free ones. */
export async function startVendors(
  dataDir: string,
  ports: Partial<Ports> = {},
  { publicUrl, secondWholesaler = false }: VendorOptions = {},
): Promise<Vendors> {
  const appUrl = `http://127.0.0.1:${ports.app ?? (await freePort())}`;
  const secretKey = `sk_test_${randomBytes(12).toString('hex')}`;
  const webhookSecret = `whsec_${randomBytes(12).toString('hex')}`;
  const inboundSecret = randomBytes(24).toString('hex');
  const clientId = 'test-client';
  const clientSecret = randomBytes(12).toString('hex');
  const provider = {
    googleClientId: 'test-google',
    googleClientSecret: randomBytes(12).toString('hex'),
    facebookAppId: 'test-facebook',
    facebookAppSecret: randomBytes(12).toString('hex'),
  };
  const twilio = { accountSid: `AC${randomBytes(16).toString('hex')}`, authToken: randomBytes(16).toString('hex') };
  const [stripe, airalo, mail, oauth, sms, second] = await Promise.all([
    startStripe({
      port: ports.stripe ?? 0,
      dataDir: path.join(dataDir, 'stripe'),
      secretKey,
      webhookSecret,
      webhookUrl: `${appUrl}/webhooks/stripe`,
    }),
    startAiralo({
      port: ports.airalo ?? 0,
      dataDir: path.join(dataDir, 'airalo'),
      clientId,
      clientSecret,
      webhookUrl: `${appUrl}/webhooks/airalo`,
    }),
    startMail({
      port: ports.mail ?? 0,
      smtpPort: 0,
      dataDir: path.join(dataDir, 'mail'),
      forward: { domain: 'cairn.example', url: `${appUrl}/webhooks/mail`, secret: inboundSecret },
    }),
    startOauth({
      port: ports.oauth ?? 0,
      dataDir: path.join(dataDir, 'oauth'),
      ...provider,
      redirectUri: `${publicUrl ?? appUrl}/oauth/callback`,
    }),
    startSms({ port: ports.sms ?? 0, dataDir: path.join(dataDir, 'sms'), ...twilio }),
    secondWholesaler ? startSecond(dataDir, ports.esimAccess ?? 0, appUrl) : undefined,
  ]);
  return {
    env: {
      ...TEST_SETTINGS,
      PORT: new URL(appUrl).port,
      CAIRN_MODE: 'sandbox',
      CAIRN_DATA_DIR: path.join(dataDir, 'app'),
      CAIRN_SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
      CAIRN_SANDBOXES: JSON.stringify({
        stripe: stripe.url,
        airalo: airalo.url,
        mail: mail.url,
        google: oauth.google,
        facebook: oauth.facebook,
        sms: sms.url,
        ...(second && { 'esim-access': second.esimAccess.url }),
      }),
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: stripe.url,
      AIRALO_CLIENT_ID: clientId,
      AIRALO_CLIENT_SECRET: clientSecret,
      AIRALO_API_URL: airalo.url,
      ...second?.env,
      SMTP_URL: mail.smtp,
      GOOGLE_CLIENT_ID: provider.googleClientId,
      GOOGLE_CLIENT_SECRET: provider.googleClientSecret,
      GOOGLE_ISSUER: oauth.google,
      FACEBOOK_APP_ID: provider.facebookAppId,
      FACEBOOK_APP_SECRET: provider.facebookAppSecret,
      FACEBOOK_DIALOG_URL: oauth.facebook,
      FACEBOOK_GRAPH_URL: oauth.facebook,
      TWILIO_ACCOUNT_SID: twilio.accountSid,
      TWILIO_AUTH_TOKEN: twilio.authToken,
      TWILIO_FROM: 'Cairn',
      TWILIO_API_URL: sms.url,
      MAIL_FROM: 'Cairn <hello@cairn.example>',
      SUPPORT_MAIL: 'support@cairn.example',
      INBOUND_MAIL_SECRET: inboundSecret,
    },
    appUrl,
    stripe,
    airalo,
    ...(second && { esimAccess: second.esimAccess }),
    mail,
    oauth,
    sms,
    async close() {
      const started = [stripe, airalo, mail, oauth, sms, ...(second ? [second.esimAccess] : [])];
      await Promise.all(started.map((each) => each.close()));
    },
  };
}

/** The second wholesaler, and the variables that point an application at it. */
async function startSecond(dataDir: string, port: number, appUrl: string) {
  const credentials = { accessCode: 'test-access', secretKey: randomBytes(12).toString('hex') };
  const esimAccess = await startEsimAccess({
    port,
    dataDir: path.join(dataDir, 'esim-access'),
    ...credentials,
    webhookUrl: `${appUrl}/webhooks/esim-access`,
  });
  const env = {
    ESIM_ACCESS_CODE: credentials.accessCode,
    ESIM_ACCESS_SECRET_KEY: credentials.secretKey,
    ESIM_ACCESS_API_URL: esimAccess.url,
  };
  return { esimAccess, env };
}
