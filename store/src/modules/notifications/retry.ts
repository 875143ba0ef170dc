/** RFC 5321, 4.5.4.1: later retries are two to three hours apart. */
const MAX_PAUSE_SECONDS = 3 * 3_600;
/**
 * RFC 5321, 4.5.4.1: retries end after at least four days. With a first pause of 30 seconds, the last attempt is after
 * 4.2 days.
 */
export const MAX_ATTEMPTS = 42;

/** The pause in seconds after this many failed attempts; null after the last one. It doubles up to three hours. */
export function pauseAfter(attempts: number, firstSeconds: number): number | null {
  if (attempts >= MAX_ATTEMPTS) return null;
  return Math.min(firstSeconds * 2 ** Math.max(0, attempts - 1), MAX_PAUSE_SECONDS);
}
