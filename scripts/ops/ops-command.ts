/**
 * How the commands are called, for texts that name one: `npm run ops --` in a checkout, `…/bin/cairn ops` or
 * `cairn-ops` in a release.
 */
export const OPS = process.env['OPS_COMMAND'] || 'npm run ops --';
