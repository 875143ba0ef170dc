import * as z from 'zod';
import { allocate } from './orders.ts';
import { setAllocation, type World } from './world.ts';

/** Control: `{"allocate":{"after_ms":5000}}`, `{"allocate":{"hold":true}}`, `{"allocate":{"release":true}}`. */
export const allocateVerb = z.union([
  z.strictObject({ after_ms: z.int().min(0) }),
  z.strictObject({ hold: z.literal(true) }),
  z.strictObject({ release: z.literal(true) }),
]);

export type Allocator = ReturnType<typeof createAllocator>;

/** Gives orders their profiles when they are due, also those of an earlier process. `onAllocated` runs after each turn. */
export function createAllocator(world: World, onAllocated: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function turn(): void {
    if (isClosed) return;
    clearTimeout(timer);
    const due = world.waiting.list().filter(({ at }) => at !== null && at <= Date.now());
    for (const { id } of due) allocate(world, id);
    if (due.length > 0) onAllocated();
    const next = Math.min(...world.waiting.list().map(({ at }) => at ?? Infinity));
    if (next < Infinity) timer = setTimeout(turn, Math.max(0, next - Date.now()));
  }

  return {
    turn,
    /** Runs the control verb `allocate`. A hold, like the time, is kept across restarts. */
    obey(verb: z.output<typeof allocateVerb>): void {
      if ('after_ms' in verb) setAllocation(world, { afterMs: verb.after_ms });
      else if ('hold' in verb) setAllocation(world, { isHeld: true });
      else {
        setAllocation(world, { isHeld: false });
        for (const { id, at } of world.waiting.list()) if (at === null) world.waiting.put({ id, at: Date.now() });
        turn();
      }
    },
    close(): void {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
