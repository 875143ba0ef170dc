import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const PRELOAD = pathToFileURL(path.join(import.meta.dirname, 'shifted-date.ts')).href;

/** The clock of a process that a test sets, also while the process runs. */
export type Clock = {
  /** The variables with which the process starts. */
  env: Record<string, string>;
  /** Milliseconds by which the process is ahead; negative: behind. */
  shift: number;
  /** Sets the clock. The process sees it within 50 ms. */
  set(shift: number): Promise<void>;
};

/** Creates a correct clock. `file` must not exist yet. */
export function createClock(file: string): Clock {
  const clock: Clock = {
    env: { CHAOS_CLOCK: file, NODE_OPTIONS: `--import=${PRELOAD}` },
    shift: 0,
    async set(shift) {
      clock.shift = shift;
      // Renamed into place, so that the process never reads half of it.
      await writeFile(`${file}.new`, String(shift));
      await rename(`${file}.new`, file);
    },
  };
  return clock;
}
