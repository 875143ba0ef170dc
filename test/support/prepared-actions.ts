import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { ActionName } from '#src/flows/desk/actions.ts';
import type { Account } from '#src/modules/identity/identity.ts';
import type { Acting } from '#src/shared/operator.ts';
import { freshEmail } from './accounts.ts';
import { rows } from './books.ts';
import { BY_HAND } from './desk.ts';
import { bought } from './shop.ts';
import type { World } from './world.ts';

/** What an action acts on, and a call of it. `id` null: on many things at once, or on one that it makes. */
export type Prepared = { id: string | null; call(acting: Acting): Promise<unknown> };

type Topics =
  `${'account' | 'accounts' | 'factors' | 'policy' | 'service-account' | 'database' | 'copies' | 'quiet' | 'catalogue' | 'withdrawal'}.${string}`;

/** The actions on accounts, the installation, the catalogue and withdrawals, each with something to act on. */
export function preparationsIn(world: () => World): Record<Extract<ActionName, Topics>, () => Promise<Prepared>> {
  const desk = () => world().services.desk;
  return {
    'withdrawal.carry-out': () =>
      onWithdrawal(world(), (id, orderId, acting) => desk().withdrawals.carryOut(id, orderId, acting)),
    'withdrawal.answer': () => onWithdrawal(world(), (id, _, acting) => desk().withdrawals.answer(id, 'No.', acting)),
    'account.export': () => onAccount(world(), (account, acting) => desk().accounts.export(account, acting)),
    'account.delete': () => onAccount(world(), (account, acting) => desk().accounts.remove(account, acting)),
    'factors.remove': async () => {
      const prepared = await onAccount(world(), (account, acting) => desk().accounts.removeFactors(account, acting));
      await rows(
        world(),
        sql`insert into second_factors (id, account_id, kind, phone_number, enrolled_at)
          select ${randomUUID()}, id, 'phone', '+15555550100', now() from accounts where local_id = ${prepared.id}`,
      );
      return prepared;
    },
    'accounts.import': async () => {
      const { read } = await desk().transfer.open();
      const row = read({ localId: randomUUID(), email: freshEmail() }, null);
      return { id: null, call: (acting) => desk().transfer.import([row, null], acting) };
    },
    'accounts.export': async () => ({ id: null, call: (acting) => desk().transfer.recordExport(acting) }),
    'policy.set': async () => ({
      id: null,
      call: (acting) => desk().installation.setPolicy({ minPasswordLength: 6 }, acting),
    }),
    'service-account.create': async () => {
      const name = `bot-${randomUUID().slice(0, 8)}`;
      return { id: name, call: (acting) => desk().installation.createServiceAccount(name, acting) };
    },
    'service-account.revoke': async () => {
      const name = `bot-${randomUUID().slice(0, 8)}`;
      await desk().installation.createServiceAccount(name, BY_HAND);
      return { id: name, call: (acting) => desk().installation.revokeServiceAccount(name, acting) };
    },
    'database.lost-time': async () => ({
      id: null,
      call: (acting) => desk().installation.recordLostTime(acting),
    }),
    'copies.purge': async () => ({ id: null, call: (acting) => desk().installation.purgeCopies(acting) }),
    'quiet.end': async () => {
      await rows(world(), sql`update installation set quiet_since = now()`);
      return { id: null, call: (acting) => desk().installation.endQuiet(acting) };
    },
    'catalogue.import': async () => {
      await listed(world(), 'japan-new', 'JP');
      const request = {
        countryCode: 'JP',
        region: null,
        publish: false,
        sources: false,
        marginPercent: 30,
        roundCents: 50,
      };
      return { id: null, call: (acting) => desk().catalogue.import(request, acting) };
    },
    'catalogue.publish': async () => {
      await desk().catalogue.hide('spain-1gb', BY_HAND);
      return { id: 'spain-1gb', call: (acting) => desk().catalogue.publish('spain-1gb', acting) };
    },
    'catalogue.hide': async () => ({
      id: 'spain-3gb',
      call: (acting) => desk().catalogue.hide('spain-3gb', acting),
    }),
    'catalogue.price': async () => ({
      id: 'egypt-1gb',
      call: (acting) => desk().catalogue.price('egypt-1gb', 777, acting),
    }),
    'catalogue.package': async () => {
      await listed(world(), 'morocco-better', 'MA');
      return {
        id: 'morocco-1gb',
        call: (acting) => desk().catalogue.setPackage('morocco-1gb', { packageId: 'morocco-better' }, acting),
      };
    },
    'catalogue.source-add': async () => {
      const source = await packageFor(world(), 'morocco-added');
      return { id: 'morocco-1gb', call: (acting) => desk().catalogue.addSource('morocco-1gb', source, acting) };
    },
    'catalogue.source-order': async () => {
      const source = await packageFor(world(), 'morocco-ordered');
      await desk().catalogue.addSource('morocco-1gb', source, BY_HAND);
      return { id: 'morocco-1gb', call: (acting) => desk().catalogue.orderSources('morocco-1gb', [source], acting) };
    },
    'catalogue.source-remove': async () => {
      const source = await packageFor(world(), 'morocco-removed');
      await desk().catalogue.addSource('morocco-1gb', source, BY_HAND);
      return { id: 'morocco-1gb', call: (acting) => desk().catalogue.removeSource('morocco-1gb', source, acting) };
    },
  };
}

async function onAccount(
  { services, db }: World,
  act: (account: Account, acting: Acting) => Promise<unknown>,
): Promise<Prepared> {
  const account = await db.transaction((tx) =>
    services.identity.createAccount(tx, { email: freshEmail(), locale: 'en' }),
  );
  return { id: account.localId, call: (acting) => act(account, acting) };
}

/** A package for Morocco that no plan sells. */
async function packageFor(world: World, packageId: string) {
  await listed(world, packageId, 'MA');
  const [found] = await rows<{ wholesaler: string }>(
    world,
    sql`select wholesaler from wholesale_packages where id = ${packageId}`,
  );
  return { wholesaler: found!.wholesaler, packageId };
}

/** Adds a package for a country to the list of the wholesaler, as last read. */
async function listed(world: World, packageId: string, countryCode: string): Promise<void> {
  await rows(
    world,
    sql`insert into wholesale_packages
      select (jsonb_populate_record(p, jsonb_build_object('id', ${packageId}::text, 'country_codes', jsonb_build_array(${countryCode}::text), 'days', 9))).*
      from wholesale_packages p where gone_at is null and cardinality(country_codes) = 1 and not unlimited limit 1`,
  );
}

/** A declaration of withdrawal that nothing proves. */
async function onWithdrawal(
  world: World,
  act: (id: string, orderId: string, acting: Acting) => Promise<unknown>,
): Promise<Prepared> {
  const { order } = await bought(world.app);
  const { row } = await world.services.declareWithdrawal({
    form: { name: 'Ana', order: order.number, email: freshEmail(), website: '' },
    chosen: null,
    timeZone: null,
    locale: 'en',
    clientAddress: '192.0.2.1',
    account: null,
    heldSecret: () => null,
  });
  return { id: row.id, call: (acting) => act(row.id, order.id, acting) };
}
