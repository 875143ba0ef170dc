import { setTimeout as pause } from 'node:timers/promises';
import type { ChaosWorld } from './world.ts';

export const TURN_MS = 1_500;
const NOTHING_HAPPENS_MS = 120_000;

/** Repeats a turn until `stop` is called. At a closed gate it waits, as buyers do. */
export function startTurns({ gate }: Pick<ChaosWorld, 'gate'>, turn: () => Promise<void>): { stop(): Promise<void> } {
  const ending = new AbortController();
  const going = (async () => {
    while (!ending.signal.aborted) {
      await gate.passed();
      // The application may be down: the next turn tells.
      await turn().catch(() => undefined);
      await pause(TURN_MS);
    }
  })();
  return {
    async stop() {
      ending.abort();
      await going;
    },
  };
}

/** Waits until nothing is open, or what is open has not changed for two minutes. `openOf`: what is open, in words. */
export async function untilNothingHappens(openOf: () => Promise<string>): Promise<void> {
  let last = '';
  for (let since = performance.now(); performance.now() - since < NOTHING_HAPPENS_MS; await pause(TURN_MS)) {
    const open = await openOf();
    if (open === '') return;
    if (open !== last) since = performance.now();
    last = open;
  }
}
