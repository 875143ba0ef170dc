/** True in `npm run test:full`, which tries every variant. `npm test` tries a story once, where it can break. */
export const FULL = process.env['CAIRN_TEST_FULL'] === '1';

/** Registers tests in `npm run test:full` only. */
export const inFull = (register: () => void): void => {
  if (FULL) register();
};

/** Cases of one story: `npm test` tries the first of them, `npm run test:full` all. */
export const cases = <T>(all: readonly T[], first = 1): readonly T[] => (FULL ? all : all.slice(0, first));

/** Details of a browser test that only `npm run test:full` runs (playwright.config.ts). */
export const FULL_ONLY = { tag: '@full' };
