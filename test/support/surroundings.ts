import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { start as startAiralo } from '#sandbox/airalo/server.ts';
import { start as startMail } from '#sandbox/mail/server.ts';
import { start as startStripe } from '#sandbox/stripe/server.ts';
import { openDatabase, type Database } from '#src/db/database.ts';
import { freshDatabase } from './database.ts';
import type { Address } from './wire.ts';

/** All that the application meets: a database and the vendors, each empty and of this test's own. */
export type Surroundings = {
  /** The environment that points an application at them; its address is chosen already. */
  env: Record<string, string>;
  /** Where the application will listen. */
  appUrl: string;
  stripe: Address;
  airalo: Address;
  mail: Address;
  /** A connection of the test's own. */
  database: Database;
  close(): Promise<void>;
};

/** Windows and limits as tests want them: short, and out of the way of tests that are about something else. */
const TEST_SETTINGS = {
  LOG_LEVEL: process.env['CAIRN_TEST_LOG'] ?? 'silent',
  DATABASE_POOL_SIZE: '10',
  LIMIT_SIGN_UPS_PER_HOUR: '10000',
  LIMIT_WRONG_PASSWORDS_PER_ADDRESS: '10000',
  LIMIT_ORDERS_PER_ADDRESS: '10000',
  LIMIT_ORDERS_PER_EMAIL: '10000',
  WHOLESALE_CALL_TIMEOUT_SECONDS: '2',
  WHOLESALE_TIMEOUT_WINDOW_SECONDS: '3',
  STRIPE_TIMEOUT_SECONDS: '5',
  SMTP_TIMEOUT_SECONDS: '5',
  FULFILMENT_FIRST_RETRY_SECONDS: '1',
  FULFILMENT_LONGEST_RETRY_SECONDS: '2',
  FULFILMENT_DEADLINE_SECONDS: '60',
  WORKER_HEARTBEAT_SECONDS: '1',
  SWEEP_SECONDS: '1',
  SHUTDOWN_SECONDS: '5',
};

/** Starts sandboxes in this process and makes a database; `overrides` change the environment that comes out. */
export async function startSurroundings(overrides: Record<string, string> = {}): Promise<Surroundings> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'cairn-world-'));
  const appUrl = `http://127.0.0.1:${await freePort()}`;
  const secretKey = `sk_test_${randomBytes(12).toString('hex')}`;
  const webhookSecret = `whsec_${randomBytes(12).toString('hex')}`;
  const clientId = 'test-client';
  const clientSecret = randomBytes(12).toString('hex');
  const [database, stripe, airalo, mail] = await Promise.all([
    freshDatabase(),
    startStripe({ port: 0, dataDir: path.join(dataDir, 'stripe'), secretKey, webhookSecret, webhookUrl: `${appUrl}/webhooks/stripe` }),
    startAiralo({ port: 0, dataDir: path.join(dataDir, 'airalo'), clientId, clientSecret }),
    startMail({ port: 0, smtpPort: 0, dataDir: path.join(dataDir, 'mail') }),
  ]);
  const connection = openDatabase(database.url, { max: 4, onError: () => undefined });
  return {
    env: {
      ...TEST_SETTINGS,
      PORT: new URL(appUrl).port,
      CAIRN_MODE: 'sandbox',
      CAIRN_DATA_DIR: path.join(dataDir, 'app'),
      CAIRN_SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
      CAIRN_SANDBOXES: JSON.stringify({ stripe: stripe.url, airalo: airalo.url, mail: mail.url }),
      DATABASE_URL: database.url,
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: stripe.url,
      AIRALO_CLIENT_ID: clientId,
      AIRALO_CLIENT_SECRET: clientSecret,
      AIRALO_API_URL: airalo.url,
      SMTP_URL: mail.smtp,
      MAIL_FROM: 'Cairn <hello@cairn.example>',
      ...overrides,
    },
    appUrl,
    stripe,
    airalo,
    mail,
    database: connection,
    async close() {
      await connection.close();
      await Promise.all([stripe.close(), airalo.close(), mail.close()]);
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A port that is free now; the application takes it a moment later. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
