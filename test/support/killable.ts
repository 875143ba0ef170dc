import { createChaosWorld, type ChaosWorld } from '../../bench/chaos/world.ts';
import { freshDatabase, type TestDatabase } from './database.ts';
import { until } from './wire.ts';

/**
 * The application as a process that tests kill. It uses the test run's database (bench/chaos/run.ts kills PostgreSQL,
 * too).
 */
export async function startKillable(
  overrides: Record<string, string> = {},
): Promise<{ world: ChaosWorld; database: TestDatabase }> {
  const database = await freshDatabase();
  const world = await createChaosWorld({ DATABASE_URL: database.url, ...overrides });
  await world.start();
  await until(async () => (await world.query('select 1 from wholesale_lists where packages > 0 limit 1')).length > 0, {
    what: 'plans are checked',
  });
  return { world, database };
}
