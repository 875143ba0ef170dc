import { sql } from 'drizzle-orm';
import type { Queryable } from './database.ts';

/**
 * The time of the database, for every decision on which money or a vendor's call hangs: deadlines, windows, run times.
 * Processes on several machines then agree, and the wall clock of a process may be wrong or jump.
 */
export type Clock = {
  /**
   * The database's time, carried forward by the monotonic clock of the process since the last reading. Never asks the
   * database and never reads the wall clock.
   */
  now(): Date;
};

/** Seconds that remain until a time of this clock; at least 0. */
export const secondsUntil = (clock: Clock, at: Date): number =>
  Math.max(0, (at.getTime() - clock.now().getTime()) / 1000);

export type ClockJump = {
  /**
   * `process`: the wall clock of this process moved against its monotonic clock. `database`: the database's time moved
   * against both.
   */
  of: 'process' | 'database';
  seconds: number;
};

export type ClockReading = {
  jumps: ClockJump[];
  /** Wall clock minus database, in seconds: what a wrong clock of this machine shows, since when ever. */
  offsetSeconds: number;
  /** True when this reading adopted a new time of the database after a jump. */
  adopted: boolean;
};

export type DatabaseClock = Clock & {
  /** Reads the database's time, and compares the three clocks. Throws the error of the reading. */
  read(): Promise<ClockReading>;
};

/** A difference above this is a jump. Below it, clocks drift, are slewed, or the network was slow. */
export const JUMP_SECONDS = 2;

/** Half of the time that a reading may take, in milliseconds, and how often a slower one is repeated. */
const QUICK_MS = 50;
const TRIES = 3;

/**
 * Reads the time once. A jump of the database's time is not followed for `holdSeconds`: in this time an order whose
 * outcome is unknown stays in its window, which a jump forward would end at once. After that the new time counts.
 */
export async function openClock({
  readTime,
  holdSeconds,
  monotonic = () => performance.now(),
  wall = () => Date.now(),
}: {
  /** The database's time in milliseconds. */
  readTime: () => Promise<number>;
  holdSeconds: number;
  monotonic?: () => number;
  wall?: () => number;
}): Promise<DatabaseClock> {
  /** One reading: the time of the database and of the wall at one moment of the monotonic clock. */
  async function measure() {
    const before = monotonic();
    const time = await readTime();
    const at = monotonic();
    return { at, time: time + (at - before) / 2, wall: wall(), slack: (at - before) / 2 };
  }

  /** A slow answer says little about the time: the best of a few, until one is quick enough. */
  async function measureWell() {
    let best = await measure();
    for (let more = 1; more < TRIES && best.slack > QUICK_MS; more += 1) {
      const next = await measure();
      if (next.slack < best.slack) best = next;
    }
    return best;
  }

  let anchor = await measureWell();
  let last = anchor;
  /** When the database's time first differed from ours, by the monotonic clock. */
  let heldSince: number | undefined;
  const timeAt = (at: number) => anchor.time + (at - anchor.at);

  return {
    now: () => new Date(timeAt(monotonic())),

    async read() {
      const next = await measureWell();
      const elapsed = next.at - last.at;
      const moved = (by: number) => Math.abs(by) > JUMP_SECONDS * 1000 + next.slack + last.slack;
      const wallMoved = next.wall - last.wall - elapsed;
      const databaseMoved = next.time - last.time - elapsed;
      const jumps: ClockJump[] = [];
      if (moved(wallMoved)) jumps.push({ of: 'process', seconds: wallMoved / 1000 });
      if (moved(databaseMoved)) {
        jumps.push({ of: 'database', seconds: databaseMoved / 1000 });
        heldSince = next.at;
      }
      last = next;
      const differs = moved(next.time - timeAt(next.at));
      if (differs) heldSince ??= next.at;
      const adopted = differs && next.at - (heldSince ?? next.at) >= holdSeconds * 1000;
      // A slow reading of a busy machine would move the time by more than the clocks drift.
      if ((!differs && next.slack <= Math.max(QUICK_MS, anchor.slack)) || adopted) {
        anchor = next;
      }
      if (!differs || adopted) heldSince = undefined;
      return { jumps, adopted, offsetSeconds: (next.wall - next.time) / 1000 };
    },
  };
}

/** The database's time in milliseconds. */
export async function readTime(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ ms: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  );
  return rows[0]!.ms;
}
