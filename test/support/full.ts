/** True in `npm run test:full`, which tries every variant. `npm test` tries a story once, where it can break. */
export const FULL = process.env['CAIRN_TEST_FULL'] === '1';

/** Registers tests in `npm run test:full` only. */
export const inFull = (register: () => void): void => {
  if (FULL) register();
};

/** Details of a browser test that only `npm run test:full` runs (playwright.config.ts). */
export const FULL_ONLY = { tag: '@full' };
