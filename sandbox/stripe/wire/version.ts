/** The API version of this sandbox: the one that the SDK in package.json pins. */
export const API_VERSION = '2026-10-28.endive';
