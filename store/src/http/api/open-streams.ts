import { AppError } from '../../shared/errors.ts';
import { networkOf } from '../../shared/network.ts';

/** Limits of the event streams in a process: per order, per network address, and in total. */
export type StreamCaps = { perOrder: number; perAddress: number; perProcess: number };

/** At most so many clients of a process should reconnect per second when it ends. */
const RECONNECTS_PER_SECOND = 500;
const FIRST_RETRY_MS = 1_000;
/** A client waits no longer, however many there are. */
const MAX_RETRY_MS = 30_000;
/** How long the page of a stream that found no place polls before it tries again. */
const FULL_SECONDS = 60;

/** The event streams of this process. */
export type OpenStreams = {
  /** Throws `unavailable` while the process has no place left: asked before anything is read for a stream. */
  requirePlace(): void;
  /**
   * Takes a place; the returned function frees it. `end` gets the milliseconds after which the client should reconnect.
   * Throws `too-many-requests` for an order or network with too many streams, `unavailable` as `requirePlace`.
   */
  take(stream: { orderId: string; address: string; end: (retryMs: number) => void }): () => void;
  /** After how many milliseconds a client should reconnect when this process ends: random, longer with many streams. */
  retryMs(): number;
  /** Ends all streams at shutdown, with a retry interval for the client. Those that start later end themselves. */
  endAll(): void;
  isEnding(): boolean;
};

export function createOpenStreams({ perOrder, perAddress, perProcess }: StreamCaps): OpenStreams {
  const ends = new Set<(retryMs: number) => void>();
  const counts = new Map<string, number>();
  let isEnding = false;
  const count = (key: string, step: 1 | -1) => {
    const next = (counts.get(key) ?? 0) + step;
    if (next === 0) counts.delete(key);
    else counts.set(key, next);
  };

  const retryMsOf = (streams: number) => {
    const overMs = Math.min(MAX_RETRY_MS - FIRST_RETRY_MS, (streams / RECONNECTS_PER_SECOND) * 1000);
    return Math.floor(FIRST_RETRY_MS + Math.random() * overMs);
  };
  const requirePlace = () => {
    if (ends.size < perProcess) return;
    throw new AppError('unavailable', { rule: 'streams-per-process', retryAfterSeconds: FULL_SECONDS });
  };

  return {
    requirePlace,
    take({ orderId, address, end }) {
      const [order, caller] = [`order ${orderId}`, `network ${networkOf(address).network}`];
      requirePlace();
      const full =
        ((counts.get(order) ?? 0) >= perOrder && 'streams-per-order') ||
        ((counts.get(caller) ?? 0) >= perAddress && 'streams-per-address');
      if (full) throw new AppError('too-many-requests', { rule: full });
      ends.add(end);
      for (const key of [order, caller]) count(key, 1);
      return () => {
        if (!ends.delete(end)) return;
        for (const key of [order, caller]) count(key, -1);
      };
    },
    retryMs: () => retryMsOf(ends.size),
    endAll() {
      isEnding = true;
      const streams = ends.size;
      for (const end of ends) end(retryMsOf(streams));
    },
    isEnding: () => isEnding,
  };
}
