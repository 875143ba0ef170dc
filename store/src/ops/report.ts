import type { Db, Queryable } from '../db/database.ts';
import { createReporting } from '../db/reporting.ts';
import type { Site } from './site.ts';

/** Runs a read at the replica for reports, or at the store's database. */
export type Report = <T>(work: (on: Queryable) => Promise<T>) => Promise<T>;

/** The replica of the configuration. Prints why it is not used. */
export const createReport =
  (db: Db, { settings, progress }: Site): Report =>
  async (work) => {
    const warn = (fields: object, message: string) => progress(`${message} (${Object.values(fields).join(', ')})`);
    const reporting = createReporting({ primary: db, settings: settings.reporting, log: { warn } });
    try {
      return await reporting.read(work);
    } finally {
      await reporting.close();
    }
  };
