import { openDatabase } from '#src/db/database.ts';
import { DEFAULT_CURRENCY } from '#src/shared/money.ts';
import { createCatalogueDesk } from '#test/support/catalogue-desk.ts';
import { until } from '#test/support/wire.ts';
import { SECOND_PACKAGES } from './packages.ts';
import { type Plan, PLANS } from './people.ts';
import type { ChaosWorld } from './world.ts';

const SECOND = 'esim-access';
/** Plans whose first source is the second wholesaler's. */
const SECOND_FIRST: readonly Plan[] = ['france-3gb', 'thailand-1gb', 'morocco-10gb'];
const ACTING = { by: 'bench', dryRun: false };

/**
 * Gives each plan that buyers choose one source of each wholesaler, as an operator does. Resolves when every source can
 * deliver its plan.
 */
export async function giveTwoSources(world: Pick<ChaosWorld, 'query' | 'databaseUrl'>): Promise<void> {
  const database = openDatabase(await world.databaseUrl(), { max: 2, onError: () => undefined });
  try {
    await until(
      async () =>
        (await world.query('select 1 from wholesale_lists where wholesaler = $1 and packages > 0', [SECOND])).length >
        0,
      { what: 'the list of the second wholesaler is read' },
    );
    const desk = createCatalogueDesk({ db: database.db, currency: DEFAULT_CURRENCY });
    for (const plan of PLANS) {
      const source = { wholesaler: SECOND, packageId: SECOND_PACKAGES[plan] };
      await desk.addSource(plan, source, ACTING);
      if (SECOND_FIRST.includes(plan)) await desk.orderSources(plan, [source], ACTING);
    }
  } finally {
    await database.close();
  }
  await until(async () => (await openFaults(world)).length === 0, {
    what: 'every plan has two sources that can deliver it',
  });
}

const openFaults = ({ query }: Pick<ChaosWorld, 'query'>) =>
  query('select plan_id, wholesaler, fault from plan_sources where plan_id = any($1) and fault is not null', [
    [...PLANS],
  ]);

/** Lets the application read the lists of all wholesalers now, as it does every hour. */
export async function checkPlans(world: Pick<ChaosWorld, 'query'>): Promise<void> {
  await world.query(`select graphile_worker.add_job('check-plans', '{}'::json, job_key => 'check-plans')`);
}
