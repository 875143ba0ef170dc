import { AppError } from '../../shared/errors.ts';
import { networkOf } from '../../shared/network.ts';

/** Limits of the event streams in a process: per order, per network address, and in total. */
export type StreamCaps = { perOrder: number; perAddress: number; perProcess: number };

/** How much later clients reconnect for each open stream: 5,000 come back within 20 seconds. */
const RECONNECT_MS_PER_STREAM = 4;
const FIRST_RECONNECT_MS = 1_000;
/** After how long a client asks again while the process has no place. */
const FULL_SECONDS = 60;

/** The event streams of this process. */
export type OpenStreams = {
  /** Throws `unavailable` while the process has no place left: before anything is read. */
  checkRoom(): void;
  /** Throws `too-many-requests`, and like `checkRoom`. The returned function frees the place. */
  take(stream: { orderId: string; address: string; end: () => void }): () => void;
  /** Ends all streams at shutdown, with a retry interval for the client. Those that start later end themselves. */
  endAll(): void;
  isEnding(): boolean;
  /**
   * After how many milliseconds a client should reconnect, by chance: the more streams are open, the later, because they
   * would all come back together.
   */
  reconnectMs(): number;
  load(): { open: number; max: number };
};

export function createOpenStreams({ perOrder, perAddress, perProcess }: StreamCaps): OpenStreams {
  const ends = new Set<() => void>();
  const counts = new Map<string, number>();
  let isEnding = false;
  /** The number of streams when the process began to stop. */
  let atEnd = 0;
  const count = (key: string, step: 1 | -1) => {
    const next = (counts.get(key) ?? 0) + step;
    if (next === 0) counts.delete(key);
    else counts.set(key, next);
  };

  const checkRoom = () => {
    if (ends.size >= perProcess)
      throw new AppError('unavailable', { rule: 'streams-per-process', retryAfterSeconds: FULL_SECONDS });
  };

  return {
    checkRoom,
    take({ orderId, address, end }) {
      const [order, caller] = [`order ${orderId}`, `network ${networkOf(address).network}`];
      checkRoom();
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
    endAll() {
      isEnding = true;
      atEnd = ends.size;
      for (const end of ends) end();
    },
    isEnding: () => isEnding,
    reconnectMs: () =>
      Math.round(FIRST_RECONNECT_MS + Math.random() * Math.max(atEnd, ends.size) * RECONNECT_MS_PER_STREAM),
    load: () => ({ open: ends.size, max: perProcess }),
  };
}
