import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from './database.ts';
import { type Relay, startRelay } from './relay.ts';
import { until } from './wire.ts';

let database: TestDatabase;
let relay: Relay;
const clients: pg.Client[] = [];
beforeEach(async () => {
  database = await freshDatabase();
  relay = await startRelay(database.url);
});
afterEach(async () => {
  for (const client of clients.splice(0)) void client.end().catch(() => undefined);
  await relay.close();
  await database.drop();
});

async function open(url = relay.url): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  clients.push(client);
  await client.connect();
  return client;
}

const pidOf = async (client: pg.Client) =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;

describe('the relay', () => {
  it('forwards, also more than a socket buffers', async () => {
    const client = await open();
    const { rows } = await client.query<{ text: string }>("select repeat('x', 5000000) as text");
    expect(rows[0]!.text).toHaveLength(5_000_000);
    expect(relay.connections()).toBe(1);
  });

  it('freezes open and new connections; after a thaw the answer arrives', async () => {
    const client = await open();
    relay.freeze();
    let answered = false;
    const answer = client.query('select 1').then(() => (answered = true));
    const fresh = new pg.Client({ connectionString: relay.url, connectionTimeoutMillis: 200 });
    fresh.on('error', () => undefined);
    await expect(fresh.connect()).rejects.toThrow();
    expect(answered).toBe(false);
    relay.thaw();
    await answer;
    expect(answered).toBe(true);
  });

  it('heals for new connections only, and ends the old sessions at the server', async () => {
    const client = await open();
    const pid = await pidOf(client);
    relay.freeze();
    let answered = false;
    client.query('select 1').then(
      () => (answered = true),
      () => (answered = true),
    );
    relay.heal();
    const fresh = await open();
    await until(
      async () => (await fresh.query('select from pg_stat_activity where pid = $1', [pid])).rows.length === 0,
      { what: 'the old session ended' },
    );
    expect(answered).toBe(false);
    expect(relay.connections()).toBe(2);
  });

  it('drops, and leads new connections to another server', async () => {
    const client = await open();
    relay.drop();
    await expect(client.query('select 1')).rejects.toThrow();
    await expect(open()).rejects.toThrow();
    const other = await freshDatabase();
    const second = await startRelay(other.url);
    relay.moveTo(second.url);
    relay.heal();
    await open();
    expect(second.accepted()).toBe(1);
    await second.close();
    await other.drop();
  });
});
