import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { once } from 'node:events';
import pg from 'pg';
import { until } from '#test/support/wire.ts';
import { allReady } from '../chaos/primary.ts';
import type { Closers } from './closers.ts';
import { type Cluster, createCluster } from './cluster.ts';
import type { Fault } from './faults.ts';
import { createMachines, diskOf, type Machine, MEMBERS } from './machines.ts';
import { makePasswords, type Passwords, postgresPrograms } from './node.ts';
import { end } from './programs.ts';
import { type DrillWorld, makeFolder, openShop } from './world.ts';

const OPERATIONS = path.join(import.meta.dirname, '../../docs/operations.md');
const HEADING = '### From one machine to the cluster, by replication';
/** The words in its blocks. */
const OLD_MACHINE = '10.77.0.31';
const NETWORK = '10.77.0.0/24';

/** What the section of docs/operations.md has in its blocks. */
type Blocks = { sql: string; hba: string; standbyCluster: string; haproxy: string };

/**
 * A shop on one PostgreSQL, and a cluster that does not run yet. `move` brings the shop into the cluster, with the lines
 * of docs/operations.md. The store goes through HAProxy already: its restart is a part of every upgrade.
 */
export async function createMovingWorld(closers: Closers, logs?: string): Promise<{ world: DrillWorld; move: Fault }> {
  const dir = await makeFolder(closers, logs);
  const machines = await createMachines(dir, closers, [...MEMBERS, 'old']);
  const [old, members] = [machines.all[3]!, { ...machines, all: machines.all.slice(0, 3) }];
  const blocks = await readBlocks({ [OLD_MACHINE]: old.address, [NETWORK]: machines.clients });
  const passwords = makePasswords();
  const server = await startOld(old, blocks, passwords, closers);
  const cluster = await createCluster(members, passwords, closers, (patroni) =>
    patroni.replace(/^ {2}dcs:\n/m, `$&${blocks.standbyCluster}\n`),
  );
  const shop = await openShop(closers, {
    dir,
    machines: members,
    superuserUrl: cluster.superuserUrl(old.address),
    logs,
    change: (haproxy, databasePort) => withOld(haproxy, blocks.haproxy, databasePort),
  });
  let hasMoved = false;
  const world: DrillWorld = {
    shop,
    cluster,
    env: shop.env,
    async untilWhole() {
      if (hasMoved) await cluster.untilStreaming();
      await allReady(shop);
    },
  };
  const move: Fault = {
    name: 'from one machine to the cluster',
    ttls: 1.5,
    async happen() {
      await follow(cluster);
      await cutOver(cluster, server);
      hasMoved = true;
    },
  };
  return { world, move };
}

/** The blocks of the section, with other addresses in them. Throws when one of them has another form. */
async function readBlocks(changes: Record<string, string>): Promise<Blocks> {
  const [, section = ''] = (await readFile(OPERATIONS, 'utf8')).split(`${HEADING}\n`);
  const find = (pattern: RegExp): string => {
    const [, found] = pattern.exec(section.split(/^##/m)[0]!) ?? [];
    if (found === undefined) throw new Error(`docs/operations.md, ${HEADING}: nothing matches ${pattern}`);
    const text = found.replaceAll(/^ {3}/gm, '');
    return Object.entries(changes).reduce((all, [one, other]) => all.replaceAll(one, other), text);
  };
  return {
    sql: find(/<<'SQL'\n([^]*?)^ *SQL$/m),
    hba: find(/<<'HBA'\n([^]*?)^ *HBA$/m),
    standbyCluster: find(/```yaml\n([^]*?)^ *```$/m),
    haproxy: find(/```\n( *frontend primary\n[^]*?)^ *```$/m),
  };
}

/** HAProxy with the cluster and the old server, as step 3 says. */
function withOld(haproxy: string, lines: string, databasePort: number): string {
  const rest = /^listen primary\n[^]*?(?=^ {2}retries 0$)/m;
  if (!rest.test(haproxy)) throw new Error('haproxy.cfg has no "listen primary" with "retries 0"');
  const own = lines.replace('127.0.0.1:5000', `127.0.0.1:${databasePort}`).replace(/^ *# … the rest .*\n/m, '');
  return haproxy.replace(rest, own);
}

type OldServer = {
  /** Stops it, and returns where its last checkpoint is. */
  stop(): Promise<string>;
};

/** PostgreSQL as a package installs it, which then accepts copies. */
async function startOld(
  machine: Machine,
  { sql, hba }: Blocks,
  passwords: Passwords,
  closers: Closers,
): Promise<OldServer> {
  const data = path.join(diskOf(machine), 'data');
  const program = (name: string) => path.join(postgresPrograms(), name);
  const run = async (name: string, ...args: string[]) => {
    const [code] = (await once(machine.run(program(name), args), 'exit')) as [number];
    if (code !== 0) throw new Error(`${name} failed on the old server: see ${machine.dir}/${name}.log`);
  };
  await run('initdb', '-D', data, '--auth-local=trust', '--auth-host=scram-sha-256', '--encoding=UTF8');
  const start = () => machine.run(program('postgres'), ['-D', data, '-k', machine.dir]);
  const isUp = () =>
    until(() => run('pg_isready', '-q', '-h', machine.dir).then(() => true), { what: 'the old server runs' });
  let server = start();
  closers.add(() => end(server, 'SIGQUIT'));
  await isUp();
  const file = path.join(machine.dir, 'copies.sql');
  const filled = Object.entries(passwords).reduce((all, [name, value]) => all.replaceAll(name, value), sql);
  await writeFile(file, filled, { mode: 0o644 });
  await run('psql', '-h', machine.dir, '-v', 'ON_ERROR_STOP=1', '-f', file);
  await appendFile(path.join(data, 'pg_hba.conf'), hba);
  await end(server, 'SIGINT');
  server = start();
  await isUp();
  return {
    async stop() {
      await end(server, 'SIGINT');
      await run('pg_controldata', '-D', data);
      const said = await readFile(path.join(machine.dir, 'pg_controldata.log'), 'utf8');
      return /^Latest checkpoint location: +(\S+)$/m.exec(said)![1]!;
    },
  };
}

const isRunning = async ({ address }: { address: string }, path_: string): Promise<boolean> =>
  fetch(`http://${address}:8008${path_}`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Step 2: the first member copies the old server, the others copy the first. */
async function follow({ nodes }: Cluster): Promise<void> {
  const [first, ...others] = nodes;
  for (const node of nodes) node.startEtcd();
  first!.startPatroni();
  await until(() => isRunning(first!, '/standby-leader'), { timeout: 180_000, what: 'the first member follows' });
  for (const node of others) node.startPatroni();
  for (const node of others)
    await until(() => isRunning(node, '/replica'), { timeout: 180_000, what: `${node.name} follows` });
}

/** Step 4. */
async function cutOver(cluster: Cluster, old: OldServer): Promise<void> {
  const [first] = cluster.nodes;
  const last = await old.stop();
  const client = new pg.Client(cluster.superuserUrl(first!.address));
  await client.connect();
  const hasAll = 'select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), $1) >= 0 as all';
  await until(async () => (await client.query<{ all: boolean }>(hasAll, [last])).rows[0]!.all, {
    what: 'the first member has all of the old server',
  });
  await client.end();
  const edit = first!.run('patronictl', [
    '-c',
    path.join(first!.dir, 'patroni.yml'),
    'edit-config',
    '--force',
    '--set',
    'standby_cluster=null',
  ]);
  const [code] = (await once(edit, 'exit')) as [number];
  if (code !== 0) throw new Error(`patronictl failed: see ${first!.dir}/patronictl.log`);
}
