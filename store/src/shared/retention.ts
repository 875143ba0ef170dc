/** Retention of rows after their end, in days; the hourly job `clean-up` deletes them. */
export const KEPT_DAYS = {
  /** Ended sessions, used tokens, and expired codes of mailed links: a late reuse is still recognised. */
  sessions: 30,
  /** Two years: longer than a dispute about an account takes. */
  securityEvents: 730,
  /** Actions of operators: as long as the security events that they belong beside. */
  auditLog: 730,
  /** Mails that were sent or given up: for questions about an order. */
  mails: 400,
  /** Tickets, after their last message or change of state: for questions about an order, like mails. */
  tickets: 400,
  /** Declarations of withdrawal, after they arrived: for questions about an order, like mails. */
  withdrawals: 400,
  /** Handled events of the payment vendor, which retries for three days and shows events for thirty. */
  paymentEvents: 90,
  /** Cards that were removed, and pages that saved one: for questions about a charge, as long as the events about it. */
  removedCards: 90,
  /** Texts by country, without numbers: for questions about costs and abuse. */
  textMessages: 90,
  /** Readings of the data use of eSIMs: for the pace and the chart of a plan in use. */
  readings: 90,
  reconciliationRuns: 90,
  /** Readings of the wholesaler's list. */
  wholesaleLists: 30,
  /** Losses of orders, packages and days, and what charges showed, after their last change. */
  lossBudgets: 90,
  /** Messages to devices, after their end: for questions about a notice that did not come. */
  pushes: 30,
  /** Devices that show notices, after the last one: as long as a session without use. */
  pushDevices: 400,
} as const;

/** `KEPT_DAYS` in milliseconds. */
export const keptMs = (what: keyof typeof KEPT_DAYS): number => KEPT_DAYS[what] * 86_400_000;

/**
 * The retention periods of the privacy policy, and the tables of each. Every table of the database is listed here or in
 * `WITHOUT_PEOPLE` (test/house/legal.test.ts).
 */
export const RETENTION = [
  {
    name: 'orders',
    tables: [
      'orders',
      'order_lines',
      'order_events',
      'replacements',
      'refund_requests',
      'open_losses',
      'payment_attempts',
      'refunds',
      'disputes',
      'fraud_warnings',
      'wholesale_orders',
      'wholesale_tries',
      'stray_profiles',
      'esims',
      'esim_plans',
      'ledger_differences',
      'notices',
      'auto_top_ups',
      'auto_top_up_charges',
      'documents',
    ],
  },
  { name: 'readings', tables: ['esim_readings'], days: KEPT_DAYS.readings },
  {
    name: 'account',
    tables: [
      'accounts',
      'provider_links',
      'second_factors',
      'totp_secrets',
      'recovery_codes',
      'account_photos',
      'known_devices',
      'passkeys',
      'notice_choices',
      'payment_customers',
      'saved_cards',
      'card_setups',
      'billing_details',
    ],
  },
  { name: 'sessions', tables: ['sessions', 'refresh_tokens', 'session_cookies'], days: KEPT_DAYS.sessions },
  { name: 'links', tables: ['action_codes'], days: KEPT_DAYS.sessions },
  { name: 'texts', tables: ['text_messages'], days: KEPT_DAYS.textMessages },
  { name: 'orderAccess', tables: ['order_access'] },
  { name: 'securityEvents', tables: ['security_events', 'audit_log'], days: KEPT_DAYS.securityEvents },
  { name: 'mails', tables: ['mails'], days: KEPT_DAYS.mails },
  { name: 'devices', tables: ['push_subscriptions', 'pushes'], days: KEPT_DAYS.pushDevices },
  {
    name: 'tickets',
    tables: ['tickets', 'ticket_messages', 'ticket_pictures', 'ticket_addresses'],
    days: KEPT_DAYS.tickets,
  },
  { name: 'withdrawals', tables: ['withdrawals'], days: KEPT_DAYS.withdrawals },
  { name: 'paymentEvents', tables: ['payment_events'], days: KEPT_DAYS.paymentEvents },
  {
    name: 'limits',
    tables: [
      'rate_limits',
      'provider_requests',
      'passkey_ceremonies',
      'captcha_proofs',
      'phone_codes',
      'phone_proofs',
      'pending_sign_ins',
      'totp_enrolments',
    ],
  },
] as const satisfies readonly { name: string; tables: readonly string[]; days?: number }[];

export type RetentionName = (typeof RETENTION)[number]['name'];

/** Tables without personal data: the catalogue, keys, and internal state. */
export const WITHOUT_PEOPLE = [
  'destinations',
  'offers',
  'plans',
  'plan_sources',
  'plan_statements',
  'plan_prices',
  'catalogue_versions',
  'password_policies',
  'wholesale_packages',
  'wholesale_lists',
  'wholesale_balances',
  'loss_budgets',
  'package_charges',
  'circuit_breakers',
  'reconciliation_runs',
  'signing_keys',
  'service_accounts',
  'service_account_tokens',
  'used_assertions',
  'authorities',
  'installation',
  'key_fingerprints',
  'sealed_keys',
  'vendor_tokens',
  'worker_heartbeats',
  'device_lists',
  'text_days',
  'document_series',
] as const;
