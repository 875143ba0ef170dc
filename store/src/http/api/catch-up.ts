import { setTimeout as pause } from 'node:timers/promises';

/** Reads of all streams after an interruption of the notices: over these milliseconds, and so many at a time. */
const OVER_MS = 5_000;
const AT_ONCE = 4;
const POLL_MS = 30_000;

/** A stream. `look` handles its own errors, and `isBehind` is true after one. */
type Member = { orderId: string; look: () => Promise<void>; isBehind: () => boolean };

export type CatchUp = {
  /** Takes part until the returned function is called. */
  join(member: Member): () => void;
  /** Runs a round: every member looks once. A new round replaces one that is still running. */
  run(): Promise<void>;
};

type Ports = {
  /** False while notices are lost. */
  isListening: () => boolean;
  /** Which of these orders have changed within the last seconds. */
  changedWithin: (orderIds: readonly string[], seconds: number) => Promise<readonly string[]>;
  onError: (error: unknown) => void;
  overMs?: number;
  atOnce?: number;
  pollMs?: number;
  wait?: (ms: number) => Promise<unknown>;
};

/**
 * What open streams do about lost notices, together: thousands of them at once would take the pool from all other
 * requests for seconds.
 *
 * - After an interruption of the notices each looks at its order; they take turns.
 * - During an interruption they do so in rounds as long as the poll interval.
 * - Otherwise none polls. A process that is killed between a change and its notice loses it, so one statement for all
 *   streams finds what changed within the last two intervals. Streams whose look failed look again too.
 */
export function createCatchUp(ports: Ports): CatchUp {
  const {
    isListening,
    overMs = OVER_MS,
    atOnce = AT_ONCE,
    pollMs = POLL_MS,
    wait = (ms) => pause(ms, undefined, { ref: false }),
  } = ports;
  const members = new Set<Member>();
  let current: object = {};
  let polling: NodeJS.Timeout | undefined;

  async function round(lengthMs: number): Promise<void> {
    const mine = (current = {});
    const queue = [...members].values();
    const pauseMs = (lengthMs * atOnce) / Math.max(1, members.size);
    const takeTurns = async () => {
      for (const member of queue) {
        if (current !== mine) return;
        if (members.has(member)) await member.look();
        await wait(pauseMs);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, takeTurns));
  }

  async function lookAtChanged(): Promise<void> {
    const orderIds = new Set(Array.from(members, ({ orderId }) => orderId));
    const changed = new Set(await ports.changedWithin([...orderIds], (2 * pollMs) / 1000));
    for (const { orderId, look, isBehind } of members) if (changed.has(orderId) || isBehind()) await look();
  }

  const poll = () => void (isListening() ? lookAtChanged().catch(ports.onError) : round(pollMs));

  return {
    join(member) {
      members.add(member);
      polling ??= setInterval(poll, pollMs).unref();
      return () => {
        members.delete(member);
        if (members.size > 0) return;
        clearInterval(polling);
        polling = undefined;
      };
    },
    run: () => round(overMs),
  };
}
