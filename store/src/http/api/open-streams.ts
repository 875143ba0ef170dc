import { AppError } from '../../shared/errors.ts';
import { networkOf } from '../../shared/network.ts';

/** How many event streams a process keeps open: of one order, for one network address, and in all. */
export type StreamCaps = { perOrder: number; perAddress: number; perProcess: number };

/** Event streams that are open in this process. `take` throws `too-many-requests`; what it answers gives the place back. */
export type OpenStreams = {
  take(stream: { orderId: string; address: string; end: () => void }): () => void;
  /** Ends them all, with a hint when to come back: the process stops. */
  endAll(): void;
};

export function createOpenStreams({ perOrder, perAddress, perProcess }: StreamCaps): OpenStreams {
  const ends = new Set<() => void>();
  const counts = new Map<string, number>();
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
      for (const end of ends) end();
    },
  };
}
