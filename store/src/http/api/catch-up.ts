import { setTimeout as pause } from 'node:timers/promises';

/** Reads of all streams after an interruption of the notices: over these milliseconds, and so many at a time. */
const OVER_MS = 5_000;
const AT_ONCE = 4;

export type CatchUp = {
  /** Takes part in each round until the returned function is called. `look` handles its own errors. */
  join(look: () => Promise<void>): () => void;
  /** Runs a round: every member looks once. A new round replaces one that is still running. */
  run(): Promise<void>;
};

/**
 * After an interruption every open stream must look at its order, because notices were lost. Thousands of them at once
 * would take the pool from all other requests for seconds, so they take turns.
 */
export function createCatchUp({
  overMs = OVER_MS,
  atOnce = AT_ONCE,
  wait = (ms: number): Promise<unknown> => pause(ms, undefined, { ref: false }),
} = {}): CatchUp {
  const members = new Set<() => Promise<void>>();
  let current: object = {};

  return {
    join(look) {
      members.add(look);
      return () => void members.delete(look);
    },
    async run() {
      const round = (current = {});
      const queue = [...members].values();
      const pauseMs = (overMs * atOnce) / Math.max(1, members.size);
      const takeTurns = async () => {
        for (const look of queue) {
          if (current !== round) return;
          if (members.has(look)) await look();
          await wait(pauseMs);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, takeTurns));
    },
  };
}
