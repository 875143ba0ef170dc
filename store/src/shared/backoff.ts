/**
 * Exponential back-off: each pause is twice the previous one, up to `longestMs`; `reset` starts again with the first.
 */
export function createBackoff({ firstMs, longestMs }: { firstMs: number; longestMs: number }): {
  next(): number;
  reset(): void;
} {
  let pause = firstMs;
  return {
    next() {
      const now = pause;
      pause = Math.min(pause * 2, longestMs);
      return now;
    },
    reset() {
      pause = firstMs;
    },
  };
}
