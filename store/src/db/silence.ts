import type { Socket } from 'node:net';
import type pg from 'pg';

/** What pg's clients have beside their types. */
type Client = pg.ClientBase & { connection: { stream: Socket }; readyForQuery?: boolean };

/**
 * Closes the connection when a query waits and no byte came or went for `ms`: the server's machine has died, or the
 * network drops packets, and the kernel would wait a quarter of an hour. The query fails with "Query read timeout", and
 * the pool drops the client. pg's own `query_timeout` fails the query only, and leaves the connection in the pool.
 */
export function closeWhenSilent(client: pg.ClientBase, ms: number): void {
  const { connection } = client as Client;
  const { stream } = connection;
  // A callback of `setTimeout` would be called once: the first idle period would end the watch.
  stream.setTimeout(ms);
  stream.on('timeout', () => {
    // Between two queries silence is normal.
    if ((client as Client).readyForQuery === false) stream.destroy(new Error('Query read timeout'));
  });
}

/** Closes the connection at once, in use or not. Its query fails with "Connection terminated". */
export function closeNow(client: pg.ClientBase): void {
  (client as Client).connection.stream.destroy(new Error('Connection terminated: the server was replaced'));
}
