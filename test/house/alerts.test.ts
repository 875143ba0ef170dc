import { describe, expect, test } from 'vitest';
import { createAiralo } from '#src/adapters/airalo.ts';
import { createStripeGateway } from '#src/adapters/stripe.ts';
import { createStripeLedger } from '#src/adapters/stripe/ledger.ts';
import { RULES } from '#test/support/alert-rules.ts';
import { knownMetrics } from '#test/support/known-metrics.ts';
import { USAGE } from '#src/ops/commands.ts';
import { readText } from './source.ts';

const TESTS = readText('deploy/prometheus/alerts.test.yaml');
/** The text of each entry of the runbook, by heading. */
const ENTRIES = new Map(
  readText('docs/runbook.md')
    .split(/^## /m)
    .slice(1)
    .map((entry) => [entry.split('\n', 1)[0]!, entry]),
);

describe('each alert', () => {
  test('has an entry in the runbook, and each entry an alert', () => {
    expect([...ENTRIES.keys()]).toEqual(RULES.map(({ alert }) => alert));
    for (const { alert, annotations } of RULES)
      expect(annotations['runbook'], alert).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
  });

  test('has a runbook entry with meaning, checks, remedy and urgency', () => {
    for (const { alert, labels } of RULES) {
      expect(ENTRIES.get(alert), alert).toMatch(
        /\n\*\*Means\*\* \((page|ticket)\)\. \S[^]*\n\*\*Look\.\*\* \S[^]*\n\*\*Do\.\*\* \S/,
      );
      expect(ENTRIES.get(alert), alert).toContain(`**Means** (${labels.severity}).`);
    }
  });

  test('reads existing metrics by existing labels', () => {
    const known = knownMetrics();
    for (const { alert, expr } of RULES) {
      const read = [...expr.matchAll(/\b((?:store|nodejs|process)_\w+|up)\b(?:\{([^}]*)\})?/g)];
      expect(read.length, alert).toBeGreaterThan(0);
      for (const [, name, matchers = ''] of read) {
        const labels = known.get(name!);
        expect(labels, `${alert}: ${name}`).toBeDefined();
        const wanted = [...matchers.matchAll(/(\w+)\s*(?:=|!=|=~|!~)\s*"/g)].map(([, label]) => label);
        expect([...labels!, 'job', 'instance'], `${alert}: ${name}`).toEqual(expect.arrayContaining(wanted));
      }
    }
  });

  test('is tested by promtool', () => {
    const untested = RULES.filter(({ alert }) => !TESTS.includes(`ALERTS{alertname="${alert}",alertstate="firing"`));
    expect(untested.map(({ alert }) => alert)).toEqual([]);
  });
});

test('the alert on failing wholesalers counts every call of a wholesaler, and of no other vendor', () => {
  const { expr } = RULES.find(({ alert }) => alert === 'WholesalerFailing')!;
  const counted = [...expr.matchAll(/operation=~"([\w|]+)"/g)].map(([, names]) => names!.split('|'));
  const silent = {
    read: async () => null,
    renew: (fetchNew: () => Promise<never>) => fetchNew(),
    forget: async () => {},
  };
  const wholesaler = createAiralo({
    url: 'http://x',
    clientId: '',
    clientSecret: '',
    timeoutMs: 1,
    tokenStore: silent,
  });
  // `readHint` reads a message that has arrived, and calls nobody.
  const calls = Object.entries(wholesaler).filter(([name, each]) => typeof each === 'function' && name !== 'readHint');
  expect(counted).toEqual([calls.map(([name]) => name).toSorted(), counted[0]]);
  const stripe = { secretKey: 'sk_test_x', webhookSecret: 'x', timeoutMs: 1, now: Date.now };
  const others = [createStripeGateway(stripe as never), createStripeLedger(stripe as never)].flatMap(Object.keys);
  expect(others.length).toBeGreaterThan(5);
  expect(others.filter((name) => counted[0]!.includes(name))).toEqual([]);
});

test('the commands in the runbook exist', () => {
  const commands = [...USAGE.matchAll(/^ {2}([a-z]+(?: [a-z-]+)*)/gm)].map(([, words]) => words!);
  const named = [...readText('docs/runbook.md').matchAll(/npm run ops -- ([a-z]+(?: [a-z-]+)*)/g)].map(
    ([, words]) => words!,
  );
  expect(commands.length).toBeGreaterThan(20);
  expect(named.filter((words) => !commands.some((known) => words === known || words.startsWith(`${known} `)))).toEqual(
    [],
  );
});
