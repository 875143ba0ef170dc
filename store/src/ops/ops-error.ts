/** A command that cannot be carried out. Its message gives the reason. */
export class OpsError extends Error {}

/** A wrong command line. */
export class UsageError extends OpsError {}
