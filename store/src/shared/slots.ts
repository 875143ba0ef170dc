import { AppError } from './errors.ts';

/**
 * A semaphore for heavy work: `concurrency` at a time, with `longestQueue` more waiting; beyond that it throws AppError
 * `unavailable`.
 */
export function createSlots(concurrency: number, longestQueue: number) {
  let running = 0;
  const queue: (() => void)[] = [];

  return async function inSlot<T>(work: () => Promise<T>): Promise<T> {
    if (running >= concurrency) {
      if (queue.length >= longestQueue) throw new AppError('unavailable', { message: 'the work queue is full' });
      // The releasing caller passes its slot on, so `running` does not change.
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
