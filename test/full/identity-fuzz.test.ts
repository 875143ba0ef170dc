import { expect, test } from 'vitest';
import { fuzzIdentity } from '#test/support/identity-fuzz.ts';

test('100,000 malformed bodies over all endpoints get only documented responses', async () => {
  const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000_000);
  const { requests, failures, faults } = await fuzzIdentity(100_000, seed);
  expect({ failures, faults }).toEqual({ failures: [], faults: [] });
  expect(requests).toBe(100_000);
});
