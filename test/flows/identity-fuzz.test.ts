import { expect, test } from 'vitest';
import type { ToolkitPorts } from '#src/http/identity-toolkit/call.ts';
import { createEndpoints } from '#src/http/identity-toolkit/identity-toolkit.ts';
import { FUZZED, fuzz, fuzzIdentity } from '#test/support/identity-fuzz.ts';
import { startBuiltWorld } from '#test/support/world.ts';

test('800 malformed bodies over all endpoints get only documented responses', async () => {
  const { requests, statuses, failures, faults } = await fuzzIdentity(800, 20_261_120);
  expect({ failures, faults }).toEqual({ failures: [], faults: [] });
  expect(requests).toBe(800);
  // Enough requests pass the parsers: some are accepted, and some name unknown resources.
  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['200', '400', '404', '405']));
}, 300_000);

test('200 malformed bodies to the whole built store get only documented responses', async () => {
  const world = await startBuiltWorld();
  try {
    const { identity } = world.services;
    const fuzzed = { url: world.app.url, identity, faults: [], key: 'cairn-web' };
    const { requests, failures } = await fuzz(fuzzed, 200, 20_261_123);
    expect({ requests, failures }).toEqual({ requests: 200, failures: [] });
  } finally {
    await world.close();
  }
});

test('the fuzzer knows every endpoint', () => {
  expect(FUZZED.toSorted()).toEqual(Object.keys(createEndpoints({} as ToolkitPorts)).toSorted());
});
