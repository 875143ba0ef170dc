import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The wall clock of processes that are started with `env`. */
export type ShiftedClock = {
  /** Variables for the environment of the process. Its NODE_OPTIONS are replaced. */
  env: Record<string, string>;
  /** Moves the wall clock to this many seconds ahead of (below 0: behind) the true time, within a moment. */
  shift(seconds: number): Promise<void>;
  close(): Promise<void>;
};

/**
 * A wall clock that a test moves while a process of the product runs. Sandboxes and database keep the true time.
 * `parent` is the folder of its file.
 */
export async function createShiftedClock(seconds = 0, parent = tmpdir()): Promise<ShiftedClock> {
  const dir = await mkdtemp(path.join(parent, 'cairn-clock-'));
  const file = path.join(dir, 'shift');
  const preload = pathToFileURL(path.join(import.meta.dirname, 'shifted-clock.mjs')).href;
  const clock: ShiftedClock = {
    env: { NODE_OPTIONS: `--import=${preload}`, CAIRN_TEST_CLOCK_FILE: file },
    async shift(ahead) {
      // A rename, so that the process never reads half a number.
      await writeFile(`${file}.new`, String(ahead * 1000));
      await rename(`${file}.new`, file);
    },
    close: () => rm(dir, { recursive: true, force: true }),
  };
  await clock.shift(seconds);
  return clock;
}
