/** Pauses between tries: each twice as long as the one before, up to a longest, and from the first again after `reset`. */
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
