/**
 * The product's name for people: rename it here and replace the logo in `src/shared/mark.ts` (docs/guides/a-name.md).
 * Names for machines (cookies, headers, `CAIRN_` variables) stay.
 */
export const BRAND = 'Cairn';

/** The name in URLs and file names: `cairn`. */
export const BRAND_SLUG = BRAND.toLowerCase().replace(/[^a-z0-9]+/g, '-');
