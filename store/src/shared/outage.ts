/**
 * Node's codes for an unreachable server, and PostgreSQL's: connection exceptions, shutdown, crash, "cannot connect
 * now".
 */
const AWAY = new Set<unknown>(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN 08000 08001 08003 08004 08006 57P01 57P02 57P03'.split(
    ' ',
  ),
);
/** Messages of pg that have no code. */
const AWAY_WORDS =
  /Connection terminated|Connection ended|not queryable|timeout exceeded when trying to connect|Query read timeout/i;
/** PostgreSQL's codes for a server without resources: connections, memory, time, read-only, file errors, disk. */
const EXHAUSTED = new Set<unknown>(['53000', '53200', '53300', '57014', '58030']);
/**
 * PostgreSQL's codes for a connection that leads to the wrong place: a write on a standby (25006); an unlogged table on a
 * standby, or a prepared statement from before a migration (0A000).
 */
const STANDBY = '25006';
const FOR_NEW_CONNECTION = new Set<unknown>([STANDBY, '0A000']);
const DISK_FULL = '53100';
/** Of db/address.ts: the address leads to a standby, or to several servers. */
const NO_PRIMARY = 'database-address';

/** True for a database error that is unrelated to the request: a retry may succeed. */
export function isOutage(error: unknown): boolean {
  return chainOf(error).some(
    (each) =>
      isLostConnection(each) ||
      EXHAUSTED.has(each.code) ||
      FOR_NEW_CONNECTION.has(each.code) ||
      each.code === DISK_FULL,
  );
}

/** True when the connection failed, not the statement. */
export function isLostConnection(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: string };
  return AWAY.has(code) || AWAY_WORDS.test(message ?? '');
}

/** True while there is no primary: it can't be reached, or the server at its address is still a standby. */
export function isWithoutPrimary(error: unknown): boolean {
  return chainOf(error).some((each) => isLostConnection(each) || each.code === STANDBY || each.code === NO_PRIMARY);
}

/** True when the same statement may succeed on a new connection. */
export function isForNewConnection({ code }: { code?: unknown }): boolean {
  return FOR_NEW_CONNECTION.has(code);
}

/** True when PostgreSQL could not write because its disk is full. */
export function isFullDisk(error: unknown): boolean {
  return chainOf(error).some(({ code }) => code === DISK_FULL);
}

/** An error with its causes: the query builder wraps the driver's errors. */
function chainOf(error: unknown): { code?: unknown }[] {
  const chain: { code?: unknown }[] = [];
  for (let each = error; typeof each === 'object' && each !== null && chain.length < 5; each = (each as Error).cause)
    chain.push(each as { code?: unknown });
  return chain;
}
