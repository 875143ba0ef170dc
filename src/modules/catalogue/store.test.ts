import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#src/db/database.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import type { PackageFault } from './package-check.ts';
import { readPlanChecks, writePlanChecks } from './store.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await freshDatabase();
  database = openDatabase(test.url, { max: 2, onError: () => undefined });
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const check = (planId: string, minute: number, fault: PackageFault | null) => ({
  planId,
  packageId: `${planId}-package`,
  fault,
  netPriceCents: fault === 'missing-package' ? null : 120,
  checkedAt: new Date(Date.UTC(2026, 0, 1, 12, minute)),
});

describe('plan checks in the table', () => {
  it('keep the newest outcome of each plan, in whatever order checks end', async () => {
    await writePlanChecks(database.db, [check('a', 1, null), check('b', 1, null)]);
    await writePlanChecks(database.db, [check('a', 3, 'missing-package'), check('b', 3, null)]);
    await writePlanChecks(database.db, [check('a', 2, null), check('b', 2, 'too-few-days')]);

    const kept = (await readPlanChecks(database.db)).sort((x, y) => x.planId.localeCompare(y.planId));
    expect(kept).toEqual([check('a', 3, 'missing-package'), check('b', 3, null)]);
  });
});
