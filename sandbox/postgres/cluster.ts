import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import { processIsAlive } from './processes.ts';
import { giveOneTo, giveTo, type RunAs } from './run-as.ts';
import { StartupError } from './startup-error.ts';

/** The superuser and the database of every embedded cluster. */
export const USER = 'cairn';
export const DATABASE = 'cairn';

/** The paths of an embedded cluster under the application's data directory. */
export type ClusterPaths = {
  root: string;
  /** PostgreSQL's own data directory. */
  data: string;
  password: string;
  port: string;
  log: string;
  /** One file per process that uses the cluster. */
  users: string;
};

export function clusterPaths(dataDir: string): ClusterPaths {
  const root = path.join(path.resolve(dataDir), 'postgres');
  const at = (name: string) => path.join(root, name);
  return {
    root,
    data: at('data'),
    password: at('password'),
    port: at('port'),
    log: at('postgres.log'),
    users: at('users'),
  };
}

/** The connection string of the cluster on this port. */
export function clusterUrl(port: number, password: string, database: string = DATABASE): string {
  return `postgres://${USER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

/** The cluster's password: random, created once, readable by its owner only. Safe under concurrency. */
export async function ensurePassword(paths: ClusterPaths): Promise<string> {
  await mkdir(paths.users, { recursive: true });
  const draft = `${paths.password}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
  await link(draft, paths.password).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  const password = await readFile(paths.password, 'utf8');
  if (password !== '') return password;
  throw new StartupError(
    `${paths.password} is empty. It holds the password of the embedded PostgreSQL: restore it from a copy. Without a copy, remove the whole data directory to start from scratch.`,
  );
}

/**
 * Creates PostgreSQL's data directory if it is missing. It is created beside its final place and then renamed, so a
 * killed or concurrent process never leaves an incomplete cluster.
 */
export async function ensureCluster(options: {
  paths: ClusterPaths;
  binaries: Binaries;
  runAs: RunAs;
  password: string;
  durable: boolean;
}): Promise<void> {
  const { paths, binaries, runAs, password, durable } = options;
  await removeHalfMade(paths);
  const exists = await readFile(path.join(paths.data, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (exists !== undefined) return giveTo(runAs, paths.data);

  const draft = `${paths.data}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const passwordFile = `${draft}.password`;
  await mkdir(draft, { mode: 0o700 });
  await giveOneTo(runAs, draft);
  await writeFile(passwordFile, password, { mode: 0o600 });
  await giveOneTo(runAs, passwordFile);
  const [program = '', ...args] = [
    ...runAs.prefix,
    binaries.initdb,
    `--pgdata=${draft}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The same collation on every machine, independent of its locales.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
  try {
    await promisify(execFile)(program, args, { ...runAs.ids, cwd: '/' });
    await rename(draft, paths.data);
  } catch (cause) {
    const { code, stderr = '' } = cause as { code?: unknown; stderr?: string };
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return;
    throw new Error(`PostgreSQL could not make its data directory (${String(code)}): ${stderr.trim()}`, { cause });
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

async function removeHalfMade(paths: ClusterPaths): Promise<void> {
  for (const entry of await readdir(paths.root)) {
    const maker = /^(?:data|password)\.(\d+)\./.exec(entry)?.[1];
    if (maker && !processIsAlive(Number(maker)))
      await rm(path.join(paths.root, entry), { recursive: true, force: true });
  }
}
