import pg from 'pg';
import { CodedError } from '../shared/errors.ts';
import { StartupError } from '../shared/startup-error.ts';
import { isSameSystem, readTimeline } from './timeline.ts';

/** Several, because a proxy that spreads connections shows itself only to several. */
const CONNECTIONS = 4;
const TIMEOUT_MS = 5_000;
/** What the n-th connection sets as its time-out of a statement, in milliseconds: no server has it by itself. */
const timeoutOf = (n: number) => 12_340 + n;

/** What is wrong with that to which DATABASE_URL leads; `passes`: during a fail-over it is normal for some seconds. */
type AddressFault = { says: string; advice: string; passes: boolean };

/** An address that leads to no primary, or to several; a start waits for its end as for a database that is away. */
export class AddressError extends CodedError<'database-address'> {
  override readonly name = 'AddressError';
  readonly says: string;
  readonly advice: string;

  constructor({ says, advice }: AddressFault) {
    super('database-address', `The database: ${says}. ${advice}.`);
    this.says = says;
    this.advice = advice;
  }
}

/** Throws when the address is one that the store must not work on (`findAddressFault`), or can't be reached. */
export async function checkAddress(url: string): Promise<void> {
  const fault = await findAddressFault(url);
  if (fault?.passes) throw new AddressError(fault);
  if (fault) throw new StartupError(new AddressError(fault).message);
}

/**
 * Opens some connections and compares what they lead to: one primary, of one cluster and one timeline, in a session that
 * keeps its server connection and its settings. Throws the error of the connection when the database can't be reached.
 */
export async function findAddressFault(url: string): Promise<AddressFault | undefined> {
  const clients: pg.Client[] = [];
  try {
    for (let n = 0; n < CONNECTIONS; n += 1) clients.push(await connect(url));
    const first = await each(clients, askFirst);
    const again = await each(clients, askAgain);
    return faultOfPooler(first, again) ?? faultOfServers(again);
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'cairn check',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on('error', () => undefined); // the running query throws it
  await client.connect();
  return client;
}

/** One after the other: a pooler that is idle gives each the same server connection when it may. */
async function each<T>(
  clients: readonly pg.Client[],
  ask: (client: pg.Client, index: number) => Promise<T>,
): Promise<T[]> {
  const answers: T[] = [];
  for (const [index, client] of clients.entries()) answers.push(await ask(client, index));
  return answers;
}

/** The process of PostgreSQL that serves the client. */
type First = { pid: number };
type Again = First & { timeout: string; asked: string; isStandby: boolean; timeline: string | null | undefined };

async function askFirst(client: pg.Client, index: number): Promise<First> {
  await client.query(`set statement_timeout = ${timeoutOf(index)}`);
  const { rows } = await client.query<First>('select pg_backend_pid() as pid');
  return rows[0]!;
}

async function askAgain(client: pg.Client, index: number): Promise<Again> {
  const { rows } = await client.query<First & { timeout: string; isStandby: boolean }>(
    `select pg_backend_pid() as pid, current_setting('statement_timeout') as timeout,
       pg_is_in_recovery() as "isStandby"`,
  );
  return { ...rows[0]!, asked: `${timeoutOf(index)}ms`, timeline: await readTimeline(client) };
}

function faultOfPooler(first: readonly First[], again: readonly Again[]): AddressFault | undefined {
  const isShared = new Set(first.map(({ pid }) => pid)).size < first.length;
  const hasMoved = again.some(({ pid }, index) => pid !== first[index]?.pid);
  if (isShared || hasMoved)
    return {
      says: 'a pooler in front of it gives the statements of one connection to several server connections',
      advice: 'Set its pool_mode to session, or name PostgreSQL itself: jobs, notices and time-outs need a session',
      passes: false,
    };
  const forgotten = again.find(({ timeout, asked }) => timeout !== asked);
  if (forgotten)
    return {
      says: `a pooler in front of it forgets settings (statement_timeout is ${forgotten.timeout} after ${forgotten.asked} was set)`,
      advice: 'Let it keep the settings of a session, or name PostgreSQL itself: a lost network would block requests',
      passes: false,
    };
  return undefined;
}

function faultOfServers(again: readonly Again[]): AddressFault | undefined {
  const primaries = [...new Set(again.flatMap(({ timeline }) => timeline ?? []))].toSorted();
  const [one, other] = primaries;
  if (one !== undefined && other !== undefined)
    return {
      says: isSameSystem(one, other)
        ? `its address leads to two primaries, of the timelines ${primaries.join(' and ')}: orders would be lost on one of them`
        : `its address leads to two different clusters (${primaries.join(' and ')})`,
      advice: 'Stop the wrong one, and let the proxy or name lead to the primary alone',
      passes: true,
    };
  const standbys = again.filter(({ isStandby }) => isStandby).length;
  if (standbys === 0) return undefined;
  return {
    says:
      standbys === again.length
        ? 'its address is that of a standby (a replica), which is read-only'
        : 'its address leads to the primary and to a standby (a replica) in turn',
    advice: 'Name the primary in DATABASE_URL, or a proxy that leads to the primary alone',
    passes: true,
  };
}
