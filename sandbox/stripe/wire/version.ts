/** The API version this sandbox speaks: the one that the SDK in package.json pins. */
export const API_VERSION = '2026-10-28.endive';
