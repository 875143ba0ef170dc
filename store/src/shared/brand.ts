/**
 * The name of the product, as people read it: rename it here and replace the mark in `src/shared/mark.ts` (docs/guides/a-name.md).
 * Names that only machines read (cookies, headers, `CAIRN_` variables) stay.
 */
export const BRAND = 'Cairn';

/** The name in addresses and names of files: `cairn`. */
export const BRAND_SLUG = BRAND.toLowerCase().replace(/[^a-z0-9]+/g, '-');
