import { cp, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readMigrations } from '#src/db/migrations.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** The next version's schema change: a column, which old rows get by a trigger and a backfill. */
const EXPAND = `-- works with: 1.0.0
ALTER TABLE "orders" ADD COLUMN "buyer_language" text;
--> statement-breakpoint
CREATE FUNCTION orders_buyer_language() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.buyer_language := coalesce(NEW.buyer_language, NEW.locale);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_buyer_language BEFORE INSERT OR UPDATE ON "orders" FOR EACH ROW EXECUTE FUNCTION orders_buyer_language();
`;
const INDEX = `-- works with: 1.0.0
-- runs: outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "orders_buyer_language_idx";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_buyer_language_idx" ON "orders" ("buyer_language");
`;
const BACKFILL = `-- works with: 1.0.0
-- runs: in batches
UPDATE "orders" SET "buyer_language" = "locale"
WHERE "id" IN (SELECT "id" FROM "orders" WHERE "buyer_language" IS NULL LIMIT 20);
`;
/**
 * A copy of this checkout as a later version: a higher version number, an expanded schema, and code that uses it.
 * Returns its folder and the tags of its own migrations.
 */
export async function makeNextVersion(version: string): Promise<{ root: string; tags: string[] }> {
  const root = await mkdtemp(path.join(tmpdir(), 'cairn-next-'));
  const store = path.join(root, 'store');
  await mkdir(store);
  for (const part of ['src', 'data', 'content', 'drizzle', 'package.json'])
    await cp(path.join(ROOT, 'store', part), path.join(store, part), { recursive: true });
  await symlink(path.join(ROOT, 'store/build'), path.join(store, 'build'));
  await symlink(path.join(ROOT, 'store/public'), path.join(store, 'public'));
  await linkModules(path.join(root, 'node_modules'));
  await cp(path.join(ROOT, 'scripts'), path.join(root, 'scripts'), { recursive: true });

  const first = readMigrations().length;
  const tags: string[] = [];
  for (const [name, text] of Object.entries({
    buyer_language: EXPAND,
    language_index: INDEX,
    language_backfill: BACKFILL,
  })) {
    const tag = `${String(first + tags.length).padStart(4, '0')}_${name}`;
    await writeFile(path.join(store, 'drizzle', `${tag}.sql`), text);
    tags.push(tag);
  }
  await replace(path.join(store, 'package.json'), /"version": ".*?"/, `"version": "${version}"`);
  await replace(
    path.join(store, 'src/modules/orders/schema.ts'),
    /( +)locale: text\('locale'.*\n/,
    `$&$1buyerLanguage: text('buyer_language'),\n`,
  );
  await replace(
    path.join(store, 'src/modules/orders/store.ts'),
    '.values(order)',
    '.values({ ...order, buyerLanguage: order.locale })',
  );
  return { root, tags };
}

/** Links this checkout's libraries, and the copy's own workspaces. */
async function linkModules(folder: string): Promise<void> {
  await mkdir(path.join(folder, '@cairn'), { recursive: true });
  for (const name of await readdir(path.join(ROOT, 'node_modules')))
    if (name !== '@cairn') await symlink(path.join(ROOT, 'node_modules', name), path.join(folder, name));
  for (const workspace of ['store', 'scripts'])
    await symlink(path.join(folder, '..', workspace), path.join(folder, '@cairn', workspace));
}

async function replace(file: string, what: string | RegExp, by: string): Promise<void> {
  const before = await readFile(file, 'utf8');
  const after = before.replace(what, by);
  if (after === before) throw new Error(`${file} has nothing to replace`);
  await writeFile(file, after);
}
