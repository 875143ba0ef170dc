import { expect } from 'vitest';
import { type ConfigError, loadConfig } from '#src/config/config.ts';

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
