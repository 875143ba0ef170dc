import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../../db/columns.ts';
import { MODES } from '../../shared/mode.ts';

/** One row: the mode in which this database was created. A start in another mode is refused. */
export const installation = pgTable('installation', {
  id: integer('id').primaryKey(),
  mode: text('mode', { enum: MODES }).notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  /** The time of the snapshot of the last verified backup; null: none was made. */
  backedUpAt: instant('backed_up_at'),
  /** When this database last lost commits (a restore, a fail-over): vendors may know more about older orders. */
  restoredAt: instant('restored_at'),
  /** The system identifier and the timeline of the PostgreSQL that holds this database; null: not read yet. */
  serverTimeline: text('server_timeline'),
  /** Since when nothing leaves this copy, which was restored for a drill (`quiet.ts`); null: it is a store as usual. */
  quietSince: instant('quiet_since'),
});

/** SHA-256 fingerprints of the configured encryption keys, by key id. */
export const keyFingerprints = pgTable('key_fingerprints', {
  keyId: text('key_id').primaryKey(),
  fingerprint: text('fingerprint').notNull(),
  /** Since when it may encrypt values; null: it was only configured for decryption so far. */
  writesSince: instant('writes_since'),
  createdAt: instant('created_at').notNull().defaultNow(),
});

/** Heartbeats of workers: a worker whose heartbeat is too old is dead, and its locked jobs are freed. */
export const workerHeartbeats = pgTable('worker_heartbeats', {
  workerId: text('worker_id').primaryKey(),
  startedAt: instant('started_at').notNull().defaultNow(),
  beatAt: instant('beat_at').notNull().defaultNow(),
});

/** Keys that must outlive a rotation of the encryption keys, one per purpose; `sealed` is encrypted. */
export const sealedKeys = pgTable('sealed_keys', {
  purpose: text('purpose').primaryKey(),
  sealed: text('sealed').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
});

/** Access tokens of third parties, shared by all processes; `sealed` is encrypted (see `src/db/vault.ts`). */
export const vendorTokens = pgTable(
  'vendor_tokens',
  {
    vendor: text('vendor').notNull(),
    account: text('account').notNull(),
    sealed: text('sealed').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.vendor, t.account] })],
);

/** Our own certificate authorities, one per purpose: the certificate in plain text, its key encrypted. */
export const authorities = pgTable('authorities', {
  purpose: text('purpose').primaryKey(),
  /** PEM. */
  certificate: text('certificate').notNull(),
  keySealed: text('key_sealed').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
});
