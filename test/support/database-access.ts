import pg from 'pg';

/** Runs statements on a world's database: for states that only time or a bank causes, and for faults. */
export async function onDatabase(databaseUrl: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
