import { AppError } from './errors.ts';

/** Lets `concurrency` pieces of heavy work run at a time, and `longestQueue` more wait; beyond that, AppError `unavailable`. */
export function createSlots(concurrency: number, longestQueue: number) {
  let running = 0;
  const queue: (() => void)[] = [];

  return async function inSlot<T>(work: () => Promise<T>): Promise<T> {
    if (running >= concurrency) {
      if (queue.length >= longestQueue) throw new AppError('unavailable', { message: 'too much work waits' });
      // Whoever leaves hands its slot over, so `running` stays as it is.
      await new Promise<void>((start) => queue.push(start));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
