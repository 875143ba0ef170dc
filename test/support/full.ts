/** True in `npm run test:full`, which tries every variant. `npm test` tries a story once, where it can break. */
export const FULL = process.env['CAIRN_TEST_FULL'] === '1';

/** Registers tests in `npm run test:full` only. */
export const inFull = (register: () => void): void => {
  if (FULL) register();
};
