import pg from 'pg';
import { until } from '#test/support/wire.ts';
import type { Closers } from './closers.ts';
import { createMachines, type Machines } from './machines.ts';
import { createNode, makePasswords, type Node, type Passwords } from './node.ts';

/** Three members that replicate. */
export type Cluster = {
  nodes: readonly Node[];
  machines: Machines;
  /** The member that takes writes. Waits for one. */
  primary(): Promise<Node>;
  /** The other members: the synchronous one first. */
  standbys(): Promise<[synchronous: Node, other: Node]>;
  /** Waits until there is one primary, and both standbys stream from it on its timeline. */
  untilStreaming(): Promise<void>;
  /** Makes the synchronous standby the primary, as `patronictl switchover`. */
  switchover(): Promise<void>;
  /** The URL of a database on this address, for the superuser. */
  superuserUrl(address: string, database?: string): string;
};

/** What a member answers on `GET /patroni`. */
type Member = { state: string; role: string; timeline?: number };
/** A standby that streams. */
type Standby = {
  name: string;
  isSynchronous: boolean;
  /** Not far behind, and not ahead: a standby that is has commits which this primary has not. */
  isNear: boolean;
};

const STREAMING_WITHIN = 180_000;
const ANSWER_WITHIN = 2_000;

/** Starts three members below `dir`. Resolves when they stream. */
export async function startCluster(dir: string, closers: Closers): Promise<Cluster> {
  const cluster = await createCluster(await createMachines(dir, closers), makePasswords(), closers);
  for (const node of cluster.nodes) node.start();
  await cluster.untilStreaming();
  return cluster;
}

/** The members on these machines, which do not run yet. `change` is of the text of their patroni.yml. */
export async function createCluster(
  machines: Machines,
  passwords: Passwords,
  closers: Closers,
  change?: (patroni: string) => string,
): Promise<Cluster> {
  const nodes = await Promise.all(machines.all.map((each) => createNode(each, machines, passwords, change)));
  closers.add(() => Promise.all(nodes.map((node) => node.kill())));
  return composeCluster(nodes, machines, passwords);
}

function composeCluster(nodes: readonly Node[], machines: Machines, passwords: Passwords): Cluster {
  const superuserUrl = (address: string, database = 'postgres') =>
    `postgres://postgres:${passwords.SUPERUSER_PASSWORD}@${address}:5432/${database}`;
  const primary = () => until(() => primaryOf(nodes), { timeout: STREAMING_WITHIN, what: 'the cluster has a primary' });
  return {
    nodes,
    machines,
    superuserUrl,
    primary,
    async standbys() {
      const leader = await primary();
      const [first, second] = (await standbysOf(leader, superuserUrl(leader.address)))
        .toSorted((a, b) => Number(b.isSynchronous) - Number(a.isSynchronous))
        .map(({ name }) => nodes.find((node) => node.name === name)!);
      if (!first || !second) throw new Error('the cluster has not two standbys');
      return [first, second];
    },
    untilStreaming: () =>
      until(() => allStream(nodes, superuserUrl), { timeout: STREAMING_WITHIN, what: 'three members stream' }).then(
        () => undefined,
      ),
    async switchover() {
      const leader = await primary();
      const [candidate] = await this.standbys();
      const answer = await fetch(`http://${leader.address}:8008/switchover`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`patroni:${passwords.RESTAPI_PASSWORD}`)}` },
        body: JSON.stringify({ leader: leader.name, candidate: candidate.name }),
      });
      if (!answer.ok) throw new Error(`the switchover was refused: ${await answer.text()}`);
    },
  };
}

const ask = (node: Node, address: string) =>
  fetch(`http://${node.address}:8008${address}`, { signal: AbortSignal.timeout(ANSWER_WITHIN) });

/** The only member that is primary. Undefined without one, or with two. */
async function primaryOf(nodes: readonly Node[]): Promise<Node | undefined> {
  const answers = await Promise.all(nodes.map((node) => ask(node, '/primary').catch(() => undefined)));
  const primaries = nodes.filter((_node, at) => answers[at]?.ok);
  return primaries.length === 1 ? primaries[0] : undefined;
}

async function allStream(nodes: readonly Node[], superuserUrl: (address: string) => string): Promise<boolean> {
  const members = await Promise.all(nodes.map(async (node) => (await (await ask(node, '/patroni')).json()) as Member));
  if (members.some(({ state }) => state !== 'running')) return false;
  if (new Set(members.map(({ timeline }) => timeline)).size !== 1) return false;
  const primary = await primaryOf(nodes);
  if (!primary) return false;
  const standbys = await standbysOf(primary, superuserUrl(primary.address));
  return standbys.length === 2 && standbys.some((each) => each.isSynchronous) && standbys.every((each) => each.isNear);
}

/**
 * The standbys that stream from this server (Patroni 3.0.2 calls a member "running" that does not), and which of them Patroni
 * may promote (it records that a moment after PostgreSQL).
 */
async function standbysOf(primary: Node, connectionString: string): Promise<Standby[]> {
  const { members } = (await (await ask(primary, '/cluster')).json()) as { members: { name: string; role: string }[] };
  const promotable = members.filter(({ role }) => /^(sync|quorum)_standby$/.test(role)).map(({ name }) => name);
  const limits = { connectionTimeoutMillis: ANSWER_WITHIN, query_timeout: ANSWER_WITHIN };
  const client = new pg.Client({ connectionString, ...limits });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Standby>(
      `select application_name as name, sync_state in ('sync', 'quorum') and application_name = any($1) as "isSynchronous",
              pg_wal_lsn_diff(sent_lsn, replay_lsn) between 0 and 1048576 as "isNear"
       from pg_stat_replication where state = 'streaming'`,
      [promotable],
    );
    return rows;
  } finally {
    await client.end();
  }
}
