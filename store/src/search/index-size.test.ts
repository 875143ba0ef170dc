import { expect, it } from 'vitest';
import { goesToBrowser } from './index-size.ts';

it('an index of up to 60 KB compressed is sent to the browser; a much larger one is not even compressed', async () => {
  const size = (bytes: number) => () => Promise.resolve(bytes);
  expect(await goesToBrowser(100_000, size(60 * 1024))).toBe(true);
  expect(await goesToBrowser(100_000, size(60 * 1024 + 1))).toBe(false);
  expect(await goesToBrowser(5_000_000, () => Promise.reject(new Error('compressed in vain')))).toBe(false);
});
