/** A command that can't be carried out; its message says why. */
export class OpsError extends Error {}
