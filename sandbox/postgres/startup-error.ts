/** A start that fails and that a retry does not help. The message tells the operator the reason and the remedy. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
