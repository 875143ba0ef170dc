import { AppError } from './errors.ts';

export type Slots = {
  /** Runs work in a slot. Throws AppError `unavailable` when the queue is full or the wait takes too long. */
  <T>(work: () => Promise<T>): Promise<T>;
  load(): { held: number; waiting: number };
};

/**
 * A semaphore for heavy work: `concurrency` at a time, with `longestQueue` more waiting, each for at most `waitSeconds`.
 */
export function createSlots(
  concurrency: number,
  longestQueue: number,
  { waitSeconds }: { waitSeconds?: number } = {},
): Slots {
  let running = 0;
  const queue: (() => void)[] = [];

  /** Waits until a slot is passed on. */
  function wait(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const start = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer =
      waitSeconds === undefined
        ? undefined
        : setTimeout(() => {
            queue.splice(queue.indexOf(start), 1);
            reject(new AppError('unavailable', { message: 'the wait in the work queue took too long' }));
          }, waitSeconds * 1_000);
    queue.push(start);
    return promise;
  }

  async function inSlot<T>(work: () => Promise<T>): Promise<T> {
    if (running >= concurrency) {
      if (queue.length >= longestQueue) throw new AppError('unavailable', { message: 'the work queue is full' });
      // The releasing caller passes its slot on, so `running` does not change.
      await wait();
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
  }
  return Object.assign(inSlot, { load: () => ({ held: running, waiting: queue.length }) });
}
