const given = process.env['OPS_COMMAND'];

/**
 * How the commands are called, for texts that name one: `npm run ops --` in a checkout, `…/bin/cairn ops` or
 * `cairn-ops` in a release.
 */
export const OPS = given || 'npm run ops --';

/** A release has neither npm nor sandboxes. */
export const IN_RELEASE = Boolean(given);
