import { expect, test } from 'vitest';
import { readText, trackedFiles } from './source.ts';

/** What ships is what is tested: flow tests run on the bundle that `npm start` starts, in a process of its own. */

/** Helpers that start the bundle. */
const STARTS_BUNDLE =
  /\b(startBuiltWorld|startBuiltShop|startStagingShop|spawnBuilt|launchBuilt|startAdministered|startKillable|createChaosWorld|launch)\(/;
/** Helpers that start the store's sources, most of them in the test's own process. */
const STARTS_SOURCES = /(?<![.\w])(startWorld|startShop|spawnApp|startIdentity|fuzzIdentity|launchProcess|start)\(/;

/** The flow files that never start the bundle, and why. */
const NOT_ON_BUNDLE: Record<string, string> = {
  currencies: 'its wholesaler bills in the memory of the test',
  'payment-providers': 'its provider is in the memory of the test',
  'second-wholesaler': 'its vendors are in the memory of the test',
  timeline: 'one module, on a cluster that it restarts',
  'two-sources': 'its vendors are in the memory of the test',
  watchers: 'intervals of the store pass when the test says so',
  'wholesaler-books': 'its second wholesaler is in the memory of the test',
};

/** The flow files that start the bundle, and for some of their tests the store's sources, and why. */
const ALSO_FROM_SOURCES: Record<string, string> = {
  checkout: 'a test sets the clock of the application',
  currencies: 'its wholesaler bills in the memory of the test',
  'identity-fuzz': 'the identity service alone answers thousands of requests',
  installation: 'a refused start throws its message, and a test opens what two processes sealed',
  'payment-providers': 'its provider is in the memory of the test',
  replacements: 'a kill between two steps needs the sources',
  'second-wholesaler': 'its vendors are in the memory of the test',
  starting: 'the demo account is another program',
  'two-sources': 'its vendors are in the memory of the test',
  watchers: 'intervals of the store pass when the test says so',
  'wholesaler-books': 'its second wholesaler is in the memory of the test',
};

const flows = () => trackedFiles('.test.ts').filter((file) => file.startsWith('test/flows/'));
const namesOf = (files: string[]) => files.map((file) => file.replace(/^test\/flows\/|\.test\.ts$/g, '')).toSorted();

test('each file of flow tests starts the bundle, unless it is listed with the reason', () => {
  expect(flows().length).toBeGreaterThan(50);
  const others = flows().filter((file) => !STARTS_BUNDLE.test(readText(file)));
  expect(namesOf(others)).toEqual(Object.keys(NOT_ON_BUNDLE).toSorted());
});

test('a file of flow tests that also starts the sources is listed with the reason', () => {
  const others = flows().filter((file) => STARTS_SOURCES.test(readText(file)));
  expect(namesOf(others)).toEqual(Object.keys(ALSO_FROM_SOURCES).toSorted());
});
