import * as z from 'zod';

/** What a backup says about itself, so that everything that speaks against a restore is known before anything is written. */
export const Manifest = z.object({
  format: z.literal(1),
  /** The instant of the snapshot (ISO 8601). */
  madeAt: z.iso.datetime({ offset: true }),
  mode: z.enum(['sandbox', 'live']),
  /** PostgreSQL's version, for people. */
  postgres: z.string(),
  /** The migrations that the database had, in order. */
  migrations: z.array(z.object({ tag: z.string(), hash: z.string() })).min(1),
  /** The vault keys that sealed values of this database. */
  vaultKeys: z.array(z.object({ id: z.string(), fingerprint: z.string() })),
  /** Every table, in an order in which each comes after the tables that it refers to. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
  /** Table → its count of rows and its sums: what the restored table must have. */
  figures: z.record(z.string(), z.record(z.string(), z.string())),
  /** One sealed activation code: SHA-256 of what it opens to. Null when no eSIM was issued yet. */
  activation: z.object({ esimId: z.uuid(), sha256: z.string() }).nullable(),
});
export type Manifest = z.infer<typeof Manifest>;
