import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '#sandbox/postgres/supervisor.ts';

/** Where the workers of a test run find its PostgreSQL cluster. */
export const CLUSTER_VARIABLE = 'CAIRN_TEST_POSTGRES';

const quiet = {
  info: () => undefined,
  warn: () => undefined,
  error: (fields: object, message: string) => console.error(message, fields),
};

/** Starts a cluster without fsync for one test run, in a new folder. Returns a function that stops and removes it. */
export async function startTestCluster(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'cairn-test-'));
  // As root, PostgreSQL runs as user "nobody", which needs access to this folder.
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, log: quiet, durable: false });
  process.env[CLUSTER_VARIABLE] = server.url;
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
