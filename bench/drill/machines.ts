import { type ChildProcess, execFile } from 'node:child_process';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { signal } from '#sandbox/postgres/processes.ts';
import { until } from '#test/support/wire.ts';
import type { Closers } from './closers.ts';
import { launch, WITH_DRILL } from './programs.ts';

/** What stands for a machine with a database: a network namespace, or a loopback address. */
export type Machine = {
  name: string;
  address: string;
  /** A folder of the machine, of the user that the database runs as. */
  dir: string;
  /** Starts a program there, with this environment. Its output is appended to `<program>.log` in the folder. */
  run(program: string, args: readonly string[], env?: Record<string, string>): ChildProcess;
  /** Takes the machine off the network: packets are dropped in silence. */
  cut(): Promise<void>;
  heal(): Promise<void>;
};

export type Machines = {
  all: readonly Machine[];
  /** From which addresses clients connect, in the notation of pg_hba.conf. */
  clients: string;
  /** True where machines can be cut off and have a disk of their own. */
  areIsolated: boolean;
};

/** The last octet of a machine's address, as in docs/operations.md: the members, and a server from before the cluster. */
const OCTETS = { n1: 11, n2: 12, n3: 13, old: 31 } as const;
export type MachineName = keyof typeof OCTETS;
export const MEMBERS = ['n1', 'n2', 'n3'] as const;
const BRIDGE = 'cairn-drill';
const USER = 'postgres';
const OTHER_USER = [`--reuid=${USER}`, `--regid=${USER}`, '--init-groups'];
/** Enough for the tables and the WAL of one drill. */
const DISK = '1500m';

const exec = promisify(execFile);
const ip = (...args: string[]) => exec('ip', args);
const namespaceOf = (name: string) => `cairn-${name}`;

/** Machines with their folders below `dir`. As root they are network namespaces with disks in memory. */
export async function createMachines(
  dir: string,
  closers: Closers,
  names: readonly MachineName[] = MEMBERS,
): Promise<Machines> {
  const areIsolated = process.getuid?.() === 0;
  // The user of the database has to reach its folders.
  await chmod(dir, 0o755);
  if (!areIsolated) return createOnLoopback(dir, names);
  await removeMachines();
  closers.add(removeMachines);
  await ip('link', 'add', BRIDGE, 'type', 'bridge');
  await ip('addr', 'add', '10.77.0.1/24', 'dev', BRIDGE);
  await ip('link', 'set', BRIDGE, 'up');
  const all: Machine[] = [];
  for (const name of names) all.push(await createIsolated(name, `10.77.0.${OCTETS[name]}`, dir));
  return { all, clients: '10.77.0.0/24', areIsolated };
}

/** The folder for PostgreSQL. On an isolated machine it is a small disk of its own. */
export const diskOf = ({ dir }: Pick<Machine, 'dir'>): string => path.join(dir, 'postgresql');

async function createIsolated(name: string, address: string, parent: string): Promise<Machine> {
  const dir = path.join(parent, name);
  const [namespace, outside] = [namespaceOf(name), `${BRIDGE}-${name}`.slice(-15)];
  await mkdir(diskOf({ dir }), { recursive: true });
  await exec('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=0755`, 'tmpfs', diskOf({ dir })]);
  await exec('chown', ['-R', `${USER}:`, dir]);
  await ip('netns', 'add', namespace);
  await ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
  await ip('link', 'set', outside, 'master', BRIDGE, 'up');
  await ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
  for (const device of ['lo', 'eth0']) await ip('-n', namespace, 'link', 'set', device, 'up');
  const inside = ['netns', 'exec', namespace, 'setpriv', ...WITH_DRILL, ...OTHER_USER];
  return {
    name,
    address,
    dir,
    run: (program, args, env = {}) =>
      launch('ip', [...inside, program, ...args], { dir, env, log: path.basename(program) }),
    cut: async () => void (await ip('link', 'set', outside, 'down')),
    heal: async () => void (await ip('link', 'set', outside, 'up')),
  };
}

/** Without root the machines differ by their addresses only, all of which lead to this one. */
async function createOnLoopback(parent: string, names: readonly MachineName[]): Promise<Machines> {
  const all = names.map((name): Machine => {
    const dir = path.join(parent, name);
    const impossible = () => Promise.reject(new Error('only root can take a machine off the network'));
    return {
      name,
      address: `127.77.0.${OCTETS[name]}`,
      dir,
      run: (program, args, env = {}) =>
        launch('setpriv', [...WITH_DRILL, program, ...args], { dir, env, log: path.basename(program) }),
      cut: impossible,
      heal: impossible,
    };
  });
  for (const machine of all) await mkdir(diskOf(machine), { recursive: true });
  return { all, clients: '127.0.0.0/8', areIsolated: false };
}

/** Ends what runs in the namespaces, and removes them with their disks. A drill that was killed leaves them behind. */
async function removeMachines(): Promise<void> {
  const { stdout } = await ip('netns', 'list');
  for (const namespace of Object.keys(OCTETS).map(namespaceOf)) {
    if (!new RegExp(`^${namespace}\\b`, 'm').test(stdout)) continue;
    const { stdout: pids } = await ip('netns', 'pids', namespace);
    for (const pid of pids.split('\n').filter(Boolean)) signal(Number(pid), 'SIGKILL');
    await ip('netns', 'del', namespace);
  }
  await ip('link', 'del', BRIDGE).catch(() => undefined);
  const mounts = await readFile('/proc/mounts', 'utf8');
  // A process that was just killed may hold its disk for a moment.
  for (const [, disk] of mounts.matchAll(/^tmpfs (\S+\/cairn-drill-[^/]+\/(?:n\d|old)\/postgresql) /gm))
    await until(() => exec('umount', [disk!]), { timeout: 10_000, what: `${disk} is unmounted` });
}
