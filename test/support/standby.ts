import { appendFile, chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#sandbox/postgres/supervisor.ts';
import { descendantsOf } from './launcher.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A real PostgreSQL cluster in a folder of its own. */
export type Server = {
  url: string;
  /** Sends a signal to all its processes: SIGSTOP freezes the server, as a machine that hangs. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  stop(): Promise<void>;
};

/** A primary, and a standby that streams from it, asynchronously. Both have the same user, password and database. */
export async function startPair(): Promise<{ primary: Server; standby: Server }> {
  const [one, other] = [await folder(), await folder()];
  const first = await startEmbeddedPostgres({ dataDir: one, log: silent });
  await first.stop();
  await cp(path.join(one, 'postgres/data'), path.join(other, 'postgres/data'), { recursive: true });
  await cp(path.join(one, 'postgres/password'), path.join(other, 'postgres/password'));
  const primary = await start(one);
  const { username, password, port } = new URL(primary.url);
  await writeFile(path.join(other, 'postgres/data/standby.signal'), '');
  await appendFile(
    path.join(other, 'postgres/data/postgresql.auto.conf'),
    `\nprimary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password} application_name=standby'\n`,
  );
  return { primary, standby: await start(other) };
}

/** A cluster that has nothing to do with `like` but its user, password and database. */
export async function startStranger(like: Server): Promise<Server> {
  const own = await folder();
  await cp(path.join(folderOf.get(like)!, 'postgres/password'), path.join(own, 'postgres/password'));
  return start(own);
}

const folderOf = new WeakMap<Server, string>();

async function folder(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'cairn-cluster-'));
  // As root, PostgreSQL runs as user "nobody", which needs access to this folder.
  await chmod(dir, 0o755);
  return dir;
}

async function start(dataDir: string): Promise<Server> {
  const embedded: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir, log: silent });
  const server: Server = {
    url: embedded.url,
    async signal(name) {
      const [pid = ''] = (await readFile(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n');
      for (const each of descendantsOf(Number(pid))) process.kill(each, name);
    },
    async stop() {
      await server.signal('SIGCONT');
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  folderOf.set(server, dataDir);
  return server;
}
