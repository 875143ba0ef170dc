import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { type ConfigError, loadConfig } from '#src/config/config.ts';
import { NEWEST_TEXTS } from '#src/config/merchant.ts';
import { realMerchantFile } from './merchant.ts';

/** The variables without a default, as sandbox mode accepts them. */
export const SANDBOX = {
  STRIPE_SECRET_KEY: 'sk_test_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc',
  STRIPE_API_URL: 'http://127.0.0.1:4001',
  DATABASE_URL: 'postgres://cairn@127.0.0.1:4004/cairn',
  AIRALO_CLIENT_ID: 'id',
  AIRALO_CLIENT_SECRET: 'secret',
  AIRALO_API_URL: 'http://127.0.0.1:4002',
  SMTP_URL: 'smtp://127.0.0.1:4003',
  MAIL_FROM: 'Cairn <hello@cairn.example>',
};

/** One key that encrypts. */
export const SECRET_KEY = `2026a:${randomBytes(32).toString('base64')}`;

/** A complete configuration of live mode. */
export const LIVE = {
  CAIRN_MODE: 'live',
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://cairn@db.store.example/cairn',
  CAIRN_SECRET_KEYS: SECRET_KEY,
  PUBLIC_URL: 'https://store.example',
  STRIPE_SECRET_KEY: 'sk_live_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc',
  AIRALO_CLIENT_ID: 'id',
  AIRALO_CLIENT_SECRET: 'secret',
  SMTP_URL: 'smtps://user:pass@mail.store.example',
  MAIL_FROM: 'Cairn <hello@store.example>',
  MERCHANT_FILE: realMerchantFile(),
  LEGAL_REVIEWED: NEWEST_TEXTS,
};

/** A complete configuration of staging mode. */
export const STAGING = {
  CAIRN_MODE: 'staging',
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://cairn@db.store.example/staging',
  CAIRN_SECRET_KEYS: SECRET_KEY,
  PUBLIC_URL: 'https://staging.store.example',
  STRIPE_SECRET_KEY: 'sk_test_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc',
  AIRALO_CLIENT_ID: 'id',
  AIRALO_CLIENT_SECRET: 'secret',
  AIRALO_SANDBOX_ACCOUNT: '1',
  SMTP_URL: 'smtps://user:pass@mail.store.example',
  MAIL_FROM: 'Cairn <hello@staging.store.example>',
  MAIL_ALLOW_LIST: 'ana@example.com, store.example',
};

/** The names of the variables with errors, once per error. */
export function faultsOf(env: Record<string, string | undefined>): string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    expect((error as ConfigError).code).toBe('config-error');
    return (error as ConfigError).faults.map((fault) => fault.split(':')[0] ?? '');
  }
}
