import * as z from 'zod';
import { MODES } from '../../shared/mode.ts';

/** The description of a backup, which allows every check of a restore before anything is written. */
export const Manifest = z.object({
  format: z.literal(1),
  /** The time of the snapshot (ISO 8601). */
  madeAt: z.iso.datetime({ offset: true }),
  mode: z.enum(MODES),
  /** PostgreSQL's version, for information. */
  postgres: z.string(),
  /** The migrations of the database, in order. */
  migrations: z.array(z.object({ tag: z.string(), hash: z.string() })).min(1),
  /** The vault keys that encrypted values of this database. */
  vaultKeys: z.array(z.object({ id: z.string(), fingerprint: z.string() })),
  /** Every table, in an order in which each follows the tables that it references. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
  /** Table → its row count and its sums, which the restored table must have. */
  figures: z.record(z.string(), z.record(z.string(), z.string())),
  /** One encrypted activation code: SHA-256 of its plaintext. Null when there is no eSIM yet. */
  activation: z.object({ esimId: z.uuid(), sha256: z.string() }).nullable(),
});
export type Manifest = z.infer<typeof Manifest>;
