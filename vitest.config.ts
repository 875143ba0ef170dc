import { defineConfig } from 'vitest/config';
import { FULL } from './test/support/full.ts';

/**
 * Files that only `npm run test:full` runs, so that `npm test` stays below a quarter of an hour on two cores. They try what
 * another file tries once (named behind it) at its worst input, in each variant, or with many at once.
 */
const FILES_IN_FULL = [
  // delivery and its doubts: fulfilment, moving-on, wholesalers
  'kill-points',
  'wholesale',
  'two-sources',
  'second-sources',
  'price-rises',
  'lost-time',
  'second-wholesaler',
  'wholesaler-books',
  'wholesaler-messages',
  'esim-plans',
  'wholesalers',
  'outages',
  'harness',
  'recovery',
  // identity: identity, identity-journeys, providers, second-factor
  'identity-two-processes',
  'identity-fuzz',
  'password-policy',
  'second-factor-sessions',
  'provider-popups',
  'proved-addresses',
  'administration-keys',
  'token-sync',
  'identity-captcha',
  'account-lists',
  'phone',
  // the process and its surroundings: doctor, upgrade, edges
  'starting',
  'staging',
  'timeline',
  'tracing',
  'counts',
  'clocks',
  'fail-over',
  'database-address',
  'built-walk',
  'by-hand',
  'quiet-copy',
  'installation',
  'worst-requests',
  // pages and payments: public-pages, destination-pages, purchase, tickets
  'french-places',
  'coverage-pages',
  'uploads',
  'payment-methods',
  'payment-providers',
  'currencies',
  'chosen-place',
  'trip-order',
  'checkout-lines',
  'line-refunds',
  // the life of an eSIM: esim-usage, notices, and the browser stories connection, changed-phone, esim-use and push
  'usage-figures',
  'connection',
  'replacements',
  'esim-names',
  'push',
  'order-stream',
  'watchers',
  // what several machines share: metrics, reconcile
  'reporting',
].map((name) => `test/flows/${name}.test.ts`);
const OTHERS_IN_FULL = ['sandbox/postgres/embedded.test.ts', 'test/house/third-language.test.ts'];

/**
 * Four suites on one PostgreSQL cluster (test/support/global-setup.ts): unit (beside the code), house (house rules), flow
 * (over HTTP with a real database and the sandboxes) and, only in `npm run test:full`, full (tests that take minutes).
 */
export default defineConfig({
  // The application's vite.config.ts only builds the site. Tests do not use it.
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/setup.ts'],
    // For two cores. Flow tests mostly wait for the database, the application and the sandboxes: with four workers the
    // cores were idle for 44 % of the run.
    maxWorkers: 6,
    exclude: FULL ? [] : [...FILES_IN_FULL, ...OTHERS_IN_FULL],
    // Each file owns its world and its data. A worker loads the modules once for all its files (a fifth of the CPU).
    isolate: false,
    // A time-out ends a test that hangs. It is no assertion: a busy machine takes several times as long.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    teardownTimeout: 60_000,
    allowOnly: false,
    // The built site is loaded unchanged, as in production.
    server: { deps: { external: [/\/build\/server\//] } },
    expect: { poll: { timeout: 60_000, interval: 50 } },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'store/src/**/*.test.{ts,tsx}',
            'sandbox/**/*.test.ts',
            'scripts/**/*.test.ts',
            'test/{support,sandbox}/**/*.test.ts',
            'store/data/**/*.test.ts',
          ],
        },
      },
      { test: { name: 'house', include: ['test/house/**/*.test.ts'] } },
      { test: { name: 'flow', include: ['test/flows/**/*.test.ts'] } },
      {
        test: {
          name: 'full',
          include: ['test/full/**/*.test.ts'],
          testTimeout: 30 * 60_000,
          // After the others, one file at a time: each loads the machine, which would affect the alerts test.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
