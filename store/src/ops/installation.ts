import { codeOf } from '../shared/errors.ts';
import { assertFile } from './backup/archive.ts';
import { assertPlace, backup } from './backup/backup.ts';
import { checkBackup, restore } from './backup/restore.ts';
import type { SiteCommand } from './command.ts';
import { type Diagnosis, examine, isHealthy, linesOf } from './doctor/doctor.ts';
import { EMBEDDED } from './options.ts';
import { OpsError } from './ops-error.ts';
import type { Site } from './site.ts';

/** The commands for the whole installation. */
export const INSTALLATION_COMMANDS: SiteCommand[] = [
  {
    words: 'backup',
    arguments: ['FILE'],
    options: ['scratch'],
    help: 'write an encrypted backup of the database, and verify it by a restore into a scratch database',
    async onSite(site, [file], { scratchUrl }) {
      await assertPlace(file!);
      const url = await site.databaseUrl();
      return done(await backup({ ...(await keysOf(site)), url, file: file!, scratchUrl, progress: site.progress }));
    },
  },
  {
    words: 'restore',
    arguments: ['FILE'],
    needs: ['into'],
    options: ['quiet'],
    help: 'restore a backup into an empty database: all of it, or nothing ("embedded" as URL: that of a new data directory). With --quiet nothing leaves the copy: for a drill',
    async onSite(site, [file], { into, quiet }) {
      const startPostgres = into === EMBEDDED ? await loadPostgres() : undefined;
      await assertFile(file!);
      const given = { ...(await site.keysOfBackup()), file: file! };
      const run = (url: string) => restore({ ...given, url, quiet, progress: site.progress });
      if (!startPostgres) return done(await run(into!));
      // Starting it makes a database where there is none.
      await checkBackup(given);
      return done(await withPostgres(startPostgres, site.settings.dataDir, run));
    },
  },
  {
    words: 'doctor',
    arguments: [],
    options: ['json'],
    help: 'check everything that can be reached and print remedies; exits with 1 on a fault',
    async onSite(site, _, { json }) {
      const found = await examine(site);
      return { lines: json ? asJson(found) : linesOf(found), exitCode: isHealthy(found) ? 0 : 1 };
    },
  },
];

/** The machine-readable format. */
const asJson = (checks: Diagnosis[]) => [JSON.stringify({ ok: isHealthy(checks), checks }, null, 2)];

const done = (lines: string[]) => ({ lines, exitCode: 0 as const });

const keysOf = async (site: Site) => ({
  backupKey: await site.backupKey(),
  secretKeys: await site.secretKeys(),
});

type Logged = (...words: unknown[]) => void;
type StartPostgres = (given: {
  dataDir: string;
  log: { info: Logged; warn: Logged; error: Logged };
}) => Promise<{ url: string; stop(): Promise<void> }>;

/** The PostgreSQL of the sandbox. A checkout has it beside the store, an archive has not. */
const POSTGRES = new URL('../../../sandbox/postgres/supervisor.ts', import.meta.url).href;

async function loadPostgres(): Promise<StartPostgres> {
  const { startEmbeddedPostgres } = (await import(/* @vite-ignore */ POSTGRES).catch((error: unknown) => {
    if (codeOf(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new OpsError('A release contains no PostgreSQL. Give the URL of an empty database.');
  })) as { startEmbeddedPostgres: StartPostgres };
  return startEmbeddedPostgres;
}

async function withPostgres<T>(start: StartPostgres, dataDir: string, work: (url: string) => Promise<T>): Promise<T> {
  const ignore = () => undefined;
  const server = await start({ dataDir, log: { info: ignore, warn: ignore, error: ignore } });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}
