/**
 * Gives work that blocks the event loop its turn: one piece for each round of the loop, in order. Between two pieces
 * other requests are answered, so a short one waits for one page and not for all that are being rendered
 * (bench/worst-requests.ts).
 */
export function createTurns(): () => Promise<void> {
  const waiting: (() => void)[] = [];

  function giveNext(): void {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(giveNext);
  }

  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(giveNext);
    });
}
