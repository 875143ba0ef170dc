import { expect, test } from 'vitest';
import { readText, trackedFiles } from './source.ts';

/**
 * SQL outside the modules that names a module's tables, by folder, with the reason. All other code reads and writes them
 * through the module's front door.
 */
const EXCEPTIONS: Record<string, string> = {
  'store/src/ops/backup/': 'copies the tables of every version since 1.0.0, also ones that this version does not know',
  'store/src/ops/doctor/': 'diagnoses a database of any version, also one on which the modules do not work',
  'sandbox/demo-account/': 'makes orders of the past, which no module allows',
};

/** The server's code outside the modules. */
const SCANNED =
  /^(store\/src\/(db|queue|flows|http|adapters|composition|telemetry|tracing|config|ops|[\w-]+\.ts)|sandbox)/;

const TABLES = trackedFiles('schema.ts')
  .filter((file) => file.startsWith('store/src/modules/'))
  .flatMap((file) => [...readText(file).matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, name]) => name!));

/** The tables of modules that SQL in this text reads or writes. Comments do not count. */
function tablesIn(text: string): string[] {
  const code = text.replaceAll(/^\s*(\/?\*|\/\/).*$/gm, '');
  const named = new RegExp(`\\b(?:from|join|into|update|table|truncate) (?:only )?"?(${TABLES.join('|')})\\b`, 'g');
  return [...new Set([...code.matchAll(named)].map(([, table]) => table!))];
}

const findings = () =>
  trackedFiles('.ts', '.tsx', '.mjs')
    .filter((file) => SCANNED.test(file) && !file.includes('.test.'))
    .flatMap((file) => tablesIn(readText(file)).map((table) => `${file}: ${table}`));

test('only a module names its tables', () => {
  const found = findings();
  const isAllowed = (finding: string) => Object.keys(EXCEPTIONS).some((folder) => finding.startsWith(folder));
  expect(found.filter((finding) => !isAllowed(finding))).toEqual([]);
  const idle = Object.keys(EXCEPTIONS).filter((folder) => !found.some((finding) => finding.startsWith(folder)));
  expect(idle, 'an exception that nothing needs').toEqual([]);
});

test('SQL that names a table of a module is found', () => {
  expect(TABLES).toEqual(expect.arrayContaining(['orders', 'accounts', 'audit_log']));
  expect(tablesIn('db.query(`select * from orders o join refunds r on true`)')).toEqual(['orders', 'refunds']);
  expect(tablesIn("sql`update accounts set x = 1`; 'insert into mails'")).toEqual(['accounts', 'mails']);
  expect(tablesIn(' * Mails from orders that ended.\n// from orders')).toEqual([]);
});
