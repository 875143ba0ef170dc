/** A start that must not go on, and that trying again won't help; the message tells the operator why and what to do. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
