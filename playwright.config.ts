import { defineConfig, devices } from '@playwright/test';

/** No drawing by a simulated graphics card, and none of Chromium's own calls home, which a closed network refuses, many at a time. */
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** `npm run test:full` tries every story in both languages at both sizes. */
const FULL = process.env.CAIRN_TEST_FULL === '1';

/** Stories that end with a language are tried in English on a desktop; those of these files in French on a phone, too. */
const ALSO_ON_A_PHONE = /(auth|profile|purchase)\.spec\.ts.*\[fr\]/;
/** The same story in the other language: home.spec.ts and its like compare the words of both, and always run. */
const AGAIN_IN_FRENCH =
  /(auth|passkeys|auth-recovery|offline|password-upgrade|phone-number|profile|proof|providers|purchase|second-step|settings|settings-proof)\.spec\.ts.*\[fr\]/;
/** Stories whose parts `npm test` shows elsewhere: by unit tests, and by the story before it. */
const ONLY_IN_FULL = /a phone number joins an account/;

const chromium = {
  browserName: 'chromium' as const,
  launchOptions: {
    ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    // Root cannot use Chromium's sandbox; the pages are our own.
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
  timeout: 60_000,
  expect: { timeout: 10_000 },
  outputDir: 'test-results',
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  // A trace records every step of every test, which doubles what the suite costs: PLAYWRIGHT_TRACE=retain-on-failure for a hunt.
  use: {
    trace: process.env.PLAYWRIGHT_TRACE === 'retain-on-failure' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: FULL ? [] : [AGAIN_IN_FRENCH, ONLY_IN_FULL],
      use: { ...chromium, viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      grep: FULL ? /.*/ : ALSO_ON_A_PHONE,
      // These set the window's size themselves.
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
