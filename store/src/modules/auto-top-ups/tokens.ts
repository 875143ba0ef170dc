import { createIdTokens, type IdTokens } from '../../db/id-tokens.ts';

/** The tokens of links that switch an auto top-up off, by its id. */
export type AutoTopUpTokens = IdTokens;

export const createAutoTopUpTokens = createIdTokens;
