/** RFC 5321, 4.5.4.1: later tries come every two or three hours … */
const LONGEST_PAUSE_SECONDS = 3 * 3_600;
/** … and end after four days at least: with a first pause of 30 seconds, the last of these tries is made after 4.2 days. */
export const MAX_ATTEMPTS = 42;

/** How long a mail waits after its failed attempts; null when that was the last. The pause doubles up to three hours. */
export function pauseAfter(attempts: number, firstSeconds: number): number | null {
  if (attempts >= MAX_ATTEMPTS) return null;
  return Math.min(firstSeconds * 2 ** Math.max(0, attempts - 1), LONGEST_PAUSE_SECONDS);
}
