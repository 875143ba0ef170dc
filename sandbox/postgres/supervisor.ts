import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type Binaries, findBinaries } from './binaries.ts';
import { type ClusterPaths, clusterPaths, clusterUrl, ensureCluster, ensurePassword } from './cluster.ts';
import { choosePort, forgetPort } from './port.ts';
import { answers, isHalfWritten, isOurServer, readPostmaster, removeStalePid } from './postmaster.ts';
import { processIsAlive, signal } from './processes.ts';
import { type RunAs, chooseRunAs } from './run-as.ts';
import { StartupError } from './startup-error.ts';
import { register } from './users.ts';

/** The part of pino's logger that the supervisor uses. */
export type SupervisorLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

export type EmbeddedPostgres = {
  /** The connection string. It stays the same while this process lives, even when PostgreSQL restarts. */
  url: string;
  /** Fast shutdown, awaited. The server keeps running while another process uses the same data directory. */
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  /** The data directory. The cluster is in its `postgres` folder. */
  dataDir: string;
  log: SupervisorLog;
  /** False: no fsync. Only for disposable data, such as a test's. */
  durable?: boolean;
  /** Cancels a start. */
  signal?: AbortSignal;
};

/** The time limit for a server's start, enough for a long crash recovery. */
const START_LIMIT_MS = 120_000;
/** How long a server that was found running may be silent before it is asked to stop, and then killed. */
const SILENT_ASK_MS = 10_000;
const SILENT_TELL_MS = 20_000;
const RETRY_MS = 150;
/** Back-off before a server that died and does not start is retried. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 15_000;
/** Reasons of a failed start that may pass by themselves or by an operator's action. */
const PASSES = /No space left|out of memory|Cannot allocate|semaphores/i;
const isFull = (error: unknown) => error instanceof Error && error.message.includes('No space left');
const STOP_LIMIT_MS = 8_000;
const MAX_LOG_BYTES = 5_000_000;

type Cluster = {
  paths: ClusterPaths;
  binaries: Binaries;
  runAs: RunAs;
  password: string;
  durable: boolean;
  log: SupervisorLog;
};
/** A server that accepts connections. `exited` resolves when it is gone, for any reason. */
type Server = { pid: number; port: number; exited: Promise<void> };

/**
 * Starts PostgreSQL on a data directory, which it creates at first, and restarts a server that dies.
 * docs/architecture.md ("Embedded PostgreSQL") lists what it survives. Throws with PostgreSQL's own message when it
 * cannot start.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const paths = clusterPaths(options.dataDir);
  const password = await ensurePassword(paths);
  const binaries = await findBinaries();
  const runAs = await chooseRunAs([paths.data, binaries.postgres]);
  const durable = options.durable ?? true;
  await ensureCluster({ paths, binaries, runAs, password, durable });
  const unregister = await register(paths);
  const cluster: Cluster = { paths, binaries, runAs, password, durable, log: options.log };

  let server = await bringUp(cluster, undefined, options.signal).catch(async (error: unknown) => {
    await unregister();
    throw error;
  });
  const { port } = server;
  let stopping = false;
  const ending = new AbortController();

  const watch = async (): Promise<void> => {
    let pauseMs = FIRST_PAUSE_MS;
    while (!stopping) {
      await server.exited;
      if (stopping) return;
      options.log.warn({ pid: server.pid }, 'PostgreSQL died; restarting it');
      try {
        server = await bringUp(cluster, port, ending.signal);
        pauseMs = FIRST_PAUSE_MS;
      } catch (error) {
        if (stopping) return;
        const reason = isFull(error) ? 'its disk is full' : 'see its log, postgres.log in the data directory';
        options.log.error({ err: error, reason, pauseMs }, 'PostgreSQL does not start; retrying');
        await pause(pauseMs, undefined, { ref: false });
        pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
      }
    }
  };
  void watch();

  return {
    url: clusterUrl(port, password),
    async stop() {
      stopping = true;
      ending.abort(new Error('PostgreSQL is being stopped'));
      const { last } = await unregister();
      if (!last) return;
      await shutDown(server);
    },
  };
}

/** Adopts a running server or starts one. With `fixedPort` (a restart) it must be on that port. */
async function bringUp(cluster: Cluster, fixedPort: number | undefined, stop?: AbortSignal): Promise<Server> {
  const { paths, log, password } = cluster;
  const since = Date.now();
  let asked = false;
  let ordered = false;
  while (Date.now() - since < START_LIMIT_MS) {
    stop?.throwIfAborted();
    const found = await readPostmaster(paths);
    if (!found || !processIsAlive(found.pid)) {
      if (found || (await isHalfWritten(paths))) await removeStalePid(paths);
      const started = await startServer(cluster, fixedPort, stop);
      if (started) return started;
    } else if (!(await isOurServer(paths, found.pid))) {
      log.warn({ pid: found.pid }, 'postmaster.pid names a process that is not PostgreSQL; removing it');
      await removeStalePid(paths);
      continue;
    } else if ((fixedPort ?? found.port) === found.port && (await answers(paths, found.port, password))) {
      log.info({ pid: found.pid, port: found.port }, 'PostgreSQL is already running; using it');
      return { ...found, exited: gone(found.pid) };
    } else if (!asked && Date.now() - since > SILENT_ASK_MS) {
      log.warn({ pid: found.pid }, 'PostgreSQL runs but does not answer; stopping it');
      signal(found.pid, 'SIGINT');
      asked = true;
    } else if (!ordered && Date.now() - since > SILENT_TELL_MS) {
      signal(found.pid, 'SIGQUIT');
      ordered = true;
    }
    await pause(RETRY_MS);
  }
  throw new Error(`PostgreSQL did not come up: ${await lastWords(paths, 0)}`);
}

/** Starts a server and waits until it accepts connections. Undefined when it gave up for a temporary reason. */
async function startServer(
  cluster: Cluster,
  fixedPort: number | undefined,
  stop?: AbortSignal,
): Promise<Server | undefined> {
  const { paths, password, log } = cluster;
  const port = fixedPort ?? (await choosePort(paths));
  const logFile = await open(paths.log, (await sizeOf(paths.log)) > MAX_LOG_BYTES ? 'w' : 'a', 0o600);
  const logStart = (await logFile.stat()).size;
  const child = spawnServer(cluster, port, logFile.fd);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  let failure: Error | undefined;
  child.once('error', (error) => (failure = error));
  await logFile.close();

  let isGone = false;
  void exited.then(() => (isGone = true));
  while (!isGone) {
    const isReady =
      child.pid && (await readPostmaster(paths))?.pid === child.pid && (await answers(paths, port, password));
    if (stop?.aborted) child.kill('SIGINT');
    else if (isReady && child.pid) {
      // It must not keep this process alive. stop() waits for it.
      child.unref();
      log.info({ pid: child.pid, port }, 'PostgreSQL is up');
      return { pid: child.pid, port, exited };
    }
    await Promise.race([exited, pause(25)]);
  }
  stop?.throwIfAborted();
  if (failure) throw new Error(`PostgreSQL could not be started: ${failure.message}`, { cause: failure });
  const words = await lastWords(paths, logStart);
  if (/could not bind|Address already in use|could not create any TCP/.test(words)) {
    await forgetPort(paths);
    return undefined;
  }
  // After a kill -9, or with two concurrent starts: lingering back ends, or a lock that is being released or taken.
  if (/lock file|shared memory|pre-existing/.test(words)) return undefined;
  const why = `PostgreSQL could not start on ${paths.data}: ${words}`;
  if (PASSES.test(words)) throw new Error(why);
  throw new StartupError(
    `${why}\nFix what it names. Restore a damaged or incomplete file from a copy of the whole folder. Without a copy, remove the data directory to start from scratch.`,
  );
}

function spawnServer({ paths, binaries, runAs, durable }: Cluster, port: number, logFd: number): ChildProcess {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // The cluster of a test run serves the stores of six workers, up to three each, and the tests' own connections.
    max_connections: durable ? '200' : '600',
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    // Statements, parameters and details contain personal data, so they are not logged.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [program = '', ...rest] = [...runAs.prefix, binaries.postgres, '-D', paths.data, '-p', String(port), ...args];
  // Its own process group: Ctrl-C in a terminal must reach only this process, which stops PostgreSQL last.
  return spawn(program, rest, { ...runAs.ids, cwd: '/', detached: true, stdio: ['ignore', logFd, logFd] });
}

async function shutDown(server: Server): Promise<void> {
  const since = Date.now();
  signal(server.pid, 'SIGINT');
  while (processIsAlive(server.pid) && Date.now() - since < STOP_LIMIT_MS) await pause(20);
  if (!processIsAlive(server.pid)) return;
  // Immediate shutdown: the next start recovers from the WAL, and no committed data is lost.
  signal(server.pid, 'SIGQUIT');
  while (processIsAlive(server.pid)) await pause(20);
}

/** Resolves when a process that is not our child is gone. It keeps no process alive. */
async function gone(pid: number): Promise<void> {
  while (processIsAlive(pid)) await pause(200, undefined, { ref: false });
}

async function lastWords(paths: ClusterPaths, from: number): Promise<string> {
  const text = await readFile(paths.log, 'utf8').catch(() => '');
  return text.slice(from).trim().slice(-2000) || 'it said nothing';
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => ({ size: 0 }))).size;
}
