import { describe, expect, test } from 'vitest';
import { compareVersions, VERSION } from '#src/shared/version.ts';
import { rowsOf } from '../support/named-tests.ts';
import { readText, trackedFiles } from './source.ts';

/** Names of vendors, and words and ids of their wire. */
const WORDS: Record<string, RegExp> = {
  wholesaler: /airalo|esim[-_ ]?access|redtea/i,
  'payment provider': /stripe/i,
  payment: /payment[-_ ]?intent/i,
  page: /checkout[-._ ]?session/i,
  'fraud warning': /radar\./i,
  id: /\b(?:pi|cs)_/,
};

/** Where they may stand. All else is the core, which works with any vendor. */
const MAY_NAME = [
  /^store\/src\/(?:adapters\/|vendors\.ts$)/,
  // Variables.
  /^store\/src\/config\/|^\.env\.example$|^deploy\/(?:cairn\.env\.example|container\/compose\.yaml)$/,
  // Seed data, texts and migrations.
  /^store\/(?:data|content|src\/i18n|drizzle)\//,
  // Tests and the fault harness, which compare the vendors' ledgers with the books.
  /\.(?:test|spec)\.\w+$|^(?:test|bench)\//,
  /^sandbox\//,
  /^scripts\/(?:launcher|data)\//,
  /^store\/src\/ops\/doctor\//,
  // The list of legal processors.
  /^store\/src\/content\/legal\/processors\.ts$/,
  /^docs\/|\.md$/,
  // Manifests name libraries and files.
  /\.json$/,
];

/** Files of the core that name a vendor, each with its reason. The fewer, the better. */
const EXCEPTIONS: Record<string, string> = {
  'deploy/prometheus/alerts.yaml':
    'Prometheus knows no registry: its rules name the configured vendors, as labels of the metrics do',
};

/** What docs/old-columns.md lists. Entries are only removed, in the release that drops the column. */
const KEPT: Record<string, string[]> = {
  Columns: [
    'esims.data_mb',
    'esims.days',
    'esims.expires_at',
    'esims.line_id',
    'esims.plan_state',
    'esims.remaining_mb',
    'order_lines.quantity',
    'payment_attempts.payment_intent_id',
    'payment_attempts.session_id',
    'plan_prices.at',
    'plan_prices.from_amount',
    'plans.package_id',
    'plans.priced_at_net_cents',
    'reconciliation_runs.balance',
    'reconciliation_runs.figures',
  ],
  Defaults: [
    'disputes.provider',
    'esims.wholesaler',
    'fraud_warnings.provider',
    'order_lines.purpose',
    'order_lines.wholesaler',
    'payment_attempts.kind',
    'payment_attempts.provider',
    'payment_events.provider',
    'plan_sources.wholesaler',
    'refunds.provider',
    'stray_profiles.wholesaler',
    'wholesale_lists.wholesaler',
    'wholesale_orders.net_currency',
    'wholesale_orders.wholesaler',
    'wholesale_packages.net_currency',
    'wholesale_packages.wholesaler',
  ],
  Keys: ['disputes.vendor_id', 'fraud_warnings.vendor_id', 'plans.package_id', 'wholesale_packages.id'],
};

type Kept = { name: string; until: string };

/** The entries of a section of docs/old-columns.md as `table.column`, with the release that ends each. */
function kept(section: string): Kept[] {
  const text = readText('docs/old-columns.md')
    .split(/^## /m)
    .find((each) => each.startsWith(`${section}\n`));
  return rowsOf(text ?? '').flatMap((cells) => {
    const [tables = [], columns = []] = cells.map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
    return tables.flatMap((table) =>
      columns.map((column) => ({ name: `${table}.${column}`, until: cells.at(-1) ?? '' })),
    );
  });
}

/** The columns of the newest schema, as `table.column`. */
function columnsNow(): string[] {
  const newest = trackedFiles('_snapshot.json').sort().at(-1)!;
  const { tables } = JSON.parse(readText(newest)) as {
    tables: Record<string, { name: string; columns: Record<string, unknown> }>;
  };
  return Object.values(tables).flatMap(({ name, columns }) =>
    Object.keys(columns).map((column) => `${name}.${column}`),
  );
}

/** The text of a schema without the names of old columns, each in its own table. */
function withoutOldColumns(text: string, old: readonly string[]): string {
  const [imports = '', ...tables] = text.split(/(?=pgTable\()/);
  const cleaned = tables.map((part) => {
    const table = /^pgTable\(\s*'(\w+)'/.exec(part)?.[1];
    return old.reduce((rest, name) => {
      const [of, column] = name.split('.');
      return of === table ? rest.replaceAll(`'${column}'`, "''") : rest;
    }, part);
  });
  return [imports, ...cleaned].join('');
}

const OLD = kept('Columns').map(({ name }) => name);

/** The vendors' words in a file of the core, in its name or its text, as `path:line: text`. */
function wordsIn(file: string, text: string): string[] {
  const named = Object.values(WORDS);
  const lines = (file.endsWith('/schema.ts') ? withoutOldColumns(text, OLD) : text).split('\n');
  return [
    ...(named.some((word) => word.test(file)) ? [`${file}: its name`] : []),
    ...lines.flatMap((line, at) =>
      named.some((word) => word.test(line)) ? [`${file}:${at + 1}: ${line.trim().slice(0, 160)}`] : [],
    ),
  ];
}

const core = () => trackedFiles().filter((file) => !MAY_NAME.some((where) => where.test(file)));

describe('the core names no vendor (docs/architecture.md)', () => {
  test('no file has a name or a word of one, except where the rule allows it', () => {
    const files = core();
    expect(files.length).toBeGreaterThan(1_000);
    expect(files.filter((file) => !(file in EXCEPTIONS)).flatMap((file) => wordsIn(file, readText(file)))).toEqual([]);
  });

  test('no exception is unused', () => {
    expect(Object.keys(EXCEPTIONS).filter((file) => wordsIn(file, readText(file)).length === 0)).toEqual([]);
  });

  const PLACES = [
    'store/src/modules/',
    'store/src/flows/',
    'store/src/http/',
    'store/src/http/webhooks/',
    'store/src/web/',
    'store/src/shared/',
    'store/src/telemetry/',
    'store/src/db/',
    'store/src/queue/',
    'store/src/composition/',
    'store/src/services.ts',
    'store/src/ops/commands/',
    'scripts/screenshots.ts',
  ];
  test.each(PLACES)('the rule reads %s, and finds each word there', (place) => {
    const file = core().find((each) => each.startsWith(place));
    expect(file).toBeDefined();
    const planted = [
      "const name = 'airalo';",
      '/** As Stripe does. */',
      'paymentIntent: string;',
      "text('payment_intent')",
      'checkoutSession(id)',
      "if (type === 'checkout.session.completed')",
      "'radar.early_fraud_warning.created'",
      "id.startsWith('pi_')",
      '`cs_${id}`',
    ];
    expect(planted.filter((line) => wordsIn(file!, line).length !== 1)).toEqual([]);
    expect(wordsIn(`${place}stripe.ts`, '')).toHaveLength(1);
  });

  test('an old column may have its name in the schema of its table, and nowhere else', () => {
    const column = "x: text('payment_intent_id'),";
    const schema = (table: string, text: string) =>
      wordsIn('store/src/modules/payments/schema.ts', `export const x = pgTable(\n  '${table}',\n  { ${text} },\n);`);
    expect(schema('payment_attempts', column)).toEqual([]);
    expect(schema('refunds', column)).toHaveLength(1);
    expect(schema('payment_attempts', `paymentIntent: text('payment_intent_id')`)).toHaveLength(1);
    expect(schema('payment_attempts', "y: text('payment_intent_state')")).toHaveLength(1);
    expect(wordsIn('store/src/modules/payments/attempts/store.ts', column)).toHaveLength(1);
  });
});

describe('docs/old-columns.md', () => {
  test.each(Object.keys(KEPT))('lists nothing new: %s', (section) => {
    expect(
      kept(section)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(KEPT[section]);
  });

  test('names a release that ends each entry, and that release has none of it', () => {
    const ended = Object.keys(KEPT)
      .flatMap(kept)
      .filter(({ until }) => {
        const release = /^\d+\.\d+\.\d+\b/.exec(until)?.[0];
        return release === undefined || compareVersions(VERSION, release) >= 0;
      });
    expect(ended).toEqual([]);
  });

  test('lists only columns that the schema has', () => {
    const now = new Set(columnsNow());
    const names = Object.keys(KEPT).flatMap(kept);
    expect(names.map(({ name }) => name).filter((name) => !now.has(name))).toEqual([]);
  });
});
