import { parentPort } from 'node:worker_threads';
import { planWithin } from './plan-within.ts';
import type { TripInput } from './plan-within.ts';

/** The program of a planner's thread (`planner.ts`): one answer for each input that it receives. */
parentPort!.on('message', ({ input, maxCells }: { input: TripInput; maxCells: number }) => {
  parentPort!.postMessage(planWithin(input, maxCells));
});
