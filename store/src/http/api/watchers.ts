import { setTimeout as pause } from 'node:timers/promises';

/** Reads of all streams after an interruption of the notices: over these milliseconds, and so many at a time. */
const CATCH_UP_MS = 5_000;
const AT_ONCE = 4;
/** The interval of rounds while no notice arrives, and over how much of it the reads are spread. */
const POLL_MS = 30_000;
const POLL_OVER_MS = 20_000;
/** While notices arrive: one statement for all streams, because a process may be killed before it sends a notice. */
const CHECK_MS = 60_000;

/** A stream: its order, when that had last changed as it was read (null: it was not yet), and its look at it. */
export type Watcher = {
  orderId: string;
  seenAt(): Date | null;
  /** Handles its own errors. */
  look(): Promise<void>;
};

export type Seen = { id: string; at: Date };

export type Watchers = {
  /** Takes part until the returned function is called. */
  join(watcher: Watcher): () => void;
  /** Runs a round: every watcher looks once. A new round replaces one that is still running. */
  catchUp(overMs?: number): Promise<void>;
  /** One statement for all watchers. Those whose order has changed look, and those whose first look failed. Never throws. */
  check(): Promise<void>;
};

/**
 * What the open streams of a process read besides what notices report. After an interruption every stream must look at
 * its order, because notices were lost. Thousands of them at once would take the pool from all other requests for
 * seconds, so they take turns.
 */
export function createWatchers({
  changed,
  onError,
  atOnce = AT_ONCE,
  wait = (ms: number): Promise<unknown> => pause(ms, undefined, { ref: false }),
}: {
  /** Those of these orders that have changed since. */
  changed: (seen: Seen[]) => Promise<string[]>;
  onError: (error: unknown) => void;
  atOnce?: number;
  wait?: (ms: number) => Promise<unknown>;
}): Watchers {
  const watchers = new Set<Watcher>();
  let current: object = {};

  return {
    join(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    async catchUp(overMs = CATCH_UP_MS) {
      const round = (current = {});
      const queue = [...watchers].values();
      const pauseMs = (overMs * atOnce) / Math.max(1, watchers.size);
      const takeTurns = async () => {
        for (const watcher of queue) {
          if (current !== round) return;
          if (watchers.has(watcher)) await watcher.look();
          await wait(pauseMs);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, takeTurns));
    },
    async check() {
      const seen = [...watchers].flatMap(({ orderId: id, seenAt }) => {
        const at = seenAt();
        return at === null ? [] : [{ id, at }];
      });
      try {
        const ids = new Set(seen.length === 0 ? [] : await changed(seen));
        for (const { orderId, seenAt, look } of watchers) if (seenAt() === null || ids.has(orderId)) await look();
      } catch (error) {
        onError(error);
      }
    },
  };
}

type Notices = { onReconnect(listener: () => void): unknown; isListening(): boolean };

/** Looks again when notices arrive again; while none arrive in turn; and by one statement a minute while they do. */
export function keepUp(watchers: Watchers, notices: Notices): void {
  notices.onReconnect(() => void watchers.catchUp());
  setInterval(() => void (notices.isListening() || watchers.catchUp(POLL_OVER_MS)), POLL_MS).unref();
  setInterval(() => void (notices.isListening() && watchers.check()), CHECK_MS).unref();
}
