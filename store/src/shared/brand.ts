/** The working name of the product: rename it here and replace the mark in `src/shared/mark.ts`. Nothing else knows it. */
export const BRAND = 'Cairn';
