import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { browserSdkFile } from '../support/browser-sdk.ts';

/** Constants of the specification in the installed SDK. identity-sdk-clock.test.ts tests those that are times. */
describe('the installed identity SDK', () => {
  const source = readFileSync(browserSdkFile(), 'utf8');

  test.each([
    ['storage polling every 800 ms (indexed)', /_POLLING_INTERVAL_MS = 800;/],
    ['storage polling every 1 s (local)', /_POLLING_INTERVAL_MS\$1 = 1000;/],
    ['popup close detection 8 s', /8000 \/\* _Timeout\.AUTH_EVENT \*\//],
    ['popup poll interval 2 to 10 s', /_POLL_WINDOW_CLOSE_TIMEOUT = new Delay\(2000, 10000\)/],
    ['popup size 500x600', /DEFAULT_WIDTH = 500;[\s\S]{0,40}DEFAULT_HEIGHT = 600;/],
    ['network time-out 30 to 60 s', /DEFAULT_API_TIMEOUT_MS = new Delay\(30000, 60000\)/],
    ['auth-event cache expiry 10 minutes', /EVENT_DUPLICATION_CACHE_DURATION_MS = 10 \* 60 \* 1000;/],
    ['tokens refresh 5 minutes before expiry', /300000 \/\* Duration\.OFFSET \*\//],
    ['token-sync max age 300 s', /DEFAULT_ID_TOKEN_MAX_AGE = 5 \* 60;/],
    ['retry backoff starts at 30 s', /30000 \/\* Duration\.RETRY_BACKOFF_MIN \*\//],
    ['retry backoff goes up to 16 minutes', /960000 \/\* Duration\.RETRY_BACKOFF_MAX \*\//],
    ['retry backoff doubles', /this\.errorBackoff = Math\.min\(this\.errorBackoff \* 2,/],
  ])('%s', (_constant, written) => {
    // Not `toMatch`: on failure it would print the whole SDK.
    expect(written.test(source)).toBe(true);
  });
});
