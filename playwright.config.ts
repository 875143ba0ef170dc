import { defineConfig, devices } from '@playwright/test';
import { FULL } from './test/support/full.ts';

/** No software GPU, and no background requests of Chromium, which fail in bulk on a closed network. */
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Titles that end with a language run in English on a desktop. These also run in French on a phone. */
const ALSO_ON_A_PHONE =
  /profile\.spec\.ts.*\[fr\].*a bought eSIM|purchase\.spec\.ts.*\[fr\].*(a guest buys|the checkout shows)/;
/** French runs on a desktop, left out in `npm test`. Files such as home.spec.ts compare both languages and always run. */
const AGAIN_IN_FRENCH =
  /(auth|auth-recovery|auto-top-up|budget|checkout-country|chosen-place|confirm-address|destination|esim-use|notices|offline|order-lines|pages|passkeys|password-upgrade|phone-number|plans|profile|proof|providers|purchase|second-step|settings|settings-proof|staging|withdraw)\.spec\.ts.*\[fr\]/;
/** Tests whose parts `npm test` covers in unit tests and in the test before, and those with `FULL_ONLY`. */
const ONLY_IN_FULL = /a phone number joins an account|@full/;
/** Files of which `npm test` runs nothing: flow tests cover their rules over HTTP, and `npm run test:full` their pages. */
const FILES_IN_FULL =
  /(amounts|confirm-address|french-hyphens|hosted|password-upgrade|phone-number|proof|settings-proof|storage)\.spec\.ts$/;

const chromium = {
  browserName: 'chromium' as const,
  launchOptions: {
    ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    // Root cannot use Chromium's sandbox. All pages are our own.
    args: process.getuid?.() === 0 ? ['--no-sandbox', ...QUIET] : QUIET,
  },
};

export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/support/global-setup.ts',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Time-outs end a test that hangs. They are no assertions: a busy machine takes several times as long.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  outputDir: 'test-results',
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  // Traces double the run time. Set PLAYWRIGHT_TRACE=retain-on-failure to debug.
  use: {
    trace: process.env.PLAYWRIGHT_TRACE === 'retain-on-failure' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: FULL ? [] : [AGAIN_IN_FRENCH, ONLY_IN_FULL],
      testIgnore: FULL ? [] : [FILES_IN_FULL],
      use: { ...chromium, viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      // `npm run test:full` runs every test in both languages and both sizes.
      grep: FULL ? /.*/ : ALSO_ON_A_PHONE,
      grepInvert: FULL ? [] : [ONLY_IN_FULL],
      // These set the viewport themselves.
      testIgnore: /(accessibility|budget|chrome|home|language|pages|plans)\.spec\.ts$/,
      use: {
        ...chromium,
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
        deviceScaleFactor: 2,
        userAgent: devices['Pixel 7'].userAgent,
      },
    },
    ...(FULL
      ? [
          {
            name: 'full',
            testDir: 'test/full',
            testMatch: '**/*.spec.ts',
            use: { ...chromium, viewport: { width: 1440, height: 900 } },
          },
        ]
      : []),
  ],
});
