import { expect, test } from 'vitest';
import { readText, trackedFiles } from './source.ts';

/** What ships is what is tested: flow tests run on the bundle that `npm start` starts, in a process of its own. */

/** Helpers that start the bundle. */
const STARTS_BUNDLE =
  /\b(startBuiltWorld|startBuiltShop|spawnBuilt|launchBuilt|startAdministered|startKillable|createChaosWorld|launch)\(/;
/** Helpers that start the store's sources, most of them in the test's own process. */
const STARTS_SOURCES = /(?<![.\w])(startWorld|startShop|spawnApp|startIdentity|fuzzIdentity|launchProcess|start)\(/;

/** The flow files that start the store from its sources, or do not start it, and why. */
const FROM_SOURCES: Record<string, string> = {
  checkout: 'a test sets the clock of the application',
  'identity-fuzz': 'the identity service alone answers thousands of requests',
  installation: 'a refused start throws its message, and the processes are launched as they end',
  timeline: 'one module, on a cluster that it restarts',
  starting: 'the demo account is another program',
};

/** They move to the bundle next. */
const NEXT =
  'fulfilment harness identity-hosted identity-two-processes lost-time mail metrics outages phone price-rises provider-popups reconcile recovery upgrade wholesale'.split(
    ' ',
  );

const flows = () => trackedFiles('.test.ts').filter((file) => file.startsWith('test/flows/'));
const nameOf = (file: string) => file.replace(/^test\/flows\/|\.test\.ts$/g, '');

test('each file of flow tests runs on the bundle alone, unless it is listed with the reason', () => {
  expect(flows().length).toBeGreaterThan(50);
  const others = flows().filter((file) => !STARTS_BUNDLE.test(readText(file)) || STARTS_SOURCES.test(readText(file)));
  expect(others.map(nameOf).toSorted()).toEqual([...Object.keys(FROM_SOURCES), ...NEXT].toSorted());
});
