import { debuglog } from 'node:util';
import { loadDataSettings } from '../config/config.ts';
import { type Db, openDatabase } from '../db/database.ts';
import { openReporting, type Reporting } from '../db/reporting.ts';
import { helpAsked, parseCommand } from './commands.ts';
import { explain } from './explain.ts';
import { UsageError } from './ops-error.ts';
import { assertSchema } from './schema.ts';
import { createSite, type Site } from './site.ts';

type Output = { env: Record<string, string | undefined>; print(text: string): void; complain(text: string): void };

/** The whole error, for whoever mends this program: NODE_DEBUG=ops. It may contain secrets. */
const debug = debuglog('ops');

/**
 * Runs one command line. Returns the exit code: 0, 1 for what can't be done, 2 for a wrong command line. Never throws.
 * The application does the work, so retries and refunds need a running application.
 */
export async function runOps(line: readonly string[], { env, print, complain }: Output): Promise<number> {
  try {
    const help = helpAsked(line);
    if (help !== undefined) {
      print(help);
      return 0;
    }
    const command = parseCommand(line);
    const site = createSite(loadDataSettings(env), { env, progress: (text) => complain(`${text}\n`) });
    const { lines, exitCode } = await command.run(site, (work, { anySchema }) =>
      withDatabase(site, work, { anySchema }),
    );
    print(`${lines.join('\n')}\n`);
    return exitCode;
  } catch (error) {
    debug('%O', error);
    complain(`${explain(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function withDatabase<T>(
  site: Site,
  work: (db: Db, reporting: Reporting) => Promise<T>,
  { anySchema }: { anySchema: boolean },
): Promise<T> {
  const database = openDatabase(await site.databaseUrl(), { max: 4, onError: () => undefined });
  const log = { info: () => undefined, warn: (_: object, message: string) => site.progress(message) };
  const reporting = openReporting({ db: database.db, url: site.settings.reportingDatabaseUrl?.href, log });
  try {
    if (!anySchema) await assertSchema(database.pool);
    return await work(database.db, reporting);
  } finally {
    await reporting.close();
    await database.close();
  }
}
