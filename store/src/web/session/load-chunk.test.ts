import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CHUNK_TIMEOUT_MS, loadChunk } from './load-chunk.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a script that loads within 120 s is returned, and no timer is left', async () => {
  const loaded = loadChunk(() => new Promise((resolve) => setTimeout(() => resolve('here'), CHUNK_TIMEOUT_MS - 1)));
  await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS - 1);
  await expect(loaded).resolves.toBe('here');
  expect(vi.getTimerCount()).toBe(0);
});

test('after exactly 120 s it fails', async () => {
  expect(CHUNK_TIMEOUT_MS).toBe(120_000);
  let failure: unknown;
  void loadChunk(() => new Promise(() => {})).catch((error: unknown) => (failure = error));
  await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS - 1);
  expect(failure).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(failure).toMatchObject({ code: 'chunk-load-failed', late: true });
});

test('a failed script rejects at once, with its cause', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module');
  await expect(loadChunk(() => Promise.reject(cause))).rejects.toMatchObject({
    code: 'chunk-load-failed',
    late: false,
    cause,
  });
  expect(vi.getTimerCount()).toBe(0);
});
