import { type ChildProcess, execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { signal } from '#sandbox/postgres/processes.ts';
import { processesOf } from '../chaos/postgres.ts';
import { diskOf, type Machine, type Machines } from './machines.ts';
import { end } from './programs.ts';
import { fillIn } from './templates.ts';

const exec = promisify(execFile);

/** Passwords by the words that stand for them in patroni.yml. */
export type Passwords = Record<
  'SUPERUSER_PASSWORD' | 'REPLICATION_PASSWORD' | 'REWIND_PASSWORD' | 'RESTAPI_PASSWORD',
  string
>;

/** One member of the cluster: etcd, Patroni and PostgreSQL on one machine. */
export type Node = Machine & {
  /** Starts etcd and Patroni, which starts PostgreSQL. */
  start(): void;
  /** Starts etcd alone: it needs two of three to answer. */
  startEtcd(): void;
  startPatroni(): void;
  /** SIGKILL for everything at once. */
  kill(): Promise<void>;
  /** SIGKILL for PostgreSQL's server process. */
  killPostgres(): Promise<void>;
  /** SIGSTOP for PostgreSQL and Patroni. Resolves with the function that lets them go on. */
  freeze(): Promise<() => void>;
  /** The same for etcd alone. */
  freezeEtcd(): () => void;
  /** The same for the process that receives the WAL. */
  freezeReceiver(): Promise<() => void>;
  /** Fills PostgreSQL's disk. Resolves with the function that makes room again. */
  fillDisk(): Promise<() => Promise<void>>;
};

/** Where Debian has PostgreSQL: the newest version. */
export function postgresPrograms(): string {
  const [version] = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a));
  return `/usr/lib/postgresql/${version}/bin`;
}

/** New ones. */
export function makePasswords(): Passwords {
  const password = () => crypto.randomUUID();
  return {
    SUPERUSER_PASSWORD: password(),
    REPLICATION_PASSWORD: password(),
    REWIND_PASSWORD: password(),
    RESTAPI_PASSWORD: password(),
  };
}

/** Writes the configuration of a member of `machines`, which does not run yet. `change` is of the text of patroni.yml. */
export async function createNode(
  machine: Machine,
  machines: Machines,
  passwords: Passwords,
  change: (patroni: string) => string = (patroni) => patroni,
): Promise<Node> {
  const data = path.join(diskOf(machine), 'data');
  const own = { NODE_NAME: machine.name, NODE_ADDRESS: machine.address };
  const patroni = await fillIn('ha/patroni.yml', {
    ...own,
    ...passwords,
    ...addressesOf(machines),
    '10.77.0.0/24': machines.clients,
    '/usr/lib/postgresql/15/bin': postgresPrograms(),
    '/var/lib/postgresql/15/cairn': data,
    '/var/lib/postgresql/pgpass': path.join(machine.dir, 'pgpass'),
    '/var/run/postgresql': machine.dir,
  });
  const etcd = await fillIn('ha/etcd.env', {
    ...own,
    ...addressesOf(machines),
    '/var/lib/etcd/cairn': path.join(machine.dir, 'etcd'),
  });
  const file = path.join(machine.dir, 'patroni.yml');
  // Read by the user of the database; the folder goes when the drill ends.
  await writeFile(file, change(patroni), { mode: 0o644 });
  return composeNode(machine, data, file, variablesIn(etcd));
}

/** The addresses in the files, and those of these machines. */
export const addressesOf = ({ all }: Machines): Record<string, string> =>
  Object.fromEntries(all.map(({ address }, at) => [`10.77.0.1${at + 1}`, address]));

const variablesIn = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]));

function composeNode(machine: Machine, data: string, file: string, etcdVariables: Record<string, string>): Node {
  const running: Partial<Record<'etcd' | 'patroni', ChildProcess>> = {};
  const pidOf = (name: keyof typeof running) => running[name]?.pid ?? 0;
  const startEtcd = () => void (running.etcd = machine.run('etcd', [], etcdVariables));
  const startPatroni = () => void (running.patroni = machine.run('patroni', [file]));
  return {
    ...machine,
    startEtcd,
    startPatroni,
    start() {
      startEtcd();
      startPatroni();
    },
    async kill() {
      // Patroni first: afterwards nothing starts a server.
      if (running.patroni) await end(running.patroni, 'SIGKILL');
      for (const pid of await processesOf(data)) signal(pid, 'SIGKILL');
      if (running.etcd) await end(running.etcd, 'SIGKILL');
    },
    async killPostgres() {
      const [server] = await processesOf(data);
      signal(server!, 'SIGKILL');
    },
    async freeze() {
      // The server first: afterwards it starts no further process.
      const [server = 0] = await processesOf(data);
      stop([pidOf('patroni'), server]);
      return stop([pidOf('patroni'), ...(await processesOf(data))]);
    },
    freezeEtcd: () => stop([pidOf('etcd')]),
    async freezeReceiver() {
      const { stdout } = await exec('ps', ['-A', '-o', 'pid=,args=']);
      const all = new Set(await processesOf(data));
      const receivers = stdout.split('\n').filter((line) => line.includes('walreceiver'));
      const own = receivers.map((line) => Number.parseInt(line, 10)).filter((pid) => all.has(pid));
      if (own.length === 0) throw new Error(`${machine.name} receives no WAL`);
      return stop(own);
    },
    async fillDisk() {
      const ballast = path.join(diskOf(machine), 'ballast');
      // It ends with an error when nothing more can be written.
      await exec('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64K']).catch(() => undefined);
      return () => rm(ballast);
    },
  };
}

/** SIGSTOP for these processes. Returns the function that lets them go on. */
function stop(pids: readonly number[]): () => void {
  for (const pid of pids) signal(pid, 'SIGSTOP');
  return () => pids.forEach((pid) => signal(pid, 'SIGCONT'));
}
