import { defineConfig } from 'vitest/config';

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
