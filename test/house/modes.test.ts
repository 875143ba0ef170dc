import { expect, test } from 'vitest';
import { MODES } from '#src/shared/mode.ts';
import { grep, trackedFiles } from './source.ts';

/** The rules of the modes, and what a mode means. */
const MAY_COMPARE = /^store\/src\/(config\/|shared\/mode\.ts)|\.test\.ts$/;

test('code asks what a mode means, and never compares its name (decision 0060)', () => {
  const files = trackedFiles('.ts', '.tsx').filter(
    (file) => /^(store\/src|scripts|sandbox\/demo-account)\//.test(file) && !MAY_COMPARE.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  const compared = new RegExp(`[=!]== '(${MODES.join('|')})'`);
  expect(files.flatMap((file) => grep(file, compared))).toEqual([]);
});
