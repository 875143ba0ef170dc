import { AppError } from '../../shared/errors.ts';
import { networkOf } from '../../shared/network.ts';

/** Limits of the event streams in a process: per order, per network address, and in total. */
export type StreamCaps = { perOrder: number; perAddress: number; perProcess: number };

/**
 * The event streams of this process. `take` throws `too-many-requests`; the function that it returns frees the place.
 */
export type OpenStreams = {
  take(stream: { orderId: string; address: string; end: () => void }): () => void;
  /** Ends all streams at shutdown, with a retry interval for the client. Those that start later end themselves. */
  endAll(): void;
  isEnding(): boolean;
};

export function createOpenStreams({ perOrder, perAddress, perProcess }: StreamCaps): OpenStreams {
  const ends = new Set<() => void>();
  const counts = new Map<string, number>();
  let isEnding = false;
  const count = (key: string, step: 1 | -1) => {
    const next = (counts.get(key) ?? 0) + step;
    if (next === 0) counts.delete(key);
    else counts.set(key, next);
  };

  return {
    take({ orderId, address, end }) {
      const [order, caller] = [`order ${orderId}`, `network ${networkOf(address).network}`];
      const full =
        (ends.size >= perProcess && 'streams-per-process') ||
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
      for (const end of ends) end();
    },
    isEnding: () => isEnding,
  };
}
